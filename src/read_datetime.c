/*
 * read_datetime.c
 *		Readers of date, time, timestamp and timestamptz.
 *
 * Only what means the same under any DateStyle and TimeZone is read here; all
 * else is left to the input functions (json_datetime.h says what is what).
 */
#include "reader.h"

#include "json_datetime.h"
#include "pgtime.h"
#include "utils/guc.h"

/*
 * Stock takes letters for time zone abbreviations first, so what 'T' and 'Z'
 * mean in ISO 8601 holds only while no abbreviation goes by these names: in the
 * session's time zone (looked up from 18 on; 'Z5' is a valid TimeZone) and in
 * the set of abbreviations.  Else all is left to stock.
 */
static const pg_tz *checked_zone = NULL;
static bool letters_are_iso = false;

/* The abbreviation in force at a moment: all that zones like 'Z5T' have. */
static bool
is_in_force(const char *letter, pg_time_t moment)
{
	const struct pg_tm *local = pg_localtime(&moment, session_timezone);

	return local != NULL && local->tm_zone != NULL && pg_strcasecmp(local->tm_zone, letter) == 0;
}

static bool
is_abbreviation(const char *letter)
{
	pg_time_t	winter = 946684800; /* 2000-01-01 */
	pg_time_t	summer = 962409600; /* 2000-07-01 */
	long int	offset;
	int			is_dst;

	return is_in_force(letter, winter) || is_in_force(letter, summer) ||
		pg_interpret_timezone_abbrev(letter, &winter, &offset, &is_dst, session_timezone);
}

static bool
is_known_set(const char *name)
{
	return strcmp(name, "Default") == 0 || strcmp(name, "India") == 0 ||
		strcmp(name, "Australia") == 0;
}

void
jb_datetime_check_letters(void)
{
	checked_zone = session_timezone;
	letters_are_iso = !is_abbreviation("Z") && !is_abbreviation("T") &&
		is_known_set(GetConfigOption("timezone_abbreviations", false, false));
}

static inline bool
may_read_letters(void)
{
	if (unlikely(session_timezone != checked_zone))
		jb_datetime_check_letters();
	return letters_are_iso;
}

char *
jb_read_date(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	DateADT		value;

	if (unlikely(!may_read_letters() || !jb_parse_date(slot->text, slot->length, frame->limit, &value)))
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

	if (unlikely(!may_read_letters() || !jb_parse_time(slot->text, slot->length, frame->limit, column->typmod, &value)))
		return NULL;
	return write_int64(value, at);
}

char *
jb_read_timestamp(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	Timestamp	value;

	if (unlikely(!may_read_letters() || !jb_parse_timestamp(slot->text, slot->length, frame->limit, column->typmod, &value)))
		return NULL;
	return write_int64(value, at);
}

char *
jb_read_timestamptz(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	TimestampTz value;

	if (unlikely(!may_read_letters() || !jb_parse_timestamptz(slot->text, slot->length, frame->limit, column->typmod, &value)))
		return NULL;
	return write_int64(value, at);
}
