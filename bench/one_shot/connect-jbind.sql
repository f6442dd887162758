select jbind_populate(null::ord10, doc) from one_shot_document;
