/*
 * call.c
 *		A call site: what one use of a jbind function in a query keeps.
 */
#include "call.h"

#include "access/xact.h"
#include "cache.h"
#include "catalog/pg_type.h"
#include "decode.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/* row types that one call site keeps frames for */
#define JB_CALL_FRAMES_MAX 16

/* The row type that the query says, for to_record() and null::record. */
static bool
row_type_from_query(FunctionCallInfo fcinfo, JbCall *call)
{
	TupleDesc descriptor;

	if (get_call_result_type(fcinfo, NULL, &descriptor) != TYPEFUNC_COMPOSITE)
		return false;
	if (descriptor->tdtypeid == RECORDOID && descriptor->tdtypmod < 0)
		descriptor = BlessTupleDesc(CreateTupleDescCopy(descriptor));
	call->row_type = descriptor->tdtypeid;
	call->row_typmod = descriptor->tdtypmod;
	return true;
}

static void
row_type_from_argument(FunctionCallInfo fcinfo, JbCall *call)
{
	Oid type = get_fn_expr_argtype(fcinfo->flinfo, 0);
	Oid base_type = type == InvalidOid ? type : getBaseType(type);

	call->argument_type = type;
	if (base_type != RECORDOID && (type == InvalidOid || get_typtype(base_type) != TYPTYPE_COMPOSITE))
	{
		call->reason = "the first argument is not of a row type";
		return;
	}
	call->row_type = base_type;
	call->row_typmod = -1;
	call->is_domain = base_type != type;
}

static pg_noinline JbCall *
call_create(FunctionCallInfo fcinfo, const JbFunction *function, JbSource source)
{
	MemoryContext context = fcinfo->flinfo->fn_mcxt;
	JbCall *call = MemoryContextAllocZero(context, sizeof(JbCall));

	call->context = context;
	call->function = function;
	call->source = source;
	call->generation = jb_cache_generation;
	if (function->has_base)
		row_type_from_argument(fcinfo, call);
	else if (!row_type_from_query(fcinfo, call))
		call->reason = "the query does not say the row type";
	fcinfo->flinfo->fn_extra = call;
	return call;
}

JbCall *
jb_call_get(FunctionCallInfo fcinfo, const JbFunction *function, JbSource source)
{
	JbCall *call = fcinfo->flinfo->fn_extra;

	return likely(call != NULL) ? call : call_create(fcinfo, function, source);
}

HeapTupleHeader
jb_call_base(FunctionCallInfo fcinfo, const JbCall *call)
{
	if (!call->function->has_base || PG_ARGISNULL(0))
		return NULL;
	return PG_GETARG_HEAPTUPLEHEADER(0);
}

Datum
jb_call_stock(FunctionCallInfo fcinfo, JbCall *call)
{
	return jb_stock_call(fcinfo, call->function, call->source, &call->stock, call->context);
}

/* The scan doesn't say what it met, so the document is looked at again. */
static JbStockReason
bail_reason(const JbCall *call, const JbFrame *frame, Datum document)
{
	struct varlena *value;
	const char *text;

	if (frame->text_length > JB_DOCUMENT_MAX)
		return JB_STOCK_TOO_LONG;
	if (call->source == JB_SOURCE_JSONB)
		return call->function->is_set ? JB_STOCK_NOT_ARRAY : JB_STOCK_NOT_OBJECT;
	value = PG_DETOAST_DATUM_PACKED(document);
	text = VARDATA_ANY(value);
	return jb_stock_reason(text, text + VARSIZE_ANY_EXHDR(value), call->function->is_set);
}

Datum
jb_call_bail(FunctionCallInfo fcinfo, JbCall *call, JbFrame *frame)
{
	Datum document = PG_GETARG_DATUM(jb_call_document_number(call->function));

	frame->codec->tally.stock_documents[bail_reason(call, frame, document)]++;
	frame->text_length = 0;
	return jb_call_stock(fcinfo, call);
}

/* A base declared as record: its type may be another one at each call. */
static bool
resolve_record_type(FunctionCallInfo fcinfo, JbCall *call, HeapTupleHeader base)
{
	if (base == NULL)
		return row_type_from_query(fcinfo, call);
	call->row_type = HeapTupleHeaderGetTypeId(base);
	call->row_typmod = HeapTupleHeaderGetTypMod(base);
	return true;
}

static inline bool
frame_fits(const JbFrame *frame, const JbCall *call)
{
	return frame->codec->type == call->row_type &&
		   (call->row_type != RECORDOID || frame->codec->typmod == call->row_typmod);
}

/*
 * Another row type than last time: that of an earlier call, or a new one.  Where
 * each row brings a type of its own, the frames kept are limited.
 *
 * Stock looks a row type up anew when it isn't that of the call before
 * (populate_record_worker() in jsonfuncs.c), and with it all inside.  What was
 * kept is as good while no type has changed.
 */
static pg_noinline JbFrame *
switch_frame(JbCall *call)
{
	JbFrame *frame;

	if (unlikely(call->generation != jb_cache_generation))
	{
		/* they stay where they are: one may be at work further up */
		call->frames = NULL;
		call->generation = jb_cache_generation;
	}
	for (frame = call->frames; frame != NULL; frame = frame->next)
		if (frame_fits(frame, call))
			return call->frame = frame;
	if (call->n_frames >= JB_CALL_FRAMES_MAX)
		return jb_frame_create(call->row_type, call->row_typmod, CurrentMemoryContext);

	frame = jb_frame_create(call->row_type, call->row_typmod, call->context);
	frame->next = call->frames;
	call->frames = frame;
	call->n_frames++;
	return call->frame = frame;
}

JbFrame *
jb_call_frame(FunctionCallInfo fcinfo, JbCall *call, HeapTupleHeader base)
{
	JbFrame *frame;

	if (unlikely(call->argument_type == RECORDOID) && !resolve_record_type(fcinfo, call, base))
		return NULL;
	frame = call->frame;
	if (likely(frame != NULL))
		jb_cache_prefetch(frame);
	if (unlikely(frame == NULL || !frame_fits(frame, call)))
		frame = switch_frame(call);
	if (likely(!frame->busy || !SubTransactionIsActive(frame->busy_in)))
		return frame;
	return jb_frame_create(call->row_type, call->row_typmod, CurrentMemoryContext);
}

void
jb_frame_enter(JbFrame *frame)
{
	if (!frame->codec->runs_foreign_code)
		return;
	frame->busy = true;
	frame->busy_in = GetCurrentSubTransactionId();
}

void
jb_frame_leave(JbFrame *frame)
{
	frame->busy = false;
}

void
jb_call_check_domain(JbCall *call, HeapTupleHeader tuple)
{
	if (likely(!call->is_domain))
		return;
	domain_check(HeapTupleHeaderGetDatum(tuple), false, call->argument_type, &call->domain_info,
				 call->context);
}
