/*
 * recordset.c
 *		An array of objects to rows: jbind_populate_recordset() and
 *		jbind_to_recordset().
 *
 * Rows stream: an object is scanned, formed in the frame's scratch row, copied
 * into the tuplestore, and its memory is given back before the next one.
 *
 * Two things need care, as stock sees the document in another way:
 *
 *	- When the scan gives up half way, stock does the whole call again.  That is
 *	  only sound if nothing has happened yet that can be seen, so where a codec
 *	  runs foreign code the whole document is scanned once before the first row.
 *	- A text document is checked by json_in() before its first row is read, so an
 *	  error of a row must wait until the rest is known to be valid JSON.
 */
#include "recordset.h"

#include "call.h"
#include "context.h"
#include "decode.h"
#include "funcapi.h"
#include "inplace.h"
#include "miscadmin.h"
#include "tuple.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

typedef struct JbSet
{
	JbCall *call;
	JbFrame *frame;
	HeapTupleHeader base;
	Tuplestorestate *store;
	MemoryContext row_context; /* reset with each row */
	const char *text;		   /* of the document; NULL for jsonb */
	const char *end;
	bool validating;
	bool scanned;  /* the whole document has been scanned before */
	bool in_place; /* rows need no base and no check */
	JbContext context;
} JbSet;


/* ----------------------------------------------------------------- rows */

static void
put_tuple(JbSet *set, HeapTupleHeader row)
{
	HeapTupleData tuple;

	tuple.t_data = row;
	tuple.t_len = HeapTupleHeaderGetDatumLength(row);
	ItemPointerSetInvalid(&tuple.t_self);
	tuple.t_tableOid = InvalidOid;
	tuplestore_puttuple(set->store, &tuple);
}

/* The frame's slots become a row of the result. */
static void
put_row(JbSet *set)
{
	JbFrame *frame = set->frame;
	MemoryContext outer = MemoryContextSwitchTo(set->row_context);
	HeapTupleHeader row;

	set->context.row++;
	frame->current = NULL;
	row = jb_tuple_form(frame, set->base, false);
	frame->current = NULL;
	jb_call_check_domain(set->call, row);
	put_tuple(set, row);
	jb_row_shrink(&frame->scratch);
	MemoryContextSwitchTo(outer);
	MemoryContextReset(set->row_context);
}

static void
refuse_element(JbSet *set)
{
	set->context.row++;
	set->frame->current = NULL;
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("argument of %s must be an array of objects",
						   jb_stock_name(set->call->function, set->call->source))));
}


/* ----------------------------------------------------------------- text */

/* The element at "at" in one pass; the byte behind it, or NULL to step back. */
static inline const char *
take_in_place(JbSet *set, const char *at)
{
	HeapTupleHeader row = jb_inplace_object(set->frame, &at, set->end, 1, set->validating);

	if (row == NULL)
		return NULL;
	set->context.row++;
	put_tuple(set, row);
	return at;
}

/*
 * One element at "at" becomes a row.  Returns the byte behind it, or NULL to
 * give up.
 */
static inline const char *
take_text_element(JbSet *set, const char *at)
{
	const char *after;

	if (unlikely(at < set->end && *at != '{' && set->scanned))
		refuse_element(set);
	if (set->in_place && jb_inplace_is_due(set->frame->codec->inplace))
	{
		after = take_in_place(set, at);
		if (likely(after != NULL))
			return after;
	}
	at = jb_decode_object(set->frame, at, set->end, 1, set->validating);
	if (unlikely(at == NULL || set->frame->text_length > JB_DOCUMENT_MAX))
		return NULL;
	put_row(set);
	return at;
}

/* All elements, and that nothing follows; false to give up. */
static bool
take_text(JbSet *set)
{
	const char *end = set->end;
	const char *at = jb_scan_space(set->text, end);

	if (at >= end || *at != '[')
		return false;
	at = jb_scan_space(at + 1, end);
	if (at < end && *at == ']')
		return jb_scan_space(at + 1, end) == end;

	for (;;)
	{
		CHECK_FOR_INTERRUPTS();
		at = take_text_element(set, at);
		if (at == NULL)
			return false;
		at = jb_scan_space(at, end);
		if (at >= end || (*at != ',' && *at != ']'))
			return false;
		if (*at++ == ']')
			return jb_scan_space(at, end) == end;
		at = jb_scan_space(at, end);
	}
}

/* Errors that say nothing about the document must not be held up. */
static bool
is_about_document(const ErrorData *error)
{
	int class = ERRCODE_TO_CATEGORY(error->sqlerrcode);

	return class != ERRCODE_TO_CATEGORY(ERRCODE_OPERATOR_INTERVENTION) &&
		   class != ERRCODE_TO_CATEGORY(ERRCODE_INSUFFICIENT_RESOURCES);
}

/* A row of unchecked text has failed: bad JSON further on comes first. */
static void
raise_in_order(JbSet *set, MemoryContext context)
{
	ErrorData *error;

	jb_context_pop(&set->context);
	MemoryContextSwitchTo(context);
	error = CopyErrorData();
	FlushErrorState();
	if (is_about_document(error) && !jb_scan_is_valid(set->text, set->end))
		jb_stock_validate(set->text, set->end - set->text);
	ReThrowError(error);
}

