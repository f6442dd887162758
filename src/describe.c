/*
 * describe.c
 *		What users see of codecs: jbind_describe(), jbind_codecs(), jbind_reset().
 */
#include "cache.h"

#include "catalog/pg_type_d.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

JB_SQL_FUNCTION(jbind_describe);
JB_SQL_FUNCTION(jbind_codecs);
JB_SQL_FUNCTION(jbind_reset);

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

static void
describe_column(ReturnSetInfo *result, const JbColumn *column)
{
	const char *reason = stock_reason(column);
	Datum values[4];
	bool nulls[4] = {false, false, false, reason == NULL};

	values[0] = CStringGetTextDatum(column->name);
	values[1] = CStringGetTextDatum(format_type_with_typemod(column->type, column->typmod));
	values[2] = CStringGetTextDatum(reader_text(column));
	values[3] = reason ? CStringGetTextDatum(reason) : (Datum) 0;
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

/* jbind_describe(regtype): a row a column, with its reader and why it is stock. */
Datum
jbind_describe(PG_FUNCTION_ARGS)
{
	Oid type = getBaseType(PG_GETARG_OID(0));
	JbFrame *frame;

	if (get_typtype(type) != TYPTYPE_COMPOSITE)
		ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
						errmsg("type %s is not a row type", format_type_be(PG_GETARG_OID(0)))));

	InitMaterializedSRF(fcinfo, 0);
	/* a frame, so that nothing that happens here can take the codec away */
	frame = jb_frame_create(type, -1, CurrentMemoryContext);
	for (int i = 0; i < frame->codec->n_columns; i++)
	{
		const JbColumn *column = &frame->codec->columns[i];

		if (column->reader != JB_READER_DROPPED)
			describe_column((ReturnSetInfo *) fcinfo->resultinfo, column);
	}
	return (Datum) 0;
}

static void
list_codec(ReturnSetInfo *result, const JbCodec *codec)
{
	const JbMatcherTally *keys = &codec->matcher->tally;
	Datum values[10];
	bool nulls[10] = {false};
	int i = 0;

	values[i++] = ObjectIdGetDatum(codec->type);
	nulls[i] = codec->typmod < 0;
	values[i++] = Int32GetDatum(codec->typmod);
	values[i++] = Int32GetDatum(codec->n_columns);
	values[i++] = Int64GetDatum((int64) codec->tally.documents);
	values[i++] = Int64GetDatum((int64) codec->tally.stock_documents);
	values[i++] = Int64GetDatum((int64) codec->tally.stock_values);
	values[i++] = Int64GetDatum((int64) keys->missed);
	values[i++] = Int64GetDatum((int64) keys->unknown);
	values[i++] = Float8GetDatum(codec->compile_us);
	values[i++] = Int64GetDatum((int64) MemoryContextMemAllocated(codec->context, true));
	Assert(i == lengthof(values));
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

/* jbind_codecs(): this backend's codecs and what they have done. */
Datum
jbind_codecs(PG_FUNCTION_ARGS)
{
	ListCell *cell;

	InitMaterializedSRF(fcinfo, 0);
	foreach (cell, jb_cache_list())
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
