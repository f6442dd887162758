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

int
VALUE_NAME(timetz)(const char *text, size_t length, const char *limit, int32 typmod, unsigned char *out)
{
	TimeTzADT value;

	if (!jb_parse_timetz(text, length, limit, typmod, &value))
		return -1;
	send_bytes(&value.time, sizeof(value.time), out);
	return 8 + send_bytes(&value.zone, sizeof(value.zone), out + 8);
}

int
VALUE_NAME(interval)(const char *text, size_t length, const char *limit, int32 typmod, unsigned char *out)
{
	Interval value;

	if (!jb_parse_interval(text, length, limit, typmod, &value))
		return -1;
	send_bytes(&value.time, sizeof(value.time), out);
	send_bytes(&value.day, sizeof(value.day), out + 8);
	return 12 + send_bytes(&value.month, sizeof(value.month), out + 12);
}

/* Like varbit_send(), whose number of bits alone has another order. */
static int
send_bits(bool taken, size_t length, unsigned char *out)
{
	int32 count;

	if (!taken)
		return -1;
	memcpy(&count, out, sizeof(count));
	send_bytes(&count, sizeof(count), out);
	return (int) JB_BITS_BYTES(length);
}

int
VALUE_NAME(bit)(const char *text, size_t length, const char *limit, int32 typmod, unsigned char *out)
{
	return send_bits(jb_parse_bit(text, length, limit, typmod, out), length, out);
}

int
VALUE_NAME(varbit)(const char *text, size_t length, const char *limit, int32 typmod, unsigned char *out)
{
	return send_bits(jb_parse_varbit(text, length, limit, typmod, out), length, out);
}
