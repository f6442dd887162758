/*
 * stock.c
 *		PostgreSQL's own functions, called as the query would have called them.
 */
#include "stock.h"

#include "catalog/pg_type_d.h"
#include "nodes/makefuncs.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"

uint64 jb_foreign_calls = 0;

const JbFunction jb_populate_record = {.stock_json = json_populate_record,
									   .stock_jsonb = jsonb_populate_record,
									   .json_name = "json_populate_record",
									   .jsonb_name = "jsonb_populate_record",
									   .has_base = true};

const JbFunction jb_populate_recordset = {.stock_json = json_populate_recordset,
										  .stock_jsonb = jsonb_populate_recordset,
										  .json_name = "json_populate_recordset",
										  .jsonb_name = "jsonb_populate_recordset",
										  .has_base = true,
										  .is_set = true};

const JbFunction jb_to_record = {.stock_json = json_to_record,
								 .stock_jsonb = jsonb_to_record,
								 .json_name = "json_to_record",
								 .jsonb_name = "jsonb_to_record"};

const JbFunction jb_to_recordset = {.stock_json = json_to_recordset,
									.stock_jsonb = jsonb_to_recordset,
									.json_name = "json_to_recordset",
									.jsonb_name = "jsonb_to_recordset",
									.is_set = true};

static Datum
text_to_json(const char *text, Size length)
{
	char *string = palloc(length + 1);

	memcpy(string, text, length);
	string[length] = '\0';
	return DirectFunctionCall1(json_in, CStringGetDatum(string));
}

/*
 * The stock function finds out about its call through fn_expr and fn_oid; ours
 * have arguments of the same types at the same places, so they serve as they
 * are.
 */
static void
setup_stock(FmgrInfo *flinfo, FmgrInfo *ours, PGFunction function, MemoryContext context)
{
	fmgr_info_copy(flinfo, ours, context);
	flinfo->fn_addr = function;
	flinfo->fn_extra = NULL;
}

Datum
jb_stock_call(FunctionCallInfo fcinfo, const JbFunction *function, JbSource source, FmgrInfo *flinfo,
			  MemoryContext context)
{
	LOCAL_FCINFO(stock, 2);
	NullableDatum *document;
	Datum result;

	if (flinfo->fn_addr == NULL)
		setup_stock(flinfo, fcinfo->flinfo,
					source == JB_SOURCE_JSONB ? function->stock_jsonb : function->stock_json, context);

	InitFunctionCallInfoData(*stock, flinfo, function->has_base ? 2 : 1, fcinfo->fncollation, fcinfo->context,
							 fcinfo->resultinfo);
	for (int i = 0; i < stock->nargs; i++)
		stock->args[i] = fcinfo->args[i];

	document = &stock->args[stock->nargs - 1];
	if (source == JB_SOURCE_TEXT && !document->isnull)
	{
		struct varlena *text = PG_DETOAST_DATUM_PACKED(document->value);

		document->value = text_to_json(VARDATA_ANY(text), VARSIZE_ANY_EXHDR(text));
	}
	result = FunctionCallInvoke(stock);
	fcinfo->isnull = stock->isnull;
	return result;
}

Datum
jb_stock_nested(Oid type, int32 typmod, HeapTupleHeader base, const char *text, Size length)
{
	LOCAL_FCINFO(stock, 2);
	FmgrInfo flinfo;
	Node *base_node = (Node *) makeNullConst(type, typmod, InvalidOid);
	Node *text_node = (Node *) makeNullConst(JSONOID, -1, InvalidOid);

	jb_foreign_calls++;
	fmgr_info(F_JSON_POPULATE_RECORD, &flinfo);
	fmgr_info_set_expr((Node *) makeFuncExpr(F_JSON_POPULATE_RECORD, type, list_make2(base_node, text_node),
											 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL),
					   &flinfo);
	InitFunctionCallInfoData(*stock, &flinfo, 2, InvalidOid, NULL, NULL);
	stock->args[0].value = PointerGetDatum(base);
	stock->args[0].isnull = base == NULL;
	stock->args[1].value = PointerGetDatum(cstring_to_text_with_len(text, length));
	stock->args[1].isnull = false;
	return FunctionCallInvoke(stock);
}

static bool
has_code_point(const char *text, const char *end)
{
	while ((text = memchr(text, '\\', end - text)) != NULL && end - text > 1)
	{
		if (text[1] == 'u')
			return true;
		text += 2;
	}
	return false;
}

JbStockReason
jb_stock_reason(const char *text, const char *end, bool is_set)
{
	text = jb_scan_space(text, end);
	if (jb_scan_is_valid(text, end))
	{
		if (*text != (is_set ? '[' : '{'))
			return is_set ? JB_STOCK_NOT_ARRAY : JB_STOCK_NOT_OBJECT;
		return is_set ? JB_STOCK_ELEMENT : JB_STOCK_TOO_LONG;
	}
	if (jb_scan_is_too_deep(text, end))
		return JB_STOCK_TOO_DEEP;
	if (!jb_scan_encoding_is_utf8 && has_code_point(text, end))
		return JB_STOCK_ESCAPE;
	return JB_STOCK_MALFORMED;
}

void
jb_stock_validate(const char *text, Size length)
{
	pfree(DatumGetPointer(text_to_json(text, length)));
}

void
jb_stock_refuse(const char *text, Size length)
{
	jb_stock_validate(text, length);
	elog(ERROR, "jbind could not follow JSON that the server takes");
}
