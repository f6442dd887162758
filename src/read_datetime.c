/*
 * read_datetime.c
 *		Readers of date, time, timestamp and timestamptz.
 *
 * Only what means the same under any DateStyle and TimeZone is read here; all
 * else is left to the input functions (json_datetime.h says what is what).
 */
#include "reader.h"

#include "json_datetime.h"

char *
jb_read_date(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	DateADT		value;

	if (unlikely(!jb_parse_date(slot->text, slot->length, frame->limit, &value)))
		return NULL;
	at = jb_align_int(at);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}

static inline char *
write_int64(int64 value, char *at)
{
	at = jb_align_double(at);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}

char *
jb_read_time(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	TimeADT		value;

	if (unlikely(!jb_parse_time(slot->text, slot->length, frame->limit, column->typmod, &value)))
		return NULL;
	return write_int64(value, at);
}

char *
jb_read_timestamp(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	Timestamp	value;

	if (unlikely(!jb_parse_timestamp(slot->text, slot->length, frame->limit, column->typmod, &value)))
		return NULL;
	return write_int64(value, at);
}

char *
jb_read_timestamptz(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	TimestampTz value;

	if (unlikely(!jb_parse_timestamptz(slot->text, slot->length, frame->limit, column->typmod, &value)))
		return NULL;
	return write_int64(value, at);
}
