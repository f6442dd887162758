/*
 * read_datetime.c
 *		Readers of date, time, timetz, timestamp, timestamptz and interval.
 *
 * Only what means the same under any DateStyle, TimeZone and IntervalStyle is
 * read here; all else is left to the input functions (json_datetime.h says what
 * is what).
 */
#include "read_datetime.h"

#include "json_datetime.h"
#include "utils/guc_tables.h"

const pg_tz *jb_datetime_checked_zone = NULL;
bool jb_datetime_letters_are_iso = false;
uint64 jb_datetime_generation = 0;

/* what the server does when timezone_abbreviations is set; NULL until it is watched */
static GucStringAssignHook assign_abbreviations = NULL;

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
	pg_time_t winter = 946684800; /* 2000-01-01 */
	pg_time_t summer = 962409600; /* 2000-07-01 */
	long int offset;
	int is_dst;

	return is_in_force(letter, winter) || is_in_force(letter, summer) ||
		   pg_interpret_timezone_abbrev(letter, &winter, &offset, &is_dst, session_timezone);
}

static bool
is_known_set(const char *name)
{
	return strcmp(name, "Default") == 0 || strcmp(name, "India") == 0 || strcmp(name, "Australia") == 0;
}

static void
abbreviations_assigned(const char *value, void *extra)
{
	assign_abbreviations(value, extra);
	jb_datetime_checked_zone = NULL;
	jb_datetime_generation++;
}

/*
 * The set of abbreviations may change between two values of one document (a
 * CHECK may do it), and nothing else tells of it.
 */
static void
watch_abbreviations(void)
{
	int count;
	struct config_generic **variables = JB_GUC_VARIABLES(&count);

	for (int i = 0; i < count; i++)
	{
		struct config_string *setting = (struct config_string *) variables[i];

		if (strcmp(variables[i]->name, "timezone_abbreviations") != 0)
			continue;
		assign_abbreviations = setting->assign_hook;
		setting->assign_hook = abbreviations_assigned;
	}
	if (assign_abbreviations == NULL)
		elog(ERROR, "setting timezone_abbreviations can't be watched");
}

void
jb_datetime_check_letters(void)
{
	if (unlikely(assign_abbreviations == NULL))
		watch_abbreviations();
	jb_datetime_checked_zone = session_timezone;
	jb_datetime_letters_are_iso = !is_abbreviation("Z") && !is_abbreviation("T") &&
								  is_known_set(GetConfigOption("timezone_abbreviations", false, false));
}

char *
jb_read_date(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	DateADT value;

	if (unlikely(!jb_datetime_may_read_letters() ||
				 !jb_parse_date(slot->text, slot->length, frame->limit, &value)))
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
	TimeADT value;

	if (unlikely(!jb_datetime_may_read_letters() ||
				 !jb_parse_time(slot->text, slot->length, frame->limit, column->typmod, &value)))
		return NULL;
	return write_int64(value, at);
}

char *
jb_read_timetz(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	TimeTzADT value;

	if (unlikely(!jb_datetime_may_read_letters() ||
				 !jb_parse_timetz(slot->text, slot->length, frame->limit, column->typmod, &value)))
		return NULL;
	at = jb_align_double(at);
	memcpy(at, &value, JB_TIMETZ_BYTES);
	return at + JB_TIMETZ_BYTES;
}

char *
jb_read_timestamp(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	Timestamp value;

	if (unlikely(!jb_datetime_may_read_letters() ||
				 !jb_parse_timestamp(slot->text, slot->length, frame->limit, column->typmod, &value)))
		return NULL;
	return write_int64(value, at);
}

char *
jb_read_timestamptz(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	TimestampTz value;

	if (unlikely(!jb_datetime_may_read_letters() ||
				 !jb_parse_timestamptz(slot->text, slot->length, frame->limit, column->typmod, &value)))
		return NULL;
	return write_int64(value, at);
}

/* No letter of an interval is looked up as a time zone, so none needs a check. */
char *
jb_read_interval(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	Interval value;

	if (unlikely(!jb_parse_interval(slot->text, slot->length, frame->limit, column->typmod, &value)))
		return NULL;
	at = jb_align_double(at);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}
