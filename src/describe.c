/*
 * describe.c
 *		What users see of codecs: jbind_describe(), jbind_codecs(), jbind_reset().
 */
#include "cache.h"
#include "inplace.h"
#include "rows.h"

#include "catalog/pg_namespace_d.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

JB_SQL_FUNCTION(jbind_describe);
JB_SQL_FUNCTION(jbind_codecs);
JB_SQL_FUNCTION(jbind_reset);

/* Row types that have each other inside, as far as that goes. */
typedef struct JbPath
{
	Oid type;
	const struct JbPath *outer;
} JbPath;

/* "array of domain over int4": a reader and those it is made of. */
static char *
reader_text(const JbColumn *column)
{
	StringInfoData text;

	initStringInfo(&text);
	for (; column != NULL; column = column->inner)
	{
		appendStringInfoString(&text, jb_reader_names[column->reader]);
		if (column->inner != NULL)
			appendStringInfoString(&text, column->reader == JB_READER_ARRAY ? " of " : " over ");
	}
	return text.data;
}

/* The reason of the column, or of what it is made of. */
static const char *
stock_reason(const JbColumn *column)
{
	for (; column != NULL; column = column->inner)
		if (column->reason != NULL)
			return column->reason;
	return NULL;
}

/* The row type of the column, or of what it is made of; or InvalidOid. */
static Oid
nested_row_type(const JbColumn *column)
{
	for (; column != NULL; column = column->inner)
		if (column->reader == JB_READER_COMPOSITE)
			return column->row_type;
	return InvalidOid;
}

static void
describe_column(ReturnSetInfo *result, const JbColumn *column, int depth)
{
	const char *reason = stock_reason(column);
	Datum values[4];
	bool nulls[4] = {false, false, false, reason == NULL};

	values[0] = CStringGetTextDatum(psprintf("%*s%s", depth * 2, "", column->name));
	values[1] = CStringGetTextDatum(format_type_with_typemod(column->type, column->typmod));
	values[2] = CStringGetTextDatum(reader_text(column));
	values[3] = reason ? CStringGetTextDatum(reason) : (Datum) 0;
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

static bool
is_on_path(Oid type, const JbPath *path)
{
	for (; path != NULL; path = path->outer)
		if (path->type == type)
			return true;
	return false;
}

/* The columns of a row type, each followed by those of the row type inside it. */
static void
describe_row_type(ReturnSetInfo *result, Oid type, const JbPath *outer, int depth)
{
	const JbPath path = {.type = type, .outer = outer};
	JbFrame *frame;

	check_stack_depth();
	/* a frame, so that nothing that happens here can take the codec away */
	frame = jb_frame_create_silently(type, -1, CurrentMemoryContext);
	for (int i = 0; i < frame->codec->n_columns; i++)
	{
		const JbColumn *column = &frame->codec->columns[i];
		Oid nested = nested_row_type(column);

		if (column->reader == JB_READER_DROPPED)
			continue;
		describe_column(result, column, depth);
		if (OidIsValid(nested) && !is_on_path(nested, &path))
			describe_row_type(result, nested, &path, depth + 1);
	}
}

/* jbind_describe(regtype): a row a column, with its reader and why it is stock. */
Datum
jbind_describe(PG_FUNCTION_ARGS)
{
	Oid type = PG_GETARG_OID(0);

	if (!SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(type)))
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT), errmsg("type with OID %u does not exist", type)));
	if (get_typtype(getBaseType(type)) != TYPTYPE_COMPOSITE)
		ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
						errmsg("type %s is not a row type", format_type_be(type))));

	jb_rows_begin(fcinfo);
	describe_row_type((ReturnSetInfo *) fcinfo->resultinfo, getBaseType(type), NULL, 0);
	return (Datum) 0;
}

