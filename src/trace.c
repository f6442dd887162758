/*
 * trace.c
 *		jbind_trace(): step by step what a bind does with one document.
 *
 * The steps of the fused loop and of the form phase, told instead of done in
 * passing: the same matcher, scanner and readers, called one by one.  What it
 * teaches the matcher is what the bind would have taught it; the codec's counters
 * know nothing of it.
 *
 * An error is a step as well, the last one: whatever may raise one runs in a
 * subtransaction of its own.
 */
#include "cache.h"

#include "access/xact.h"
#include "catalog/pg_type_d.h"
#include "decode.h"
#include "funcapi.h"
#include "rows.h"
#include "stock.h"
#include "tuple.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/resowner.h"
#include "utils/tuplestore.h"

JB_SQL_FUNCTION(jbind_trace);

typedef struct JbTrace
{
	ReturnSetInfo *result;
	JbFrame *frame;
	Oid type; /* the row type, or a domain over it */
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

/* Not to be taken for an answer: somebody wants the statement to end. */
static bool
is_interruption(const ErrorData *error)
{
	return ERRCODE_TO_CATEGORY(error->sqlerrcode) == ERRCODE_OPERATOR_INTERVENTION;
}

/*
 * Do what may raise an error.  False if it did, which then is told as a step.
 * Only plain data may come out of it, as it happens in a subtransaction.
 */
static bool
try_step(JbTrace *trace, const char *phase, const char *name, void (*work)(void *), void *argument)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	ErrorData *volatile error = NULL;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		work(argument);
		ReleaseCurrentSubTransaction();
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
	}
	PG_END_TRY();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = owner;
	if (error == NULL)
		return true;
	if (is_interruption(error))
		ReThrowError(error);
	tell(trace, phase, name, "error",
		 psprintf("%s: %s", unpack_sql_state(error->sqlerrcode), error->message));
	return false;
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

/* A column that is being read. */
typedef struct JbReading
{
	JbFrame *frame;
	const JbColumn *column;
	const JbSlot *slot;
} JbReading;

/* The same reading that the form phase does, into a row that nobody sees. */
static void
read_value(void *argument)
{
	const JbReading *reading = argument;
	JbFrame *frame = reading->frame;
	JbRow row = {.context = CurrentMemoryContext};

	row.reserve = frame->codec->fixed_bound + reading->slot->length;
	jb_row_grow(&row, 0, row.reserve);
	frame->row = &row;
	jb_read_value(frame, reading->column, reading->slot, row.data);
	pfree(row.data);
}

static void
check_null(void *argument)
{
	const JbReading *reading = argument;

	jb_check_null(reading->frame, reading->column);
}

static bool
trace_value(JbTrace *trace, JbReading *reading)
{
	const JbColumn *column = reading->column;
	const JbTally *tally = &reading->frame->codec->tally;
	uint64 stock_values = tally->stock_values;
	const char *reader = jb_reader_names[column->reader];

	if (!try_step(trace, "form", column->name, read_value, reading))
		return false;
	if (tally->stock_values == stock_values)
		tell(trace, "form", column->name, "native", reader);
	else
		tell(trace, "form", column->name, "stock",
			 column->reason ? column->reason
							: psprintf("reader %s left the value to the input function", reader));
	return true;
}

static bool
trace_column(JbTrace *trace, const JbColumn *column)
{
	JbReading reading = {trace->frame, column, &trace->frame->slots[column->slot]};

	if (reading.slot->kind > JB_NULL)
		return trace_value(trace, &reading);
	if (column->checks_null && !try_step(trace, "form", column->name, check_null, &reading))
		return false;
	tell(trace, "form", column->name, kind_names[reading.slot->kind],
		 column->checks_null ? "NULL is checked by the domain" : NULL);
	return true;
}

/* False if an error ended it. */
static bool
trace_form(JbTrace *trace)
{
	const JbCodec *codec = trace->frame->codec;

	for (int i = 0; i < codec->n_columns; i++)
		if (codec->columns[i].reader != JB_READER_DROPPED && !trace_column(trace, &codec->columns[i]))
			return false;
	return true;
}

static void
check_row(void *argument)
{
	const JbTrace *trace = argument;
	HeapTupleHeader row = jb_tuple_form(trace->frame, NULL, true);

	domain_check(HeapTupleHeaderGetDatum(row), false, trace->type, NULL, NULL);
}

/* If the base is of a domain over the row type, its constraints. */
static void
trace_domain(JbTrace *trace)
{
	if (getBaseType(trace->type) != trace->type && try_step(trace, "check", NULL, check_row, trace))
		tell(trace, "check", NULL, "passed", format_type_be(trace->type));
}

/* A document that the scan left to stock. */
typedef struct JbStockCall
{
	JbFrame *frame;
	const char *text;
	const char *end;
} JbStockCall;

static void
call_stock(void *argument)
{
	const JbStockCall *call = argument;
	const JbCodec *codec = call->frame->codec;

	jb_stock_nested(codec->type, codec->typmod, NULL, call->text, call->end - call->text);
}

static void
trace_stock(JbTrace *trace, const char *text, const char *end)
{
	JbStockCall call = {trace->frame, text, end};

	tell(trace, "scan", NULL, "stock", "the scan gave up: the document goes to the stock function");
	if (trace->frame->codec->type != RECORDOID && try_step(trace, "stock", NULL, call_stock, &call))
		tell(trace, "stock", NULL, "bound", NULL);
}

/* The row type's frame; of a record's base, if it is known only by its value. */
static JbFrame *
frame_of_base(FunctionCallInfo fcinfo, Oid type)
{
	HeapTupleHeader base;

	if (type != RECORDOID && get_typtype(type) != TYPTYPE_COMPOSITE)
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
						errmsg("first argument of %s must be a row type", "jbind_trace")));
	if (type != RECORDOID)
		return jb_frame_create_silently(type, -1, CurrentMemoryContext);
	if (PG_ARGISNULL(0))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("could not determine row type for result of %s", "jbind_trace"),
						errhint("Provide a non-null record argument.")));
	base = PG_GETARG_HEAPTUPLEHEADER(0);
	return jb_frame_create_silently(HeapTupleHeaderGetTypeId(base), HeapTupleHeaderGetTypMod(base),
									CurrentMemoryContext);
}

static void
trace_document(JbTrace *trace, const char *text, const char *end)
{
	if (!trace_scan(trace, text, end))
		trace_stock(trace, text, end);
	else if (trace_form(trace))
		trace_domain(trace);
}

/* jbind_trace(base, document): the base only says the row type. */
Datum
jbind_trace(PG_FUNCTION_ARGS)
{
	JbTrace trace = {.result = (ReturnSetInfo *) fcinfo->resultinfo,
					 .type = get_fn_expr_argtype(fcinfo->flinfo, 0)};
	struct varlena *document;
	JbCodec *codec;
	JbTally tally;
	JbMatcherTally keys;

	jb_rows_begin(fcinfo);
	trace.frame = frame_of_base(fcinfo, getBaseType(trace.type));
	if (PG_ARGISNULL(1))
		return (Datum) 0;

	document = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(1));
	codec = trace.frame->codec;
	tally = codec->tally;
	keys = codec->matcher->tally;
	PG_TRY();
	{
		trace_document(&trace, VARDATA_ANY(document),
					   (char *) VARDATA_ANY(document) + VARSIZE_ANY_EXHDR(document));
	}
	PG_FINALLY();
	{
		codec->tally = tally;
		codec->matcher->tally = keys;
	}
	PG_END_TRY();
	return (Datum) 0;
}
