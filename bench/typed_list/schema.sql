create table typed_list_1000 (doc json);