static bool
take_unchecked_text(JbSet *set)
{
	MemoryContext context = CurrentMemoryContext;
	volatile bool done = false;

	PG_TRY();
	{
		done = take_text(set);
	}
	PG_CATCH();
	{
		raise_in_order(set, context);
	}
	PG_END_TRY();
	return done;
}

/* Scan all of the document before the first row; false to give up. */
static bool
scan_ahead(JbSet *set)
{
	const char *at = jb_scan_space(set->text, set->end);

	if (at >= set->end || *at != '[')
		return false;
	at = set->validating ? jb_scan_container_validating(at, set->end, 0)
						 : jb_scan_container_trusting(at, set->end, 0);
	set->validating = false;
	set->scanned = true;
	return at != NULL && jb_scan_space(at, set->end) == set->end;
}

static bool
take_text_document(JbSet *set, Datum datum)
{
	struct varlena *value = PG_DETOAST_DATUM_PACKED(datum);

	set->text = VARDATA_ANY(value);
	set->end = set->text + VARSIZE_ANY_EXHDR(value);
	set->validating = set->call->source == JB_SOURCE_TEXT;
	if ((set->frame->codec->runs_foreign_code || set->call->is_domain) && !scan_ahead(set))
		return false;
	return set->validating ? take_unchecked_text(set) : take_text(set);
}


/* ---------------------------------------------------------------- jsonb */

static inline void
take_jsonb_element(JbSet *set, const JsonbContainer *object, Size length)
{
	if (set->in_place && jb_inplace_is_due(set->frame->codec->inplace))
	{
		HeapTupleHeader row = jb_inplace_jsonb(set->frame, object, length, false);

		if (likely(row != NULL))
		{
			set->context.row++;
			put_tuple(set, row);
			return;
		}
	}
	jb_decode_jsonb(set->frame, object, length);
	put_row(set);
}

static bool
take_jsonb_document(JbSet *set, Datum datum)
{
	Jsonb *value = DatumGetJsonbP(datum);
	JbJsonbElements elements;
	JbSlot slot;

	if (!JB_ROOT_IS_ARRAY(value) || JB_ROOT_IS_SCALAR(value))
		return false;
	jb_jsonb_elements_begin(&elements, &value->root);
	while (jb_jsonb_elements_next(&elements, &slot))
	{
		CHECK_FOR_INTERRUPTS();
		if (slot.kind != JB_BINARY_OBJECT)
			refuse_element(set);
		take_jsonb_element(set, (const JsonbContainer *) slot.text, slot.length);
	}
	return true;
}


/* ------------------------------------------------------------------ call */

static bool
can_materialize(FunctionCallInfo fcinfo)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;

	return result != NULL && IsA(result, ReturnSetInfo) && (result->allowedModes & SFRM_Materialize) != 0;
}

static Tuplestorestate *
begin_store(ReturnSetInfo *result)
{
	MemoryContext outer = MemoryContextSwitchTo(result->econtext->ecxt_per_query_memory);
	Tuplestorestate *store =
		tuplestore_begin_heap((result->allowedModes & SFRM_Materialize_Random) != 0, false, work_mem);

	MemoryContextSwitchTo(outer);
	return store;
}

/* All rows into set->store; false when stock has to do it all again. */
static bool
take_document(JbSet *set, Datum datum)
{
	bool done;

	set->in_place = set->base == NULL && !set->call->is_domain;
	set->row_context = AllocSetContextCreate(CurrentMemoryContext, "jbind row", ALLOCSET_DEFAULT_SIZES);
	jb_context_push(&set->context, set->frame);
	jb_frame_enter(set->frame);
	if (set->call->source == JB_SOURCE_JSONB)
		done = take_jsonb_document(set, datum);
	else
		done = take_text_document(set, datum);
	jb_frame_leave(set->frame);
	jb_context_pop(&set->context);
	MemoryContextDelete(set->row_context);
	return done;
}

Datum
jb_recordset(FunctionCallInfo fcinfo, const JbFunction *function, JbSource source)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	JbCall *call = jb_call_get(fcinfo, function, source);
	int document = jb_call_document_number(function);
	JbSet set = {.call = call};

	if (!jb_enabled || call->reason != NULL || !can_materialize(fcinfo) || PG_ARGISNULL(document))
		return jb_call_stock(fcinfo, call);
	set.base = jb_call_base(fcinfo, call);
	set.frame = jb_call_frame(fcinfo, call, set.base);
	if (set.frame == NULL)
		return jb_call_stock(fcinfo, call);

	set.store = begin_store(result);
	if (!take_document(&set, PG_GETARG_DATUM(document)))
	{
		tuplestore_end(set.store);
		return jb_call_bail(fcinfo, call, set.frame);
	}
	result->returnMode = SFRM_Materialize;
	result->setResult = set.store;
	/* the executor frees this one */
	result->setDesc = CreateTupleDescCopy(set.frame->codec->descriptor);
	PG_RETURN_NULL();
}
