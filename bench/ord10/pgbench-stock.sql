-- One statement a transaction: 5,000 cached documents by the stock function.
select count(json_populate_record(null::ord10, doc)) from ord10_cached;
