\echo Use "CREATE EXTENSION jbind" to load this file. \quit

-- Estimates of rows and cost for the planner

CREATE FUNCTION jbind_support(internal)
RETURNS internal
AS 'MODULE_PATHNAME', 'jbind_support'
LANGUAGE C STRICT;

-- One object to a record: json_populate_record(). with json, jsonb or text
CREATE FUNCTION jbind_populate(base anyelement, from_json json)
RETURNS anyelement
AS 'MODULE_PATHNAME', 'jbind_populate_json'
LANGUAGE C STABLE PARALLEL SAFE;

CREATE FUNCTION jbind_populate(base anyelement, from_json jsonb)
RETURNS anyelement
AS 'MODULE_PATHNAME', 'jbind_populate_jsonb'
LANGUAGE C STABLE PARALLEL SAFE;

CREATE FUNCTION jbind_populate(base anyelement, from_json text)
RETURNS anyelement
AS 'MODULE_PATHNAME', 'jbind_populate_text'
LANGUAGE C STABLE PARALLEL SAFE;


-- An array of objects to records: json_populate_recordset(). with json, jsonb or text
CREATE FUNCTION jbind_populate_recordset(base anyelement, from_json json)
RETURNS SETOF anyelement
AS 'MODULE_PATHNAME', 'jbind_populate_recordset_json'
LANGUAGE C STABLE ROWS 100 PARALLEL SAFE
SUPPORT jbind_support;

CREATE FUNCTION jbind_populate_recordset(base anyelement, from_json jsonb)
RETURNS SETOF anyelement
AS 'MODULE_PATHNAME', 'jbind_populate_recordset_jsonb'
LANGUAGE C STABLE ROWS 100 PARALLEL SAFE
SUPPORT jbind_support;

CREATE FUNCTION jbind_populate_recordset(base anyelement, from_json text)
RETURNS SETOF anyelement
AS 'MODULE_PATHNAME', 'jbind_populate_recordset_text'
LANGUAGE C STABLE ROWS 100 PARALLEL SAFE
SUPPORT jbind_support;


-- One object to a record with a column definition list: json_to_record(). with json, jsonb or text
CREATE FUNCTION jbind_to_record(from_json json)
RETURNS record
AS 'MODULE_PATHNAME', 'jbind_to_record_json'
LANGUAGE C STABLE STRICT PARALLEL SAFE;

CREATE FUNCTION jbind_to_record(from_json jsonb)
RETURNS record
AS 'MODULE_PATHNAME', 'jbind_to_record_jsonb'
LANGUAGE C STABLE STRICT PARALLEL SAFE;

CREATE FUNCTION jbind_to_record(from_json text)
RETURNS record
AS 'MODULE_PATHNAME', 'jbind_to_record_text'
LANGUAGE C STABLE STRICT PARALLEL SAFE;


-- An array of objects to records with a column definition list: json_to_recordset(). with json, jsonb or text
CREATE FUNCTION jbind_to_recordset(from_json json)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'jbind_to_recordset_json'
LANGUAGE C STABLE ROWS 100 PARALLEL SAFE
SUPPORT jbind_support;

CREATE FUNCTION jbind_to_recordset(from_json jsonb)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'jbind_to_recordset_jsonb'
LANGUAGE C STABLE ROWS 100 PARALLEL SAFE
SUPPORT jbind_support;

CREATE FUNCTION jbind_to_recordset(from_json text)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'jbind_to_recordset_text'
LANGUAGE C STABLE ROWS 100 PARALLEL SAFE
SUPPORT jbind_support;

-- What jbind makes of a row type, and what it has done

CREATE FUNCTION jbind_describe(row_type regtype,
	OUT column_name text, OUT column_type text, OUT reader text, OUT reason text)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'jbind_describe'
LANGUAGE C STABLE STRICT PARALLEL SAFE;

CREATE FUNCTION jbind_codecs(
	OUT row_type regtype, OUT row_typmod int4, OUT columns int4,
	OUT documents int8, OUT in_place int8, OUT two_phase int8, OUT memo_hits int8, OUT stock_documents int8,
	OUT predicted_keys int8, OUT second_keys int8, OUT hashed_keys int8, OUT escaped_keys int8, OUT unknown_keys int8,
	OUT native_values int8, OUT stock_values int8, OUT bytes int8, OUT memory int8,
	OUT compiled_at timestamptz, OUT compile_us float8, OUT stock_reasons jsonb)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'jbind_codecs'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;

CREATE FUNCTION jbind_reset()
RETURNS void
AS 'MODULE_PATHNAME', 'jbind_reset'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;

CREATE FUNCTION jbind_trace(base anyelement, from_json json,
	OUT step int4, OUT phase text, OUT key text, OUT how text, OUT detail text)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'jbind_trace'
LANGUAGE C VOLATILE PARALLEL UNSAFE;
