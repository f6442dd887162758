-- One statement a transaction: 5,000 cached documents by jbind.
select count(jbind_populate(null::ord10, doc)) from ord10_cached;
