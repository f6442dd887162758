/*
 * json_datetime.c
 *		ISO 8601 text to date, time, timetz, timestamp and timestamptz, and text to
 *		interval.
 *
 * Eight bytes at a time: xor-ing a group such as "YYYY-MM-" with its template
 * "0000-00-" leaves digits as 0 .. 9 and separators as 0, one addition finds
 * any other byte, and one multiplication makes two-digit numbers of neighbours.
 * The calendar needs no division, as the century and the year within it come
 * as separate numbers.
 *
 * Bytes only: no catalogs, no palloc, no ereport.
 */
#include "json_datetime.h"

#include <math.h>

#include "port/pg_bitutils.h"

#include "json_number.h"
#include "utils/timestamp.h"

/* Groups of eight bytes, the first byte lowest. */
#define JB_GROUP(a, b, c, d, e, f, g, h)                                                               \
	((uint64) (a) | (uint64) (b) << 8 | (uint64) (c) << 16 | (uint64) (d) << 24 | (uint64) (e) << 32 | \
	 (uint64) (f) << 40 | (uint64) (g) << 48 | (uint64) (h) << 56)

/* Added to a xor-ed byte these carry into its top bit unless it is right. */
#define JB_DIGIT 0x76 /* 0 .. 9 */
#define JB_MARK	 0x7F /* 0 */

/* "YYYY-MM-" and "DD.HH:MM", whose third byte is settled apart */
#define JB_YEAR_MONTH JB_GROUP('0', '0', '0', '0', '-', '0', '0', '-')
#define JB_YEAR_MONTH_SUM \
	JB_GROUP(JB_DIGIT, JB_DIGIT, JB_DIGIT, JB_DIGIT, JB_MARK, JB_DIGIT, JB_DIGIT, JB_MARK)
#define JB_DAY_TIME		JB_GROUP('0', '0', 0, '0', '0', ':', '0', '0')
#define JB_DAY_TIME_SUM JB_GROUP(JB_DIGIT, JB_DIGIT, JB_MARK, JB_DIGIT, JB_DIGIT, JB_MARK, JB_DIGIT, JB_DIGIT)

/* "+HH:MM", whose sign is settled apart */
#define JB_ZONE		  JB_GROUP(0, '0', '0', ':', '0', '0', 0, 0)
#define JB_ZONE_SUM	  JB_GROUP(0, JB_DIGIT, JB_DIGIT, JB_MARK, JB_DIGIT, JB_DIGIT, 0, 0)
#define JB_ZONE_BYTES JB_GROUP(0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0)

#define JB_TOP_BITS UINT64CONST(0x8080808080808080)

/* 2000-01-01 in the count of date_from_groups() */
#define JB_EPOCH_DAYS 730485

#define JB_MINUTES_LENGTH 5	 /* "HH:MM" */
#define JB_JOINED_LENGTH  16 /* date, separator, "HH:MM" */

/* Longest fraction whose value an integer below 2^53 holds */
#define JB_FRACTION_DIGITS 15

/* What a text gave.  Dates are days since 2000-01-01. */
typedef struct JbMoment
{
	int32 days;
	int64 time;	  /* microseconds since midnight, below a day */
	int32 offset; /* seconds east of UTC */
	bool has_zone;
} JbMoment;

/* Days of months 1 .. 12 of a common and a leap year; 0 for no month */
static const uint8 month_days[2][16] = {{0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0, 0, 0},
										{0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0, 0, 0}};

/*
 * Days of the year before each month, minus the leap day of the year itself,
 * which the year's own sum already holds.
 */
static const int16 month_start[2][16] = {
	{0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 0, 0, 0},
	{0, -1, 30, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 0, 0, 0}};

/* Two-digit number at byte i of a group that pair_up() returned. */
#define JB_PAIR(group, i) ((uint32) ((group) >> (8 * (i))) & 0xFF)

/* Neighbouring digits to two-digit numbers: byte i is 10 * d[i] + d[i + 1]. */
static inline uint64
pair_up(uint64 digits)
{
	return digits * 10 + (digits >> 8);
}

