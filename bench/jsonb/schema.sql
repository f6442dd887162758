create table jsonb_ord10 (doc jsonb);
create table jsonb_ord10_cached (doc jsonb);
create table jsonb_ord10_missing (doc jsonb);
create table jsonb_wide (doc jsonb);
create table jsonb_wide_cached (doc jsonb);
create table jsonb_wide_inline (doc jsonb);
create table jsonb_sparse_inline (doc jsonb);
create table jsonb_sparse_toasted (doc jsonb);
