/*
 * stock.h
 *		PostgreSQL's own functions, called as the query would have called them.
 *
 * Whatever jbind can't or shouldn't do natively goes through here: the answer,
 * or the error, is stock's by construction.
 */
#ifndef JB_STOCK_H
#define JB_STOCK_H

#include "codec.h"

/* How a document comes. */
typedef enum JbSource
{
	JB_SOURCE_JSON,
	JB_SOURCE_TEXT, /* stock sees document::json */
	JB_SOURCE_JSONB
} JbSource;

/* One SQL function of jbind and the stock functions that it stands for. */
typedef struct JbFunction
{
	PGFunction stock_json; /* for json and text */
	PGFunction stock_jsonb;
	const char *json_name;
	const char *jsonb_name;
	bool has_base; /* the first argument is a record */
	bool is_set;
} JbFunction;

/*
 * Counts calls of what is not jbind's and may depend on more than the document:
 * input functions, domains' constraints, the stock functions.  While it stands
 * still, a record depends on its document only.
 */
extern uint64 jb_foreign_calls;

extern const JbFunction jb_populate_record;
extern const JbFunction jb_populate_recordset;
extern const JbFunction jb_to_record;
extern const JbFunction jb_to_recordset;

/* The stock function's name, as its errors say it. */
static inline const char *
jb_stock_name(const JbFunction *function, JbSource source)
{
	return source == JB_SOURCE_JSONB ? function->jsonb_name : function->json_name;
}

/*
 * Call the stock function with this call's arguments and context.  *flinfo
 * holds stock's cache for the call site and is set up at the first call; it
 * must be zeroed before and live in "context".
 */
extern Datum jb_stock_call(FunctionCallInfo fcinfo, const JbFunction *function, JbSource source,
						   FmgrInfo *flinfo, MemoryContext context);

/*
 * What stock makes of a nested object text .. text+length for a row type.
 */
extern Datum jb_stock_nested(Oid type, int32 typmod, HeapTupleHeader base, const char *text, Size length);

/*
 * Why a document text .. end, of a recordset or not, can't be bound: found out
 * after the fact, for the counters.
 */
extern JbStockReason jb_stock_reason(const char *text, const char *end, bool is_set);

/*
 * jbind can't make sense of this JSON text: let json_in() say why, without
 * return.
 */
pg_noreturn extern void jb_stock_refuse(const char *text, Size length);

/* json_in()'s error if text .. text+length is no JSON document, else nothing. */
extern void jb_stock_validate(const char *text, Size length);

#endif /* JB_STOCK_H */