/* The reasons that there were, with their numbers, as the text of a jsonb object. */
static char *
stock_reasons_text(const JbTally *tally)
{
	static const char *const names[JB_STOCK_REASON_COUNT] = {[JB_STOCK_NOT_OBJECT] = "not an object",
															 [JB_STOCK_NOT_ARRAY] = "not an array",
															 [JB_STOCK_ELEMENT] = "element not an object",
															 [JB_STOCK_MALFORMED] = "malformed",
															 [JB_STOCK_TOO_DEEP] = "too deep",
															 [JB_STOCK_TOO_LONG] = "too long",
															 [JB_STOCK_ESCAPE] = "escape"};
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; i < JB_STOCK_REASON_COUNT; i++)
		if (tally->stock_documents[i] > 0)
			appendStringInfo(&text, "%s\"%s\": " UINT64_FORMAT, text.len > 0 ? ", " : "{", names[i],
							 tally->stock_documents[i]);
	if (text.len > 0)
		appendStringInfoChar(&text, '}');
	return text.data;
}

static uint64
count_stock_documents(const JbTally *tally)
{
	uint64 count = 0;

	for (int i = 0; i < JB_STOCK_REASON_COUNT; i++)
		count += tally->stock_documents[i];
	return count;
}

static void
list_codec(ReturnSetInfo *result, const JbCodec *codec)
{
	const JbMatcherTally *keys = &codec->matcher->tally;
	const JbTally *tally = &codec->tally;
	uint64 stock_documents = count_stock_documents(tally);
	uint64 in_place = tally->in_place * codec->inplace->n_slots;
	uint64 counts[] = {tally->in_place + tally->two_phase + tally->memo_hits + stock_documents,
					   tally->in_place,
					   tally->two_phase,
					   tally->memo_hits,
					   stock_documents,
					   in_place + tally->keys - keys->second - keys->hashed - keys->escaped - keys->unknown,
					   keys->second,
					   keys->hashed,
					   keys->escaped,
					   keys->unknown,
					   in_place + tally->values - tally->stock_values,
					   tally->stock_values,
					   tally->bytes,
					   MemoryContextMemAllocated(codec->context, true)};
	Datum values[lengthof(counts) + 6];
	bool nulls[lengthof(values)] = {false};
	int i = 0;

	values[i++] = ObjectIdGetDatum(codec->type);
	nulls[i] = codec->typmod < 0;
	values[i++] = Int32GetDatum(codec->typmod);
	values[i++] = Int32GetDatum(codec->n_columns);
	for (int j = 0; j < lengthof(counts); j++)
		values[i++] = Int64GetDatum((int64) counts[j]);
	values[i++] = TimestampTzGetDatum(codec->compiled_at);
	values[i++] = Float8GetDatum(codec->compile_us);
	nulls[i] = stock_documents == 0;
	if (stock_documents > 0)
		values[i] = DirectFunctionCall1(jsonb_in, CStringGetDatum(stock_reasons_text(tally)));
	Assert(i + 1 == lengthof(values));
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

/*
 * A codec tells of what its type's owner did in this session, be it before a SET
 * ROLE or in a SECURITY DEFINER function.  Anonymous row types are nobody's.
 */
static bool
is_visible(const JbCodec *codec)
{
	HeapTuple type;
	Oid schema;

	if (codec->type == RECORDOID)
		return true;
	type = SearchSysCache1(TYPEOID, ObjectIdGetDatum(codec->type));
	if (!HeapTupleIsValid(type))
		return false;
	schema = ((Form_pg_type) GETSTRUCT(type))->typnamespace;
	ReleaseSysCache(type);
	return JB_SCHEMA_ACLCHECK(schema, GetUserId()) == ACLCHECK_OK &&
		   JB_TYPE_ACLCHECK(codec->type, GetUserId()) == ACLCHECK_OK;
}

/*
 * jbind_codecs(): this backend's codecs and what they have done, as far as they
 * are of types that the caller may use.
 */
Datum
jbind_codecs(PG_FUNCTION_ARGS)
{
	ListCell *cell;

	jb_rows_begin(fcinfo);
	foreach (cell, jb_cache_list())
		if (is_visible(lfirst(cell)))
			list_codec((ReturnSetInfo *) fcinfo->resultinfo, lfirst(cell));
	return (Datum) 0;
}

/* jbind_reset(): forget the codecs that are not in use. */
Datum
jbind_reset(PG_FUNCTION_ARGS)
{
	jb_cache_reset();
	PG_RETURN_VOID();
}