/* A two-digit number at text, or a value above 99. */
static inline uint32
two_digits(const char *text)
{
	uint32 tens = (uint32) (unsigned char) text[0] - '0';
	uint32 ones = (uint32) (unsigned char) text[1] - '0';

	return (tens <= 9 && ones <= 9) ? tens * 10 + ones : 100;
}

/*
 * Days since 2000-01-01 of the year 100 * century + rest; refuses what is no
 * day.  The leap years before and in that year number 24 * century + rest / 4 +
 * century / 4 (and one more for year 0, which JB_EPOCH_DAYS knows).
 */
static pg_attribute_always_inline bool
count_days(uint32 century, uint32 rest, uint32 month, uint32 day, int32 *days)
{
	uint32 leap = ((rest != 0 ? rest : century) & 3) == 0;

	if (unlikely(month > 12 || day - 1 >= month_days[leap][month & 15] || (century | rest) == 0))
		return false;
	*days = (int32) (century * 36524 + rest * 365 + (rest >> 2) + (century >> 2) + day) +
			month_start[leap][month & 15] - JB_EPOCH_DAYS;
	return true;
}

/* The same of a checked group "YYYY-MM-". */
static pg_attribute_always_inline bool
date_from_groups(uint64 year_month, uint32 day, int32 *days)
{
	uint64 pairs = pair_up(year_month);

	return count_days(JB_PAIR(pairs, 0), JB_PAIR(pairs, 2), JB_PAIR(pairs, 5), day, days);
}

