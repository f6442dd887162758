/*
 * record.c
 *		One document to one record: jbind_populate() and jbind_to_record().
 *
 * The two phases for one object: what the scan gives up on goes to stock as a
 * whole, with nothing done yet that could be done twice.
 */
#include "record.h"

#include "cache.h"
#include "call.h"
#include "context.h"
#include "decode.h"
#include "funcapi.h"
#include "inplace.h"
#include "memo.h"
#include "tuple.h"
#include "utils/builtins.h"

/* bytes of the next document to ask for; longer ones come by themselves */
#define JB_PREFETCH_MAX 2048

/*
 * A sequential scan hands out documents at descending addresses, so the next one
 * lies most likely below this one.  Asking the memory for it now costs little
 * and saves a document's worth of cache misses.
 */
static inline void
prefetch_below(const char *text, Size length)
{
	Size reach = Min(length, JB_PREFETCH_MAX) + JB_CACHE_LINE;

	for (Size i = 0; i <= reach; i += JB_CACHE_LINE)
		__builtin_prefetch(text - i - JB_CACHE_LINE);
}

/*
 * Scan a jsonb document; false when stock has to take over.  If it could be bound
 * on the way, *tuple is the row.
 */
static inline bool
scan_jsonb(JbFrame *frame, Datum datum, bool has_base, HeapTupleHeader *tuple)
{
	Jsonb *value;
	Size length;

	prefetch_below((const char *) DatumGetPointer(datum), VARSIZE_ANY(DatumGetPointer(datum)));
	value = DatumGetJsonbP(datum);
	length = VARSIZE(value) - VARHDRSZ;
	if (!JB_ROOT_IS_OBJECT(value))
		return false;
	if (likely(!has_base && jb_inplace_is_due(frame->codec->inplace)))
	{
		*tuple = jb_inplace_jsonb(frame, &value->root, length, true);
		if (likely(*tuple != NULL))
			return true;
	}
	jb_decode_jsonb(frame, &value->root, length);
	/* beyond this, room for a row could not be asked for */
	return frame->text_length <= JB_DOCUMENT_MAX;
}

/*
 * Scan a document that is text; false when stock has to take over.  If it could
 * be bound on the way, *tuple is the row.
 */
static inline bool
scan_text(JbFrame *frame, JbSource source, Datum datum, bool has_base, HeapTupleHeader *tuple)
{
	struct varlena *value = PG_DETOAST_DATUM_PACKED(datum);
	const char *text = VARDATA_ANY(value);
	const char *end = text + VARSIZE_ANY_EXHDR(value);
	bool validating = source == JB_SOURCE_TEXT;

	prefetch_below(text, end - text);
	if (likely(!has_base && jb_inplace_is_due(frame->codec->inplace)))
	{
		*tuple = jb_inplace_document(frame, text, end, validating);
		if (likely(*tuple != NULL))
			return true;
	}
	return jb_decode_document(frame, text, end, validating) && frame->text_length <= JB_DOCUMENT_MAX;
}

/* The second phase, where readers may do anything. */
static pg_noinline HeapTupleHeader
form_tuple(JbCall *call, JbFrame *frame, HeapTupleHeader base)
{
	HeapTupleHeader tuple;
	JbContext context;

	jb_context_push(&context, frame);
	jb_frame_enter(frame);
	tuple = jb_tuple_form(frame, base, true);
	jb_frame_leave(frame);
	frame->current = NULL;
	jb_call_check_domain(call, tuple);
	jb_context_pop(&context);
	return tuple;
}

/* The document's record, or NULL when stock has to take over. */
static inline HeapTupleHeader
bind_document(JbCall *call, JbFrame *frame, HeapTupleHeader base, Datum document)
{
	HeapTupleHeader tuple = NULL;
	bool scanned;

	if (call->source == JB_SOURCE_JSONB)
		scanned = scan_jsonb(frame, document, base != NULL, &tuple);
	else
		scanned = scan_text(frame, call->source, document, base != NULL, &tuple);
	if (unlikely(!scanned))
		return NULL;
	if (unlikely(tuple == NULL))
		return form_tuple(call, frame, base);
	jb_call_check_domain(call, tuple);
	return tuple;
}

/* Have all row types been the same since the call site was made? */
static inline bool
sees_current_types(const JbCall *call)
{
	return call->generation == jb_cache_generation;
}

/*
 * The same while documents come several times.  A call site keeps the nested row
 * types that it saw first, so it shares records only while none has changed.
 */
static pg_noinline HeapTupleHeader
bind_repeated(JbCall *call, JbFrame *frame, Datum document, const JbMemoKey *key)
{
	HeapTupleHeader tuple = sees_current_types(call) ? jb_memo_find(frame->codec->memo, key) : NULL;
	uint64 foreign_calls = jb_foreign_calls;

	if (likely(tuple != NULL))
	{
		frame->codec->tally.memo_hits++;
		jb_call_check_domain(call, tuple);
		return tuple;
	}
	tuple = bind_document(call, frame, NULL, document);
	if (tuple != NULL)
		jb_memo_keep(frame, key, tuple, jb_foreign_calls == foreign_calls && sees_current_types(call));
	return tuple;
}

Datum
jb_record(FunctionCallInfo fcinfo, const JbFunction *function, JbSource source)
{
	JbCall *call = jb_call_get(fcinfo, function, source);
	int document = jb_call_document_number(function);
	HeapTupleHeader base;
	HeapTupleHeader tuple;
	JbFrame *frame;
	JbMemoKey key;

	if (unlikely(!jb_enabled || call->reason != NULL || PG_ARGISNULL(document)))
		return jb_call_stock(fcinfo, call);
	base = jb_call_base(fcinfo, call);
	frame = jb_call_frame(fcinfo, call, base);
	if (unlikely(frame == NULL))
		return jb_call_stock(fcinfo, call);

	jb_memo_key(&key, call, call->context, call->generation, source, PG_GETARG_DATUM(document));
	if (unlikely(base == NULL && jb_memo_is_armed(frame->codec->memo, &key)))
		tuple = bind_repeated(call, frame, PG_GETARG_DATUM(document), &key);
	else
		tuple = bind_document(call, frame, base, PG_GETARG_DATUM(document));
	if (unlikely(tuple == NULL))
		return jb_call_bail(fcinfo, call, frame);
	PG_RETURN_DATUM(HeapTupleHeaderGetDatum(tuple));
}
