create type ord10 as
(
  id int8,
  customer_id int4,
  status text,
  total numeric(12,2),
  created timestamptz,
  paid bool,
  rating float8,
  ref uuid,
  note text,
  day date
);

create table ord10_json (doc json);
create table ord10_cached (doc json);
create table ord10_text (doc text);
create table ord10_text_cached (doc text);
create table ord10_nulls (doc json);
create table ord10_escapes (doc json);
create table ord10_reordered (doc json);
create table ord10_spaced (doc json);
create table ord10_shuffled (doc json);
create table ord10_missing (doc json);
