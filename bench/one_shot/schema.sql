create table one_shot_document (doc json);
