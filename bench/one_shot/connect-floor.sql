select doc from one_shot_document;
