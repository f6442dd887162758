/*
 * compile.h
 *		From a row type to its codec.
 */
#ifndef JB_COMPILE_H
#define JB_COMPILE_H

#include "codec.h"

/*
 * Compile the row type, in a new memory context below CacheMemoryContext.
 * Raises what lookup_rowtype_tupdesc() raises.  Takes some 10 us.
 */
extern JbCodec *jb_compile(Oid type, int32 typmod);

#endif /* JB_COMPILE_H */
