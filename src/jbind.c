/*
 * jbind.c
 *		The entry: magic, settings, and the SQL functions.
 *
 * A call site (fn_extra) is resolved once, as in stock: which row type, and a
 * frame for it.  Every document then takes the two phases, scan and form; what
 * the scan gives up on goes to the stock function as a whole.
 */
#include "compat.h"

#include "access/xact.h"
#include "cache.h"
#include "catalog/pg_type.h"
#include "decode.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "read_enum.h"
#include "stock.h"
#include "tuple.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

PG_MODULE_MAGIC;

static bool jbind_enabled = true;

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	DefineCustomBoolVariable("jbind.enabled",
							 "Lets jbind bind JSON with its compiled codecs.",
							 "When off, jbind's functions call PostgreSQL's own functions.",
							 &jbind_enabled, true, PGC_USERSET, 0, NULL, NULL, NULL);
	MarkGUCPrefixReserved("jbind");
}

/*
 * What needs a database.  Not done in _PG_init(), which may run in the
 * postmaster (shared_preload_libraries).
 */
static void
backend_init(void)
{
	static bool done = false;

	if (likely(done))
		return;
	jb_scan_encoding_is_utf8 = GetDatabaseEncoding() == PG_UTF8;
	jb_cache_init();
	jb_enum_init();
	done = true;
}


/* ---------------------------------------------------------- the call site */

/* What one call site keeps in fn_extra. */
typedef struct JbCall
{
	MemoryContext context;		/* fn_mcxt */
	const JbFunction *function;
	JbSource	source;
	Oid			argument_type;	/* declared type of the base */
	Oid			row_type;		/* of the rows; RECORDOID may differ by call */
	int32		row_typmod;
	bool		is_domain;		/* the argument is a domain over a row type */
	const char *reason;			/* why all calls go to stock, else NULL */
	void	   *domain_info;
	JbFrame    *frame;
	FmgrInfo	stock;
} JbCall;

/* The row type that the query says, for to_record() and null::record. */
static bool
row_type_from_query(FunctionCallInfo fcinfo, JbCall *call)
{
	TupleDesc	descriptor;

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
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, 0);
	Oid			base_type = type == InvalidOid ? type : getBaseType(type);

	call->argument_type = type;
	if (base_type != RECORDOID &&
		(type == InvalidOid || get_typtype(base_type) != TYPTYPE_COMPOSITE))
	{
		call->reason = "first argument is not a row type";
		return;
	}
	call->row_type = base_type;
	call->row_typmod = -1;
	call->is_domain = base_type != type;
}

static JbCall *
call_create(FunctionCallInfo fcinfo, const JbFunction *function, JbSource source)
{
	MemoryContext context = fcinfo->flinfo->fn_mcxt;
	JbCall	   *call = MemoryContextAllocZero(context, sizeof(JbCall));

	backend_init();
	call->context = context;
	call->function = function;
	call->source = source;
	if (function->has_base)
		row_type_from_argument(fcinfo, call);
	else if (!row_type_from_query(fcinfo, call))
		call->reason = "row type of the result is not known";
	fcinfo->flinfo->fn_extra = call;
	return call;
}

/*
 * Which row type has this call's base?  False when only stock can tell, or
 * complain.
 */
static bool
resolve_record_type(FunctionCallInfo fcinfo, JbCall *call, HeapTupleHeader base)
{
	if (!call->function->has_base || call->argument_type != RECORDOID)
		return true;
	if (base == NULL)
		return row_type_from_query(fcinfo, call);
	call->row_type = HeapTupleHeaderGetTypeId(base);
	call->row_typmod = HeapTupleHeaderGetTypMod(base);
	return true;
}

/* The call's frame, or one of its own for a call within a call. */
static JbFrame *
call_frame(JbCall *call)
{
	JbFrame    *frame = call->frame;

	if (likely(frame != NULL && frame->codec->type == call->row_type &&
			   (call->row_type != RECORDOID || frame->codec->typmod == call->row_typmod)))
	{
		if (likely(!frame->busy || !SubTransactionIsActive(frame->busy_in)))
			return frame;
		/* a CHECK constraint came back here: keep out of the outer call's way */
		return jb_frame_create(call->row_type, call->row_typmod, CurrentMemoryContext);
	}
	call->frame = jb_frame_create(call->row_type, call->row_typmod, call->context);
	return call->frame;
}


/* ------------------------------------------------------------ one record */

/* A document's bytes, detoasted. */
typedef struct JbDocument
{
	const char *text;
	const char *end;
} JbDocument;

static inline JbDocument
document_from_datum(Datum datum)
{
	struct varlena *value = PG_DETOAST_DATUM_PACKED(datum);
	JbDocument	document;

	document.text = VARDATA_ANY(value);
	document.end = document.text + VARSIZE_ANY_EXHDR(value);
	return document;
}

/* Form over the base, or the base itself where stock gives that. */
static HeapTupleHeader
form_over(JbFrame *frame, HeapTupleHeader base)
{
	HeapTupleHeader tuple;

	if (base != NULL && frame->empty)
		return base;
	if (likely(!frame->codec->runs_user_code))
		return jb_tuple_form(frame, base, true);

	frame->busy = true;
	frame->busy_in = GetCurrentSubTransactionId();
	tuple = jb_tuple_form(frame, base, true);
	frame->busy = false;
	return tuple;
}

static Datum
populate(FunctionCallInfo fcinfo, const JbFunction *function, JbSource source)
{
	JbCall	   *call = fcinfo->flinfo->fn_extra;
	int			document_number = function->has_base ? 1 : 0;
	HeapTupleHeader base = NULL;
	HeapTupleHeader tuple;
	JbDocument	document;
	JbFrame    *frame;

	if (unlikely(call == NULL))
		call = call_create(fcinfo, function, source);
	if (unlikely(!jbind_enabled || call->reason != NULL || PG_ARGISNULL(document_number)))
		return jb_stock_call(fcinfo, function, source, &call->stock, call->context);
	if (unlikely(function->has_base && !PG_ARGISNULL(0)))
		base = PG_GETARG_HEAPTUPLEHEADER(0);
	if (unlikely(!resolve_record_type(fcinfo, call, base)))
		return jb_stock_call(fcinfo, function, source, &call->stock, call->context);

	frame = call_frame(call);
	document = document_from_datum(PG_GETARG_DATUM(document_number));
	if (unlikely(!jb_decode_document(frame, document.text, document.end, source == JB_SOURCE_TEXT)))
		return jb_stock_call(fcinfo, function, source, &call->stock, call->context);

	tuple = form_over(frame, base);
	if (unlikely(call->is_domain))
		domain_check(HeapTupleHeaderGetDatum(tuple), false, call->argument_type,
					 &call->domain_info, call->context);
	PG_RETURN_DATUM(HeapTupleHeaderGetDatum(tuple));
}

JB_SQL_FUNCTION(jbind_populate_json);
Datum
jbind_populate_json(PG_FUNCTION_ARGS)
{
	return populate(fcinfo, &jb_populate_record, JB_SOURCE_JSON);
}

JB_SQL_FUNCTION(jbind_populate_text);
Datum
jbind_populate_text(PG_FUNCTION_ARGS)
{
	return populate(fcinfo, &jb_populate_record, JB_SOURCE_TEXT);
}
