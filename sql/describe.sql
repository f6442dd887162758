-- describe: what users see of codecs
\i sql/include/compare.sql
set jbind.fallback = quiet; -- stock readers are expected from here

create type label as enum ('a');
create domain positive as int check (value > 0);
create domain small as positive;
create type pair as (x int, y inet);
create domain pair_domain as pair;
create table every_kind (
	b bool, i2 int2, i4 int4, i8 int8, o oid, f4 float4, f8 float8, n numeric, n2 numeric(5, 2),
	t text, v varchar(10), c char(3), nm name, ch "char", y bytea, u uuid,
	d date, tm time, tm3 time(3), ts timestamp, tz timestamptz(0), j json, jb jsonb, gone int,
	e label, es label[], ds small, dss small[], p pair, ps pair[], pd pair_domain,
	inet inet, inets inet[], r int4range, iv interval, tt timetz, tsv tsvector, reg regclass);
alter table every_kind drop gone;

-- each column: its type, its reader, and why it is stock
select * from jbind_describe('every_kind');
select * from jbind_describe('pair_domain');
create view some_columns as select t, r from every_kind;
select * from jbind_describe('some_columns');
create type empty as ();
select * from jbind_describe('empty');

-- row types inside row types
create domain pairs as pair[];
create type inside as (name text, p pair, ps pairs);
create type outside as (i inside, "an inet" inet, is_ inside[], x int);
select * from jbind_describe('outside');

-- no row type, or none at all
select * from jbind_describe(0::regtype);
select * from jbind_describe(4294967295::oid::regtype);
select * from jbind_describe('int4');
select * from jbind_describe('pair[]');
select * from jbind_describe('small');
select * from jbind_describe('record');
select * from jbind_describe(null);

-- what the codecs have done
select jbind_reset();
select count(*) from jbind_codecs();
select jbind_populate(null::pair, '{"x": 1}'), jbind_populate(null::pair, '{"y": "1.1.1.1", "z": 0}'), jbind_populate(null::pair, '{"x": "\u0031", "y": null}'::json);
select jbind_populate(null::every_kind, '{"p": {"x": 1}, "ps": [{}, {"y": "::1"}], "inets": ["::1", "::2"]}') is not null;
select * from jbind_to_record('{"a": 1}') as r(a int, b inet);
select row_type, row_typmod is null named, columns, documents, stock_documents, stock_values, unknown_keys,
	stock_reasons, compile_us >= 0 compile_us, memory between 1000 and 1000000 memory from jbind_codecs() order by row_type::text;

-- documents that stock took over as a whole
\set VERBOSITY sqlstate
select jbind_populate(null::pair, '[]');
select jbind_populate(null::pair, '{"x": 1');
\set VERBOSITY default
select documents, stock_documents, stock_reasons from jbind_codecs() where row_type = 'pair'::regtype;

-- a codec is a memory context until it is forgotten
select count(*) > 0 as there from pg_backend_memory_contexts where name = 'jbind codec';
select jbind_reset();
select count(*) from jbind_codecs();
select count(*) from pg_backend_memory_contexts where name = 'jbind codec';

-- one in use survives, and forgets nothing
begin;
declare c cursor for select jbind_populate(null::pair, '{"x": 1}'), jbind_reset() from generate_series(1, 3);
fetch 2 from c;
select row_type, documents from jbind_codecs();
fetch 1 from c;
select documents from jbind_codecs();
commit;
select jbind_reset();
select count(*) from jbind_codecs();

drop schema test cascade;
