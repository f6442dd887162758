\echo Use "CREATE EXTENSION jbind" to load this file. \quit

CREATE FUNCTION jbind_populate(base anyelement, from_json json)
RETURNS anyelement
AS 'MODULE_PATHNAME', 'jbind_populate_json'
LANGUAGE C STABLE PARALLEL SAFE;

CREATE FUNCTION jbind_populate(base anyelement, from_json text)
RETURNS anyelement
AS 'MODULE_PATHNAME', 'jbind_populate_text'
LANGUAGE C STABLE PARALLEL SAFE;
