/*
 * values_table.c
 *		The functions of values_table.h.
 *
 * With VALUES_TWIN defined they get the names of the twins.
 */
#ifdef VALUES_TWIN
#define VALUE_NAME(name) twin_value_parse_##name
#else
#define VALUE_NAME(name) value_parse_##name
#endif

#include "values_table.h"

/* Network order, as the send functions have it. */
static int
send_bytes(const void *value, size_t size, unsigned char *out)
{
	memcpy(out, value, size);
#ifndef WORDS_BIGENDIAN
	for (size_t i = 0; i < size / 2; i++)
	{
		unsigned char swapped = out[i];

		out[i] = out[size - 1 - i];
		out[size - 1 - i] = swapped;
	}
#endif
	return (int) size;
}

#define DEFINE_PARSER(name, type, call)                                                    \
	int VALUE_NAME(name)(const char *text, size_t length, const char *limit, int32 typmod, \
						 unsigned char *out)                                               \
	{                                                                                      \
		type value;                                                                        \
		(void) typmod;                                                                     \
		return (call) ? send_bytes(&value, sizeof(value), out) : -1;                       \
	}

DEFINE_PARSER(int8, int64, jb_parse_int64(text, length, limit, &value))
DEFINE_PARSER(int4, int32, jb_parse_int4(text, length, limit, &value))
DEFINE_PARSER(int2, int16, jb_parse_int2(text, length, limit, &value))
DEFINE_PARSER(oid, Oid, jb_parse_oid(text, length, limit, &value))
DEFINE_PARSER(float8, float8, jb_parse_float8(text, length, limit, &value))
DEFINE_PARSER(float4, float4, jb_parse_float4(text, length, limit, &value))
DEFINE_PARSER(date, DateADT, jb_parse_date(text, length, limit, &value))
DEFINE_PARSER(time, TimeADT, jb_parse_time(text, length, limit, typmod, &value))
DEFINE_PARSER(timestamp, Timestamp, jb_parse_timestamp(text, length, limit, typmod, &value))
DEFINE_PARSER(timestamptz, TimestampTz, jb_parse_timestamptz(text, length, limit, typmod, &value))

int
VALUE_NAME(numeric)(const char *text, size_t length, const char *limit, int32 typmod, unsigned char *out)
{
	char *end = jb_write_numeric(text, length, limit, typmod, true, (char *) out);

	return end == NULL ? -1 : (int) (end - (char *) out);
}

int
VALUE_NAME(uuid)(const char *text, size_t length, const char *limit, int32 typmod, unsigned char *out)
{
	(void) typmod;
	return jb_parse_uuid(text, length, limit, out) ? JB_UUID_BYTES : -1;
}

int
VALUE_NAME(bytea)(const char *text, size_t length, const char *limit, int32 typmod, unsigned char *out)
{
	(void) typmod;
	return jb_parse_bytea_hex(text, length, limit, out) ? (int) JB_BYTEA_HEX_BYTES(length) : -1;
}
