/*
 * record.c
 *		One document to one record: jbind_populate() and jbind_to_record().
 *
 * The two phases for one object: what the scan gives up on goes to stock as a
 * whole, with nothing done yet that could be done twice.
 */
#include "record.h"

#include "call.h"
#include "context.h"
#include "decode.h"
#include "funcapi.h"
#include "tuple.h"
#include "utils/builtins.h"

#define JB_CACHE_LINE 64

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
	Size		reach = Min(length, JB_PREFETCH_MAX) + JB_CACHE_LINE;

	for (Size i = 0; i <= reach; i += JB_CACHE_LINE)
		__builtin_prefetch(text - i - JB_CACHE_LINE);
}

/* Scan the document; false when stock has to take over. */
static inline bool
scan_document(JbFrame *frame, JbSource source, Datum datum)
{
	if (source == JB_SOURCE_JSONB)
	{
		Jsonb	   *value = DatumGetJsonbP(datum);

		if (!JB_ROOT_IS_OBJECT(value))
			return false;
		jb_decode_jsonb(frame, &value->root, VARSIZE(value) - VARHDRSZ);
	}
	else
	{
		struct varlena *value = PG_DETOAST_DATUM_PACKED(datum);
		const char *text = VARDATA_ANY(value);

		prefetch_below(text, VARSIZE_ANY_EXHDR(value));
		if (!jb_decode_document(frame, text, text + VARSIZE_ANY_EXHDR(value),
								source == JB_SOURCE_TEXT))
			return false;
	}
	/* beyond this, room for a row could not be asked for */
	return frame->text_length <= JB_DOCUMENT_MAX;
}

Datum
jb_record(FunctionCallInfo fcinfo, const JbFunction *function, JbSource source)
{
	JbCall	   *call = jb_call_get(fcinfo, function, source);
	int			document = jb_call_document_number(function);
	HeapTupleHeader base;
	HeapTupleHeader tuple;
	JbFrame    *frame;
	JbContext	context;

	if (unlikely(!jb_enabled || call->reason != NULL || PG_ARGISNULL(document)))
		return jb_call_stock(fcinfo, call);
	base = jb_call_base(fcinfo, call);
	frame = jb_call_frame(fcinfo, call, base);
	if (unlikely(frame == NULL))
		return jb_call_stock(fcinfo, call);
	if (unlikely(!scan_document(frame, source, PG_GETARG_DATUM(document))))
	{
		frame->codec->tally.stock_documents++;
		return jb_call_stock(fcinfo, call);
	}

	jb_context_push(&context, frame);
	jb_frame_enter(frame);
	if (unlikely(base != NULL && frame->empty))
		tuple = base;
	else
		tuple = jb_tuple_form(frame, base, true);
	jb_frame_leave(frame);
	frame->current = NULL;
	jb_call_check_domain(call, tuple);
	jb_context_pop(&context);
	PG_RETURN_DATUM(HeapTupleHeaderGetDatum(tuple));
}
