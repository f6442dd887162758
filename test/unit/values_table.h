/*
 * values_table.h
 *		All value parsers in one table, for the unit tests, the oracle and the
 *		benchmark.
 *
 * Every parser is seen twice: as the extension has it, and as its scalar twin
 * (values.mk compiles the sources a second time with JB_FORCE_SCALAR, and hides
 * their names).  Integers are static inline, so the table's own file is compiled
 * twice as well.  What a parser gives is turned into the bytes of the type's
 * send function, numeric apart: that is the packed datum itself.
 */
#ifndef JB_VALUES_TABLE_H
#define JB_VALUES_TABLE_H

#include "json_bytes.h"
#include "json_datetime.h"
#include "json_number.h"

#define VALUE_MAX_TEXT	2048
#define VALUE_MAX_BYTES (VALUE_MAX_TEXT + JB_NUMERIC_MAX_BYTES)

/* Gives the number of bytes in out, or -1 for a refusal. */
typedef int (*ValueParse)(const char *text, size_t length, const char *limit, int32 typmod,
						  unsigned char *out);

typedef struct ValueParser
{
	const char *name; /* of the type, as in SQL */
	ValueParse parse;
	ValueParse twin;
	bool has_typmod;
} ValueParser;

#define VALUE_PARSERS(X) \
	X(int8, false)       \
	X(int4, false)       \
	X(int2, false)       \
	X(oid, false)        \
	X(float8, false)     \
	X(float4, false)     \
	X(numeric, true)     \
	X(date, false)       \
	X(time, true)        \
	X(timetz, true)      \
	X(timestamp, true)   \
	X(timestamptz, true) \
	X(interval, true)    \
	X(uuid, false)       \
	X(bytea, false)      \
	X(bit, true)         \
	X(varbit, true)

#define DECLARE_PARSER(name, has_typmod)                                                                 \
	extern int value_parse_##name(const char *text, size_t length, const char *limit, int32 typmod,      \
								  unsigned char *out);                                                   \
	extern int twin_value_parse_##name(const char *text, size_t length, const char *limit, int32 typmod, \
									   unsigned char *out);

VALUE_PARSERS(DECLARE_PARSER)

#define LIST_PARSER(name, has_typmod) {#name, value_parse_##name, twin_value_parse_##name, has_typmod},

static const ValueParser value_parsers[] = {VALUE_PARSERS(LIST_PARSER)};

#endif /* JB_VALUES_TABLE_H */
