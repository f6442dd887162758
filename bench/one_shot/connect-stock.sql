select json_populate_record(null::ord10, doc) from one_shot_document;
