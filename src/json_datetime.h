/*
 * json_datetime.h
 *		ISO 8601 text to date, time, timetz, timestamp and timestamptz, and text to
 *		interval.
 *
 * A parser gives exactly what the type's input function gives for these bytes
 * under any DateStyle, TimeZone and IntervalStyle, or refuses (false) and the
 * caller asks the input function.  It reads nothing before text and nothing at
 * or beyond limit, allocates nothing and raises no error; *value is written
 * only when true is returned.
 *
 * What is taken (all digits ASCII, no blank but the one shown):
 *
 *		date	YYYY-MM-DD				0001-01-01 .. 9999-12-31, real days only
 *		time	HH:MM[:SS[.f{1,15}]]	00:00 .. 23:59:59.9; rounded to microseconds as stock does
 *		zone	Z or {+-}HH or {+-}HHMM or {+-}HH:MM	up to 15:59
 *		joined	date ('T' | ' ') time [zone]
 *		period	P[nY][nM][nW][nD][T[nH][nM][nS]]	with one field at least behind P
 *				and T; n has 1 .. 9 digits, and of seconds a fraction of up to six
 *		span	[n year[s]] [n mon[s]] [n day[s]] [H:MM:SS[.f{1,15}]]	what
 *				interval_out() writes with IntervalStyle postgres and nothing below
 *				0; n and H have 1 .. 9 digits
 *
 * One thing about 'Z' and 'T' is left to the caller.  Stock looks letters up as
 * time zone abbreviations first, so a timezone_abbreviations file, or from 18
 * on a POSIX TimeZone such as 'Z5', may give these two another meaning.  Taking
 * them here assumes the usual one.
 */
#ifndef JB_JSON_DATETIME_H
#define JB_JSON_DATETIME_H

#include "compat.h"

#include "datatype/timestamp.h"
#include "utils/date.h"

/* Bytes of the date form. */
#define JB_DATE_LENGTH 10

/* Bytes of a stored timetz; sizeof(TimeTzADT) may count padding. */
#define JB_TIMETZ_BYTES (offsetof(TimeTzADT, zone) + sizeof(int32))

/*
 * date: the date form, or the joined form, of which stock drops the time and
 * the zone.
 */
extern bool jb_parse_date(const char *text, size_t length, const char *limit, DateADT *value);

/*
 * time: the time form, zone allowed and dropped as stock does.  typmod is -1 or
 * 0 .. 6 and rounds as AdjustTimeForTypmod; others are refused.
 */
extern bool jb_parse_time(const char *text, size_t length, const char *limit, int32 typmod, TimeADT *value);

/*
 * timetz: the time form with its zone; without one the value depends on TimeZone
 * and is refused.  typmod as above.
 */
extern bool jb_parse_timetz(const char *text, size_t length, const char *limit, int32 typmod,
							TimeTzADT *value);

/*
 * timestamp: the joined form (a zone is checked, then dropped as stock does) or
 * the date form (midnight).  typmod is -1 or 0 .. 6 and rounds as
 * AdjustTimestampForTypmod; others are refused.
 */
extern bool jb_parse_timestamp(const char *text, size_t length, const char *limit, int32 typmod,
							   Timestamp *value);

/*
 * timestamptz: the joined form with its zone; without one the value depends on
 * TimeZone and is refused.  typmod as above.
 */
extern bool jb_parse_timestamptz(const char *text, size_t length, const char *limit, int32 typmod,
								 TimestampTz *value);

/*
 * interval: the period or the span form.  typmod is -1, or has all fields and a
 * precision to which AdjustIntervalForTypmod rounds; others are refused.
 */
extern bool jb_parse_interval(const char *text, size_t length, const char *limit, int32 typmod,
							  Interval *value);

#endif /* JB_JSON_DATETIME_H */
