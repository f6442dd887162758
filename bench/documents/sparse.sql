-- The type sparse, 8 of the 23 keys of a tweet, and documents of about 4.7 kB: sparse_cached of 200 rows, sparse_json of
-- :rows / 20, both in the row and not compressed. Real tweets where the file that the environment names in TWEETS exists, else
-- generated ones of the same shape. Made once a run; include it by \ir. Variables: rows, seed.
\ir noise.sql
select to_regclass('sparse_json') is null as missing \gset
\if :missing
create type sparse as (id int8, created_at text, text text, source text, in_reply_to_screen_name text, retweet_count int4, favorited bool, lang text);
create table sparse_json (doc json);
create table sparse_cached (doc json);
call bench.keep_inline('sparse_json');
call bench.keep_inline('sparse_cached');
create table bench.tweet (n bigint, doc text);

-- Written without spaces, as an API sends it. No string has a raw line feed, and none has an unescaped quote before a colon.
\set content `cat "$TWEETS" 2>/dev/null`
select :'content' <> '' as real_tweets \gset
\if :real_tweets
insert into bench.tweet
select place, regexp_replace(regexp_replace(doc::text, E'\n *', '', 'g'), '(?<!\\)": ', '":', 'g')
  from json_array_elements(:'content'::json -> 'statuses') with ordinality e(doc, place);
\else
\echo sparse: there are no real tweets beside the checkout, so they are generated
\ir sparse_generated.sql
\endif
\unset content

insert into sparse_json
select doc::json from generate_series(1, :rows / 20) i, bench.tweet where n = 1 + (i - 1) % (select max(n) from bench.tweet) order by i;
insert into sparse_cached select doc from sparse_json limit 200;
\endif