/* Seven to JB_FRACTION_DIGITS digits, rounded as ParseFractionalSecond does. */
static bool
round_fraction(const char *digits, size_t count, int32 *usecs)
{
	static const double scales[] = {1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
	uint64 value;

	if (count > JB_FRACTION_DIGITS || !jb_parse_digits(digits, count, digits + count, &value))
		return false;

	/* both operands are exact, so the quotient is what strtod gives; a whole second may come out */
	*usecs = (int32) rint((double) value / scales[count - 7] * 1000000);
	return true;
}

/*
 * The fraction's digits from *at on; moves *at behind them.  Gives six digits
 * in *digits, the first one lowest, or what they round to in *rounded.
 */
static pg_attribute_always_inline bool
scan_fraction(const char **at, const char *end, const char *limit, uint64 *digits, int32 *rounded)
{
	const char *text = *at;
	size_t room = end - text;
	size_t count = Min(room, 8);
	uint64 group = jb_load_some(text, count, limit) ^ JB_ASCII_ZEROS;
	uint64 stop = jb_find_nondigit8(group);

	if (stop != 0)
		count = Min(count, (size_t) pg_rightmost_one_pos64(stop) / 8);
	if (unlikely(count - 1 >= 6))
	{
		while (count > 6 && count < room && (unsigned char) (text[count] - '0') <= 9)
			count++;
		*at = text + count;
		return count > 6 && round_fraction(text, count, rounded);
	}
	*digits = group & ((UINT64CONST(1) << (8 * count)) - 1);
	*at = text + count;
	return true;
}

/* ":SS" and maybe a fraction from *at on, as microseconds; moves *at behind them. */
static pg_attribute_always_inline bool
scan_seconds(const char **at, const char *end, const char *limit, int32 *usecs)
{
	const char *text = *at;
	uint64 fraction = 0;
	int32 rounded = 0;
	uint64 group;

	*at = text + 3;
	if (*at < end && **at == '.')
	{
		(*at)++;
		if (unlikely(!scan_fraction(at, end, limit, &fraction, &rounded)))
			return false;
	}

	/* with two digits of seconds before six of the fraction, all eight are microseconds */
	group = (uint64) (unsigned char) text[1] | (uint64) (unsigned char) text[2] << 8;
	group = (group ^ (JB_ASCII_ZEROS & 0xFFFF)) | fraction << 16;
	*usecs = (int32) jb_combine_digits8(group);
	if (unlikely(!jb_are_digits8(group) || *usecs >= SECS_PER_MINUTE * USECS_PER_SEC))
		return false;
	*usecs += rounded;
	return true;
}

/* Everything from at to end must be a zone; nothing is no zone. */
static pg_attribute_always_inline bool
scan_zone(const char *at, const char *end, const char *limit, JbMoment *moment)
{
	size_t length = end - at;
	uint64 group;
	uint64 pairs;

	moment->offset = 0;
	moment->has_zone = length > 0;
	if (length == 0 || (length == 1 && *at == 'Z'))
		return true;
	if (unlikely(length > 6 || (*at != '+' && *at != '-')))
		return false;

	/* complete the shorter forms to the longest */
	group = jb_load_some(at, length, limit);
	if (length == 3)
		group = (group & 0xFFFFFF) | JB_GROUP(0, 0, 0, ':', '0', '0', 0, 0);
	else if (length == 5)
		group = (group & 0xFFFFFF) | (group >> 24 & 0xFFFF) << 32 | JB_GROUP(0, 0, 0, ':', 0, 0, 0, 0);
	else if (length != 6)
		return false;
	group = (group ^ JB_ZONE) & JB_ZONE_BYTES;
	pairs = pair_up(group);
	if (unlikely(((group | (group + JB_ZONE_SUM)) & JB_TOP_BITS) != 0 ||
				 JB_PAIR(pairs, 1) > MAX_TZDISP_HOUR || JB_PAIR(pairs, 4) >= MINS_PER_HOUR))
		return false;
	moment->offset = (int32) (JB_PAIR(pairs, 1) * SECS_PER_HOUR + JB_PAIR(pairs, 4) * SECS_PER_MINUTE);
	if (*at == '-')
		moment->offset = -moment->offset;
	return true;
}

/* What may follow "HH:MM": seconds, their fraction, a zone. */
static pg_attribute_always_inline bool
scan_clock(const char *at, const char *end, const char *limit, uint32 hours, uint32 minutes, JbMoment *moment)
{
	int32 usecs = 0;

	if (unlikely(hours >= HOURS_PER_DAY || minutes >= MINS_PER_HOUR))
		return false;
	if (likely(end - at >= 3 && *at == ':') && unlikely(!scan_seconds(&at, end, limit, &usecs)))
		return false;
	moment->time = (int64) (hours * SECS_PER_HOUR + minutes * SECS_PER_MINUTE) * USECS_PER_SEC + usecs;
	return scan_zone(at, end, limit, moment);
}

#ifdef JB_HAVE_SSE42

/* "YYYY-MM-DDTHH:MM" is one vector, and what follows it another. */
#define JB_VECTOR 16

/* In the second vector the clock, ":SS" or ":SS.f" to ":SS.ffffff", ends here. */
#define JB_CLOCK_MIN 3
#define JB_CLOCK_MAX 10

typedef enum JbZoneForm
{
	JB_ZONE_NONE,
	JB_ZONE_Z,
	JB_ZONE_OFFSET, /* "+HH:MM" */
	JB_ZONE_FORMS
} JbZoneForm;

/* What the second vector looks like with one form of zone and one end of the clock. */
typedef struct JbClockForm
{
	/* 9 above '0' for a digit, 0 above the mark itself, 255 for what doesn't matter */
	uint8 marks[JB_VECTOR];
	uint8 most[JB_VECTOR];

	/* sources of two digits of seconds, six of the fraction, four of the zone; -1 makes a 0 */
	int8 digits[JB_VECTOR];
} JbClockForm;

#define JB_EACH_PLACE(X, zone, end)                                                                   \
	{                                                                                                 \
		X(0, zone, end), X(1, zone, end), X(2, zone, end), X(3, zone, end), X(4, zone, end),          \
			X(5, zone, end), X(6, zone, end), X(7, zone, end), X(8, zone, end), X(9, zone, end),      \
			X(10, zone, end), X(11, zone, end), X(12, zone, end), X(13, zone, end), X(14, zone, end), \
			X(15, zone, end)                                                                          \
	}
#define JB_IS_COLON(i, zone, end) ((i) == 0 || ((zone) == JB_ZONE_OFFSET && (i) == (end) + 3))
#define JB_IS_POINT(i, end)		  ((i) == JB_CLOCK_MIN && (end) > JB_CLOCK_MIN)
#define JB_IS_Z(i, zone, end)	  ((zone) == JB_ZONE_Z && (i) == (end))
#define JB_IS_BEHIND(i, zone, end) \
	((i) == (end) || ((i) > (end) && ((zone) != JB_ZONE_OFFSET || (i) > (end) + 5)))
#define JB_MARK_AT(i, zone, end) \
	(JB_IS_COLON(i, zone, end) ? ':' : JB_IS_POINT(i, end) ? '.' : JB_IS_Z(i, zone, end) ? 'Z' : '0')
#define JB_MOST_AT(i, zone, end) (JB_MARK_AT(i, zone, end) != '0' ? 0 : JB_IS_BEHIND(i, zone, end) ? 255 : 9)
#define JB_CLOCK_DIGIT(i, end)	 ((i) < 2 ? (i) + 1 : (i) + 2 < (end) ? (i) + 2 : -1)
#define JB_ZONE_DIGIT(i, zone, end) \
	((zone) != JB_ZONE_OFFSET || (i) > 11 ? -1 : (end) + (i) - ((i) < 10 ? 7 : 6))
#define JB_DIGIT_AT(i, zone, end) ((i) < 8 ? JB_CLOCK_DIGIT(i, end) : JB_ZONE_DIGIT(i, zone, end))
#define JB_CLOCK_FORM(zone, end)                                                    \
	{                                                                               \
		JB_EACH_PLACE(JB_MARK_AT, zone, end), JB_EACH_PLACE(JB_MOST_AT, zone, end), \
			JB_EACH_PLACE(JB_DIGIT_AT, zone, end)                                   \
	}
#define JB_CLOCK_FORMS(zone)                                                                                \
	{                                                                                                       \
		JB_CLOCK_FORM(zone, 3), JB_CLOCK_FORM(zone, 4), JB_CLOCK_FORM(zone, 5), JB_CLOCK_FORM(zone, 6),     \
			JB_CLOCK_FORM(zone, 7), JB_CLOCK_FORM(zone, 8), JB_CLOCK_FORM(zone, 9), JB_CLOCK_FORM(zone, 10) \
	}

static const JbClockForm clock_forms[JB_ZONE_FORMS][JB_CLOCK_MAX - JB_CLOCK_MIN + 1] = {
	JB_CLOCK_FORMS(JB_ZONE_NONE), JB_CLOCK_FORMS(JB_ZONE_Z), JB_CLOCK_FORMS(JB_ZONE_OFFSET)};

/*
 * The form that a text of 19 to 32 bytes must have, judged by its length and
 * where its zone would stand; NULL if there is none.
 */
static pg_attribute_always_inline const JbClockForm *
choose_clock_form(const char *text, size_t length, JbZoneForm *zone)
{
	uint32 end = (uint32) length - JB_VECTOR;
	char sign = text[length - 6];

	*zone = JB_ZONE_NONE;
	if (text[length - 1] == 'Z')
	{
		*zone = JB_ZONE_Z;
		end -= 1;
	}
	else if (sign == '+' || sign == '-')
	{
		*zone = JB_ZONE_OFFSET;
		end -= 6;
	}

	/* a point alone, without digits, isn't taken */
	if (unlikely(end - JB_CLOCK_MIN > JB_CLOCK_MAX - JB_CLOCK_MIN || end == JB_CLOCK_MIN + 1))
		return NULL;
	return &clock_forms[*zone][end - JB_CLOCK_MIN];
}

/* Bytes that are at most so much above their mark become all ones. */
static inline __m128i
compare_with_marks(__m128i above, __m128i most)
{
	return _mm_cmpeq_epi8(_mm_min_epu8(above, most), above);
}

/*
 * Digits of both vectors to numbers and these to *moment.  Lanes are century,
 * year, month, day, hour, minute; second, three pairs of the fraction, hour and
 * minute of the zone.
 */
static pg_attribute_always_inline bool
combine_vectors(__m128i head, __m128i tail, JbMoment *moment)
{
	const __m128i head_most = _mm_setr_epi16(99, 99, 12, 31, 23, 59, 0, 0);
	const __m128i tail_most = _mm_setr_epi16(59, 99, 99, 99, MAX_TZDISP_HOUR, 59, 0, 0);
	uint64 calendar;
	int32 seconds;

	head = _mm_maddubs_epi16(head, _mm_set1_epi16(0x010A));
	tail = _mm_maddubs_epi16(tail, _mm_set1_epi16(0x010A));
	if (unlikely(_mm_movemask_epi8(
					 _mm_or_si128(_mm_cmpgt_epi16(head, head_most), _mm_cmpgt_epi16(tail, tail_most))) != 0))
		return false;
	_mm_storel_epi64((__m128i *) &calendar, head);
	head = _mm_madd_epi16(head, _mm_setr_epi16(0, 0, 0, 0, 3600, 60, 0, 0));
	tail = _mm_madd_epi16(tail, _mm_setr_epi16(100, 1, 100, 1, 3600, 60, 0, 0));
	seconds = _mm_extract_epi32(head, 2);
	moment->offset = _mm_extract_epi32(tail, 2);
	tail = _mm_madd_epi16(_mm_packus_epi32(tail, tail), _mm_set1_epi32(0x00012710));
	moment->time = seconds * USECS_PER_SEC + _mm_cvtsi128_si32(tail);
	return count_days(calendar & 0xFF, calendar >> 16 & 0xFF, calendar >> 32 & 0xFF, calendar >> 48,
					  &moment->days);
}

/*
 * The usual texts: seconds are there, the fraction has at most six digits, the
 * zone is none, Z or +HH:MM, and both vectors may be read.  Others are refused.
 */
static pg_attribute_always_inline bool
scan_usual(const char *text, size_t length, const char *limit, JbMoment *moment)
{
	const __m128i marks =
		_mm_setr_epi8('0', '0', '0', '0', '-', '0', '0', '-', '0', '0', 0, '0', '0', ':', '0', '0');
	const __m128i most = _mm_setr_epi8(9, 9, 9, 9, 0, 9, 9, 0, 9, 9, -1, 9, 9, 0, 9, 9);
	const __m128i digits = _mm_setr_epi8(0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, -1, -1, -1, -1);
	const JbClockForm *form;
	JbZoneForm zone;
	__m128i head;
	__m128i tail;
	__m128i good;

	if (unlikely(length - (JB_VECTOR + JB_CLOCK_MIN) > JB_VECTOR - JB_CLOCK_MIN ||
				 limit - text < 2 * JB_VECTOR))
		return false;
	form = choose_clock_form(text, length, &zone);
	if (unlikely(form == NULL || (text[JB_DATE_LENGTH] != 'T' && text[JB_DATE_LENGTH] != ' ')))
		return false;
	head = _mm_xor_si128(_mm_loadu_si128((const __m128i *) text), marks);
	tail = _mm_xor_si128(_mm_loadu_si128((const __m128i *) (text + JB_VECTOR)),
						 _mm_loadu_si128((const __m128i *) form->marks));
	good = _mm_and_si128(compare_with_marks(head, most),
						 compare_with_marks(tail, _mm_loadu_si128((const __m128i *) form->most)));
	head = _mm_shuffle_epi8(head, digits);
	tail = _mm_shuffle_epi8(tail, _mm_loadu_si128((const __m128i *) form->digits));
	if (unlikely(_mm_movemask_epi8(good) != 0xFFFF || !combine_vectors(head, tail, moment)))
		return false;
	moment->has_zone = zone != JB_ZONE_NONE;
	if (zone == JB_ZONE_OFFSET && text[length - 6] == '-')
		moment->offset = -moment->offset;
	return true;
}

#else

static inline bool
scan_usual(const char *text, size_t length, const char *limit, JbMoment *moment)
{
	(void) text;
	(void) length;
	(void) limit;
	(void) moment;
	return false;
}

#endif /* JB_HAVE_SSE42 */

/* date, separator, time, maybe a zone, in any form taken */
static pg_noinline bool
scan_unusual(const char *text, size_t length, const char *limit, JbMoment *moment)
{
	uint64 year_month;
	uint64 day_time;
	uint64 pairs;
	char separator;

	if (unlikely(length < JB_JOINED_LENGTH))
		return false;
	separator = text[JB_DATE_LENGTH];
	if (unlikely(separator != 'T' && separator != ' '))
		return false;
	year_month = jb_load8(text) ^ JB_YEAR_MONTH;
	day_time = jb_load8(text + 8) ^ JB_DAY_TIME ^ ((uint64) (unsigned char) separator << 16);
	if (unlikely(((year_month | (year_month + JB_YEAR_MONTH_SUM) | day_time | (day_time + JB_DAY_TIME_SUM)) &
				  JB_TOP_BITS) != 0))
		return false;
	pairs = pair_up(day_time);
	return date_from_groups(year_month, JB_PAIR(pairs, 0), &moment->days) &&
		   scan_clock(text + JB_JOINED_LENGTH, text + length, limit, JB_PAIR(pairs, 3), JB_PAIR(pairs, 6),
					  moment);
}

static pg_attribute_always_inline bool
scan_joined(const char *text, size_t length, const char *limit, JbMoment *moment)
{
	return likely(scan_usual(text, length, limit, moment)) || scan_unusual(text, length, limit, moment);
}

/* YYYY-MM-DD alone */
static pg_attribute_always_inline bool
scan_date(const char *text, int32 *days)
{
	uint64 year_month = jb_load8(text) ^ JB_YEAR_MONTH;

	if (unlikely(((year_month | (year_month + JB_YEAR_MONTH_SUM)) & JB_TOP_BITS) != 0))
		return false;

	/* a day that isn't digits comes as 100, which no month has */
	return date_from_groups(year_month, two_digits(text + 8), days);
}

/* As AdjustTimestampForTypmod and its kin: half away from zero. */
static pg_attribute_always_inline bool
round_to_typmod(int32 typmod, int64 *usecs)
{
	static const int64 units[] = {1000000, 100000, 10000, 1000, 100, 10};
	int64 unit;

	if (likely(typmod == -1 || typmod == MAX_TIMESTAMP_PRECISION))
		return true;
	if (typmod < 0 || typmod > MAX_TIMESTAMP_PRECISION)
		return false;
	unit = units[typmod];
	if (*usecs >= 0)
		*usecs = (*usecs + unit / 2) / unit * unit;
	else
		*usecs = -((unit / 2 - *usecs) / unit * unit);
	return true;
}

bool
jb_parse_date(const char *text, size_t length, const char *limit, DateADT *value)
{
	JbMoment moment;

	if (likely(length == JB_DATE_LENGTH))
		return scan_date(text, value);
	if (!scan_joined(text, length, limit, &moment))
		return false;
	*value = moment.days;
	return true;
}

/* A time, maybe a zone, rounded. */
static pg_attribute_always_inline bool
scan_time(const char *text, size_t length, const char *limit, int32 typmod, JbMoment *moment)
{
	return length >= JB_MINUTES_LENGTH && text[2] == ':' &&
		   scan_clock(text + JB_MINUTES_LENGTH, text + length, limit, two_digits(text), two_digits(text + 3),
					  moment) &&
		   round_to_typmod(typmod, &moment->time);
}

bool
jb_parse_time(const char *text, size_t length, const char *limit, int32 typmod, TimeADT *value)
{
	JbMoment moment;

	if (!scan_time(text, length, limit, typmod, &moment))
		return false;
	*value = moment.time;
	return true;
}

bool
jb_parse_timetz(const char *text, size_t length, const char *limit, int32 typmod, TimeTzADT *value)
{
	JbMoment moment;

	if (!scan_time(text, length, limit, typmod, &moment) || !moment.has_zone)
		return false;
	value->time = moment.time;
	value->zone = -moment.offset; /* stored as seconds west */
	return true;
}

bool
jb_parse_timestamp(const char *text, size_t length, const char *limit, int32 typmod, Timestamp *value)
{
	JbMoment moment = {0};
	int64 usecs;

	if (length == JB_DATE_LENGTH)
	{
		if (!scan_date(text, &moment.days))
			return false;
	}
	else if (!scan_joined(text, length, limit, &moment))
		return false;
	usecs = moment.days * USECS_PER_DAY + moment.time;
	if (!round_to_typmod(typmod, &usecs))
		return false;
	*value = usecs;
	return true;
}

bool
jb_parse_timestamptz(const char *text, size_t length, const char *limit, int32 typmod, TimestampTz *value)
{
	JbMoment moment;
	int64 usecs;

	if (unlikely(!scan_joined(text, length, limit, &moment) || !moment.has_zone))
		return false;
	usecs = moment.days * USECS_PER_DAY + moment.time - moment.offset * USECS_PER_SEC;
	if (!round_to_typmod(typmod, &usecs))
		return false;
	*value = usecs;
	return true;
}


/* ------------------------------------------------------------- interval */

/* Longest number of a field: no sum of such fields leaves an int64. */
#define JB_SPAN_DIGITS 9

/* Longest fraction that DecodeISO8601Interval's doubles keep exactly beside JB_SPAN_DIGITS digits */
#define JB_PERIOD_FRACTION_DIGITS 6

typedef enum JbSpanPart
{
	JB_SPAN_MONTHS,
	JB_SPAN_DAYS,
	JB_SPAN_TIME,
	JB_SPAN_PARTS
} JbSpanPart;

#define JB_SPAN_CLOCK_UNIT 4 /* the first unit behind 'T' */
#define JB_SPAN_UNITS	   7

/* Units in the order in which they must come; those with a name are units of the span form. */
static const struct
{
	char designator;
	JbSpanPart part;
	int64 size;
	const char *name;
} span_units[JB_SPAN_UNITS] = {
	{'Y', JB_SPAN_MONTHS, MONTHS_PER_YEAR, " year"},
	{'M', JB_SPAN_MONTHS, 1, " mon"},
	{'W', JB_SPAN_DAYS, 7, NULL},
	{'D', JB_SPAN_DAYS, 1, " day"},
	{'H', JB_SPAN_TIME, USECS_PER_HOUR, NULL},
	{'M', JB_SPAN_TIME, USECS_PER_MINUTE, NULL},
	{'S', JB_SPAN_TIME, USECS_PER_SEC, NULL},
};

/* 1 .. JB_SPAN_DIGITS digits from *at on; moves *at behind them. */
static bool
scan_span_number(const char **at, const char *end, int64 *number)
{
	const char *digits = *at;

	*number = 0;
	while (*at < end && *at - digits <= JB_SPAN_DIGITS && (unsigned char) (**at - '0') <= 9)
		*number = *number * 10 + (*(*at)++ - '0');
	return *at > digits && *at - digits <= JB_SPAN_DIGITS;
}

/* The designator of "unit" or of one behind it, below "last"; moves *at behind it.  last: there is none. */
static int
scan_designator(const char **at, const char *end, int unit, int last)
{
	if (*at == end)
		return last;
	while (unit < last && span_units[unit].designator != **at)
		unit++;
	(*at)++;
	return unit;
}

/* The fraction of seconds behind the point, and their designator. */
static bool
scan_period_fraction(const char *at, const char *end, const char *limit, int64 *usecs)
{
	const char *digits = at;
	uint64 group = 0;
	int32 rounded;

	if (!scan_fraction(&at, end, limit, &group, &rounded) || at - digits > JB_PERIOD_FRACTION_DIGITS)
		return false;
	*usecs += jb_combine_digits8(group << 16);
	return end - at == 1 && *at == span_units[JB_SPAN_UNITS - 1].designator;
}

/* What follows 'P'. */
static bool
scan_period(const char *at, const char *end, const char *limit, int64 parts[JB_SPAN_PARTS])
{
	int unit = 0;
	int last = JB_SPAN_CLOCK_UNIT;
	int64 number;

	do
	{
		if (at < end && *at == 'T' && last == JB_SPAN_CLOCK_UNIT)
		{
			at++;
			unit = JB_SPAN_CLOCK_UNIT;
			last = JB_SPAN_UNITS;
		}
		if (!scan_span_number(&at, end, &number))
			return false;
		if (at < end && *at == '.' && last == JB_SPAN_UNITS && unit < last)
		{
			parts[JB_SPAN_TIME] += number * USECS_PER_SEC;
			return scan_period_fraction(at + 1, end, limit, &parts[JB_SPAN_TIME]);
		}
		unit = scan_designator(&at, end, unit, last);
		if (unit == last)
			return false;
		parts[span_units[unit].part] += number * span_units[unit].size;
		unit++;
	} while (at < end);
	return true;
}

/* ":MM:SS" and maybe a fraction, up to the end. */
static bool
scan_span_clock(int64 hours, const char *at, const char *end, const char *limit, int64 *time)
{
	uint32 minutes;
	int32 usecs;

	if (end - at < 6 || at[3] != ':')
		return false;
	minutes = two_digits(at + 1);
	at += 3;
	if (minutes >= MINS_PER_HOUR || !scan_seconds(&at, end, limit, &usecs))
		return false;
	*time = hours * USECS_PER_HOUR + minutes * USECS_PER_MINUTE + usecs;
	return at == end;
}

/* The name of "unit" or of one behind it, maybe a plural; moves *at behind it. */
static int
scan_unit_name(const char **at, const char *end, int unit)
{
	for (; unit < JB_SPAN_CLOCK_UNIT; unit++)
	{
		const char *name = span_units[unit].name;
		size_t length = name == NULL ? 0 : strlen(name);

		if (length == 0 || (size_t) (end - *at) < length || memcmp(*at, name, length) != 0)
			continue;
		*at += length;
		if (*at < end && **at == 's')
			(*at)++;
		break;
	}
	return unit;
}

static bool
scan_span(const char *at, const char *end, const char *limit, int64 parts[JB_SPAN_PARTS])
{
	int unit = 0;
	int64 number;

	for (;;)
	{
		if (!scan_span_number(&at, end, &number))
			return false;
		if (at < end && *at == ':')
			return scan_span_clock(number, at, end, limit, &parts[JB_SPAN_TIME]);
		unit = scan_unit_name(&at, end, unit);
		if (unit == JB_SPAN_CLOCK_UNIT)
			return false;
		parts[span_units[unit].part] += number * span_units[unit].size;
		unit++;
		if (at == end)
			return true;
		if (*at++ != ' ')
			return false;
	}
}

/* The precision in the sense of round_to_typmod(); refuses a typmod that leaves fields out. */
static bool
interval_precision(int32 typmod, int32 *precision)
{
	*precision = -1;
	if (typmod == -1)
		return true;
	if (typmod < 0 || INTERVAL_RANGE(typmod) != INTERVAL_FULL_RANGE)
		return false;
	if (INTERVAL_PRECISION(typmod) != INTERVAL_FULL_PRECISION)
		*precision = INTERVAL_PRECISION(typmod);
	return true;
}

bool
jb_parse_interval(const char *text, size_t length, const char *limit, int32 typmod, Interval *value)
{
	const char *end = text + length;
	int64 parts[JB_SPAN_PARTS] = {0};
	int32 precision;

	if (!interval_precision(typmod, &precision) || length == 0)
		return false;
	if (*text == 'P' ? !scan_period(text + 1, end, limit, parts) : !scan_span(text, end, limit, parts))
		return false;
	if (parts[JB_SPAN_MONTHS] > PG_INT32_MAX || parts[JB_SPAN_DAYS] > PG_INT32_MAX ||
		!round_to_typmod(precision, &parts[JB_SPAN_TIME]))
		return false;
	value->month = (int32) parts[JB_SPAN_MONTHS];
	value->day = (int32) parts[JB_SPAN_DAYS];
	value->time = parts[JB_SPAN_TIME];
	return true;
}
