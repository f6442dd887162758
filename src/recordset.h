/*
 * recordset.h
 *		An array of objects to rows: jbind_populate_recordset() and
 *		jbind_to_recordset().
 */
#ifndef JB_RECORDSET_H
#define JB_RECORDSET_H

#include "stock.h"

extern Datum jb_recordset(FunctionCallInfo fcinfo, const JbFunction *function, JbSource source);

#endif /* JB_RECORDSET_H */
