/*
 * call.h
 *		A call site: what one use of a jbind function in a query keeps.
 *
 * It is resolved once and lives in fn_extra, as in stock: which row type, from
 * the base argument or from the query, and a frame for it.
 */
#ifndef JB_CALL_H
#define JB_CALL_H

#include "reader.h"
#include "stock.h"

typedef struct JbCall
{
	MemoryContext context; /* fn_mcxt */
	const JbFunction *function;
	uint64 generation; /* of row types (jb_cache_generation), when this was made */
	JbSource source;
	Oid argument_type; /* declared type of the base */
	Oid row_type;	   /* of the rows; may differ by call for records */
	int32 row_typmod;
	bool is_domain;		/* the argument is a domain over a row type */
	const char *reason; /* why all calls go to stock, else NULL */
	void *domain_info;
	JbFrame *frame;	 /* the one used last */
	JbFrame *frames; /* all of this call site, linked by next */
	int n_frames;
	FmgrInfo stock; /* stock's own call site */
} JbCall;

/* The call site of this call, made at the first one. */
extern JbCall *jb_call_get(FunctionCallInfo fcinfo, const JbFunction *function, JbSource source);

/*
 * The frame to use for a call with this base (NULL for none), or NULL when only
 * stock can tell the row type, or complain.  If the call site is busy with an
 * outer call the frame is one of its own, in the current context.
 */
extern JbFrame *jb_call_frame(FunctionCallInfo fcinfo, JbCall *call, HeapTupleHeader base);

/* Hand the whole call to stock. */
extern Datum jb_call_stock(FunctionCallInfo fcinfo, JbCall *call);

/* The same after the scan gave up, which is counted with its reason. */
extern Datum jb_call_bail(FunctionCallInfo fcinfo, JbCall *call, JbFrame *frame);

/* The base argument, or NULL. */
extern HeapTupleHeader jb_call_base(FunctionCallInfo fcinfo, const JbCall *call);

/* If the call's type is a domain over the row type, its constraints. */
extern void jb_call_check_domain(JbCall *call, HeapTupleHeader tuple);

/*
 * While readers run that may call foreign code, which may come back to this very
 * call site.  An error leaves the frame busy; that it was aborted shows when it
 * is next asked for.
 */
extern void jb_frame_enter(JbFrame *frame);
extern void jb_frame_leave(JbFrame *frame);

/* Where the document is among the arguments. */
static inline int
jb_call_document_number(const JbFunction *function)
{
	return function->has_base ? 1 : 0;
}

#endif /* JB_CALL_H */
