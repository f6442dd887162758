-- What is compared: one call a row.
select format('call bench.add_calls(%L, %L, %L, %L, %L)', 'jsonb', name, 'jsonb_' || source,
              format('jsonb_populate_record(null::%s, doc)', type), format('jbind_populate(null::%s, doc)', type))
  from (values (1, 'ord10 cached', 'ord10_cached', 'ord10'),
               (2, 'ord10', 'ord10', 'ord10'),
               (3, 'ord10 missing cached', 'ord10_missing', 'ord10'),
               (4, 'wide cached', 'wide_cached', 'wide'),
               (5, 'wide', 'wide', 'wide'),
               (6, 'wide inline cached', 'wide_inline', 'wide'),
               (7, 'sparse inline cached', 'sparse_inline', 'sparse'),
               (8, 'sparse toasted cached', 'sparse_toasted', 'sparse')) s(place, name, source, type)
 order by place
\gexec
