/*
 * rows.c
 *		The result of a set-returning function that says its columns itself.
 *
 * Must not include anything that knows codecs.
 */
#include "rows.h"

#include "miscadmin.h"
#include "utils/tuplestore.h"

static void
check_caller(const ReturnSetInfo *result)
{
	if (result == NULL || !IsA(result, ReturnSetInfo))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("set-valued function called in context that cannot accept a set")));
	if (!(result->allowedModes & SFRM_Materialize))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("materialize mode required, but it is not allowed in this context")));
}

void
jb_rows_begin(FunctionCallInfo fcinfo)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	TupleDesc descriptor;
	MemoryContext outer;

	check_caller(result);
	if (get_call_result_type(fcinfo, NULL, &descriptor) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	outer = MemoryContextSwitchTo(result->econtext->ecxt_per_query_memory);
	/* the executor frees this one */
	result->setDesc = CreateTupleDescCopy(descriptor);
	result->setResult =
		tuplestore_begin_heap((result->allowedModes & SFRM_Materialize_Random) != 0, false, work_mem);
	result->returnMode = SFRM_Materialize;
	MemoryContextSwitchTo(outer);
}
