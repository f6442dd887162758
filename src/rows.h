/*
 * rows.h
 *		The result of a set-returning function that says its columns itself.
 */
#ifndef JB_ROWS_H
#define JB_ROWS_H

#include "compat.h"

#include "funcapi.h"

/*
 * Begin the result of a function with OUT parameters: descriptor and tuplestore,
 * in the ReturnSetInfo.  As InitMaterializedSRF(), errors too, but nothing of the
 * search for the descriptor stays in the query's memory: that would grow with
 * each call of a long query.
 */
extern void jb_rows_begin(FunctionCallInfo fcinfo);

#endif /* JB_ROWS_H */
