create type grow_text as (id int8, note text);
create type grow_unknown as (id int8, note text, paid bool, day date);
