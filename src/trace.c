/*
 * trace.c
 *		jbind_trace(): step by step what a bind does with one document.
 *
 * The steps of the fused loop and of the form phase, told instead of done in
 * passing: the same matcher, scanner and readers, called one by one.  What it
 * teaches the matcher is what the bind would have taught it.
 */
#include "cache.h"

#include "catalog/pg_type_d.h"
#include "decode.h"
#include "funcapi.h"
#include "stock.h"
#include "tuple.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/tuplestore.h"

JB_SQL_FUNCTION(jbind_trace);

typedef struct JbTrace
{
	ReturnSetInfo *result;
	JbFrame *frame;
	int step;
} JbTrace;

static const char *const kind_names[] = {
	[JB_MISSING] = "missing", [JB_NULL] = "null",	  [JB_FALSE] = "false",	  [JB_TRUE] = "true",
	[JB_NUMBER] = "number",	  [JB_STRING] = "string", [JB_OBJECT] = "object", [JB_ARRAY] = "array"};

/* One row; NULL strings become NULL. */
static void
tell(JbTrace *trace, const char *phase, const char *name, const char *how, const char *detail)
{
	const char *texts[] = {phase, name, how, detail};
	Datum values[5];
	bool nulls[5] = {false};

	values[0] = Int32GetDatum(++trace->step);
	for (int i = 0; i < lengthof(texts); i++)
	{
		nulls[i + 1] = texts[i] == NULL;
		values[i + 1] = texts[i] ? CStringGetTextDatum(texts[i]) : (Datum) 0;
	}
	tuplestore_putvalues(trace->result->setResult, trace->result->setDesc, values, nulls);
}

/* The tier of the matcher that will find the key at "at". */
static const char *
match_key(JbMatcher *matcher, JbNodeIndex previous, const char *at, const char *end, JbKey *key)
{
	JbMatcherTally before = matcher->tally;
	const JbNode *first = &matcher->nodes[matcher->nodes[previous].next[0]];
	int overlong = 0;

	if (jb_node_is_at(first, at, end))
	{
		key->node = first;
		key->value = at + first->image_length;
		return "predicted";
	}
	*key = jb_matcher_resync(matcher, previous, at, end, &overlong);
	if (overlong > 0)
		return "too long for a column";
	if (matcher->tally.unknown > before.unknown)
		return "unknown";
	if (matcher->tally.escaped > before.escaped)
		return "escaped";
	return matcher->tally.hashed > before.hashed ? "hashed" : "second";
}

/* The member behind the comma or brace at "at"; the byte behind it, or NULL. */
static const char *
trace_member(JbTrace *trace, const char *at, const char *end, JbNodeIndex *previous)
{
	JbMatcher *matcher = trace->frame->codec->matcher;
	JbKey key;
	const char *how = match_key(matcher, *previous, at + 1, end, &key);
	const JbNode *node = key.node;
	JbSlot *slot;

	if (node == NULL)
		return NULL;
	slot = &trace->frame->slots[node->slot];
	at = jb_scan_value(jb_scan_space(key.value, end), end, 1, false, slot);
	if (at == NULL)
		return NULL;
	tell(trace, "scan", node->key ? pnstrdup(node->key, node->key_length) : NULL, how,
		 psprintf("%s%s%s", kind_names[slot->kind], slot->form == JB_ESCAPED ? " with escapes" : "",
				  node->slot == matcher->ignored_slot ? ", ignored" : ""));
	*previous = node - matcher->nodes;
	return jb_scan_space(at, end);
}

static bool
trace_scan(JbTrace *trace, const char *text, const char *end)
{
	JbFrame *frame = trace->frame;
	JbNodeIndex previous = JB_NODE_START;
	const char *at = jb_scan_space(text, end);

	memset(frame->slots, 0, frame->codec->n_slots * sizeof(JbSlot));
	frame->limit = end;
	frame->text_length = end - text;
	if (at >= end || *at != '{')
		return false;
	if (jb_scan_space(at + 1, end) < end && *jb_scan_space(at + 1, end) == '}')
		return true;
	do
	{
		at = trace_member(trace, at, end, &previous);
		if (at == NULL || at >= end)
			return false;
	} while (*at == ',');
	return *at == '}';
}

/* The same reading that the form phase does, into a row that nobody sees. */
static void
trace_value(JbTrace *trace, const JbColumn *column, const JbSlot *slot)
{
	JbFrame *frame = trace->frame;
	JbRow row = {.context = CurrentMemoryContext};
	uint64 stock_values = frame->codec->tally.stock_values;
	const char *detail;

	row.reserve = frame->codec->fixed_bound + slot->length;
	jb_row_grow(&row, 0, row.reserve);
	frame->row = &row;
	jb_read_value(frame, column, slot, row.data);
	if (frame->codec->tally.stock_values == stock_values)
		tell(trace, "form", column->name, "native", jb_reader_names[column->reader]);
	else
	{
		detail = column->reason ? column->reason
								: psprintf("reader %s left the value to the input function",
										   jb_reader_names[column->reader]);
		tell(trace, "form", column->name, "stock", detail);
	}
	pfree(row.data);
}

static void
trace_form(JbTrace *trace)
{
	const JbCodec *codec = trace->frame->codec;

	for (int i = 0; i < codec->n_columns; i++)
	{
		const JbColumn *column = &codec->columns[i];
		const JbSlot *slot = &trace->frame->slots[column->slot];

		if (column->reader == JB_READER_DROPPED)
			continue;
		if (slot->kind > JB_NULL)
			trace_value(trace, column, slot);
		else
			tell(trace, "form", column->name, kind_names[slot->kind],
				 column->checks_null ? "NULL is checked by the domain" : NULL);
	}
}

/* jbind_trace(base, document): the base only says the row type. */
Datum
jbind_trace(PG_FUNCTION_ARGS)
{
	Oid type = getBaseType(get_fn_expr_argtype(fcinfo->flinfo, 0));
	JbTrace trace = {.result = (ReturnSetInfo *) fcinfo->resultinfo};
	struct varlena *document;
	const char *text;
	const char *end;

	if (get_typtype(type) != TYPTYPE_COMPOSITE)
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
						errmsg("first argument of %s must be a row type", "jbind_trace")));
	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(1))
		return (Datum) 0;

	document = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(1));
	text = VARDATA_ANY(document);
	end = text + VARSIZE_ANY_EXHDR(document);
	trace.frame = jb_frame_create(type, -1, CurrentMemoryContext);
	if (trace_scan(&trace, text, end))
		trace_form(&trace);
	else
		tell(&trace, "scan", NULL, "stock", "the scan gave up: the document goes to the stock function");
	return (Datum) 0;
}
