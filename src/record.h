/*
 * record.h
 *		One document to one record: jbind_populate() and jbind_to_record().
 */
#ifndef JB_RECORD_H
#define JB_RECORD_H

#include "stock.h"

extern Datum jb_record(FunctionCallInfo fcinfo, const JbFunction *function, JbSource source);

#endif /* JB_RECORD_H */
