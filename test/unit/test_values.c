/*
 * test_values.c
 *		Unit tests of the value parsers and of the wall round simdjson.
 *
 * Two kinds.  Every text that comes along is given to every parser four ways
 * (against an unreadable page, after an unreadable page amid misleading bytes,
 * and both to the scalar twin), and all must agree and keep their bounds.  And
 * values are compared with what the C library or plain counting says; whether
 * they are PostgreSQL's own is for values_oracle.sh.
 */
#include "values_table.h"

#include <math.h>

#include "simd.h"
#include "unit.h"

#define lengthof_parsers lengthof(value_parsers)

/* --- placements ---------------------------------------------------------------- */

/* One parser, one text: all placements and the twin must agree.  Gives the size. */
static int
agree(const ValueParser *parser, const char *text, size_t length, int32 typmod, unsigned char *out)
{
	unsigned char other[4][VALUE_MAX_BYTES];
	int sizes[4];
	char *flush = unit_place_before_guard(text, length);
	char *guarded = unit_area();

	sizes[0] = parser->parse(flush, length, flush + length, typmod, other[0]);
	sizes[1] = parser->twin(flush, length, flush + length, typmod, other[1]);
	memset(guarded, "7.Z-f"[length % 5], length + 64);
	memcpy(guarded, text, length);
	sizes[2] = parser->parse(guarded, length, guarded + length + 64, typmod, other[2]);
	sizes[3] = parser->twin(guarded, length, guarded + length + 64, typmod, other[3]);
	for (int i = 1; i < 4; i++)
		unit_expect(sizes[i] == sizes[0] && (sizes[0] < 0 || memcmp(other[i], other[0], sizes[0]) == 0),
					parser->name, text, length);
	if (sizes[0] > 0)
		memcpy(out, other[0], sizes[0]);
	return sizes[0];
}

static const int32 numeric_typmods[] = {-1,
										(12 << 16 | 2) + 4,
										(5 << 16) + 4,
										(3 << 16 | 3) + 4,
										(38 << 16 | 10) + 4,
										(4 << 16 | (-2 & 0x7FF)) + 4,
										(1000 << 16 | 500) + 4,
										(2 << 16 | 6) + 4};

/* Precisions, none, and what leaves fields out. */
static const int32 interval_typmods[] = {0x7FFF << 16 | 0, 0x7FFF << 16 | 3,	  0x7FFF << 16 | 6,
										 0x7FFF << 16 | 7, 0x7FFF << 16 | 0xFFFF, 4 << 16 | 3};

static void
agree_under(const ValueParser *parser, const char *text, size_t length, const int32 *typmods, size_t count)
{
	unsigned char out[VALUE_MAX_BYTES];

	for (size_t i = 0; i < count; i++)
		agree(parser, text, length, typmods[i], out);
}

static void
all_agree(const char *text, size_t length)
{
	unsigned char out[VALUE_MAX_BYTES];

	for (size_t i = 0; i < lengthof_parsers; i++)
	{
		agree(&value_parsers[i], text, length, -1, out);
		if (!value_parsers[i].has_typmod)
			continue;
		if (strcmp(value_parsers[i].name, "numeric") == 0)
			agree_under(&value_parsers[i], text, length, numeric_typmods, lengthof(numeric_typmods));
		else if (strcmp(value_parsers[i].name, "interval") == 0)
			agree_under(&value_parsers[i], text, length, interval_typmods, lengthof(interval_typmods));
		else
			for (int32 typmod = 0; typmod <= 7; typmod++)
				agree(&value_parsers[i], text, length, typmod, out);
	}
}

/* --- whatever the bytes are --------------------------------------------------- */

static const char *const models[] = {"0",
									 "-0",
									 "12345678",
									 "9223372036854775807",
									 "-9223372036854775808",
									 "12345.67",
									 "-0.001",
									 "1e10",
									 "1.7976931348623157e308",
									 "0.12345678901234567",
									 "123456789012345678901234567890.123456",
									 "9999.9999",
									 "2024-02-29",
									 "2023-02-29",
									 "12:34:56.789",
									 "2024-01-02T03:04:05.123456+05:30",
									 "2024-01-02 03:04:05Z",
									 "9999-12-31T23:59:59.999999-15:59",
									 "12:34:56.5+05:30",
									 "1 year 2 mons 3 days 04:05:06.789",
									 "P1Y2M3W4DT5H6M7.123456S",
									 "10110101011",
									 "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
									 "\\x00ff10ABcdefdeadbeef00112233445566778899aabbccddeeff",
									 "\\x",
									 ""};

/* Random changes of what is almost right. */
static void
test_mutations(void)
{
	static const char alphabet[] = "0123456789999000.-+eETZ: xX\\abfAFg/\n\t_'PYMWDHSs";
	char text[300];

	for (int round = 0; round < 20000; round++)
	{
		const char *model = models[unit_below(lengthof(models))];
		size_t length = strlen(model);

		memcpy(text, model, length);
		for (uint32 change = unit_below(4); change > 0; change--)
		{
			size_t at = unit_below((uint32) length + 1);
			char byte =
				unit_below(20) == 0 ? (char) unit_random() : alphabet[unit_below(sizeof(alphabet) - 1)];

			switch (unit_below(3))
			{
				case 0:
					if (at < length)
						text[at] = byte;
					break;
				case 1:
					memmove(text + at + 1, text + at, length - at);
					text[at] = byte;
					length++;
					break;
				default:
					if (at < length)
					{
						memmove(text + at, text + at + 1, length - at - 1);
						length--;
					}
			}
		}
		all_agree(text, length);
	}
}

/* Every text of one and two bytes, and every byte at every place of the models. */
static void
test_small_texts(void)
{
	char text[128];

	for (int i = 0; i < 256; i++)
	{
		text[0] = (char) i;
		all_agree(text, 1);
		for (int j = 0; j < 256; j++)
		{
			text[1] = (char) j;
			all_agree(text, 2);
		}
	}
	for (size_t i = 0; i < lengthof(models); i++)
	{
		size_t length = strlen(models[i]);

		for (size_t at = 0; at < length; at++)
		{
			for (int byte = 0; byte < 256; byte++)
			{
				memcpy(text, models[i], length);
				text[at] = (char) byte;
				for (size_t j = 0; j < lengthof_parsers; j++)
				{
					unsigned char out[VALUE_MAX_BYTES];

					agree(&value_parsers[j], text, length, -1, out);
				}
			}
		}
	}
}

/* All lengths of digit strings, long ones too, and every prefix of the models. */
static void
test_lengths(void)
{
	char text[1024] = {0};

	for (size_t length = 0; length <= 300; length++)
	{
		for (size_t i = 0; i < length; i++)
			text[i] = (char) ('0' + (i + length) % 10);
		all_agree(text, length);
		if (length > 2)
		{
			text[length / 2] = '.';
			all_agree(text, length);
			text[0] = '\\';
			text[1] = 'x';
			text[length / 2] = 'c';
			all_agree(text, length);
		}
	}
	for (size_t i = 0; i < lengthof(models); i++)
		for (size_t length = 0; length <= strlen(models[i]); length++)
			all_agree(models[i], length);
}

/* --- integers ------------------------------------------------------------------- */

static void
expect_int(const char *text, bool in_range, int64 expected)
{
	size_t length = strlen(text);
	int64 wide = 0;
	int32 middle = 0;
	int16 narrow = 0;

	unit_expect(jb_parse_int64(text, length, text + length, &wide) == in_range &&
					(!in_range || wide == expected),
				"int8", text, length);
	unit_expect(jb_parse_int4(text, length, text + length, &middle) ==
						(in_range && expected >= PG_INT32_MIN && expected <= PG_INT32_MAX) &&
					(!in_range || expected != (int32) expected || middle == expected),
				"int4", text, length);
	unit_expect(jb_parse_int2(text, length, text + length, &narrow) ==
						(in_range && expected >= PG_INT16_MIN && expected <= PG_INT16_MAX) &&
					(!in_range || expected != (int16) expected || narrow == expected),
				"int2", text, length);
}

static void
test_integers(void)
{
	char text[64];

	for (int64 value = -70000; value <= 70000; value++)
	{
		snprintf(text, sizeof(text), "%lld", (long long) value);
		expect_int(text, true, value);
	}
	for (int round = 0; round < 200000; round++)
	{
		int64 value = (int64) unit_random() >> unit_below(64);

		snprintf(text, sizeof(text), "%lld", (long long) value);
		expect_int(text, true, value);
	}
	for (int back = 0; back <= 200; back++)
	{
		snprintf(text, sizeof(text), "%lld", (long long) (PG_INT64_MAX - back));
		expect_int(text, true, PG_INT64_MAX - back);
		snprintf(text, sizeof(text), "%lld", (long long) (PG_INT64_MIN + back));
		expect_int(text, true, PG_INT64_MIN + back);
		snprintf(text, sizeof(text), "%llu", (unsigned long long) PG_INT64_MAX + 1 + back);
		expect_int(text, false, 0);
		snprintf(text, sizeof(text), "-%llu", (unsigned long long) PG_INT64_MAX + 2 + back);
		expect_int(text, false, 0);
	}
	expect_int("9999999999999999999", false, 0);
	expect_int("18446744073709551616", false, 0);
	expect_int("0000000000000000007", true, 7);
	expect_int("-0", true, 0);
	expect_int("", false, 0);
	expect_int("-", false, 0);
	expect_int("--1", false, 0);
	expect_int("+1", false, 0);
}

/* --- floats ----------------------------------------------------------------------- */

/* Numbers of the C library's reading; the library here rounds correctly. */
static void
expect_float(const char *text)
{
	size_t length = strlen(text);
	double wide;
	float narrow;
	double right = strtod(text, NULL);
	float right_narrow = strtof(text, NULL);
	bool usual = isnormal(right) || (right == 0 && strpbrk(text, "123456789") == NULL);
	bool usual_narrow = isnormal(right_narrow) || (right_narrow == 0 && strpbrk(text, "123456789") == NULL);

	if (right == 0 && strpbrk(text, "eE") != NULL && strcspn(text, "123456789") > strcspn(text, "eE"))
		usual = usual_narrow = true;
	unit_expect(jb_parse_float8(text, length, text + length, &wide) == usual, "float8 taken", text, length);
	unit_expect(jb_parse_float4(text, length, text + length, &narrow) == usual_narrow, "float4 taken", text,
				length);
	if (usual)
		unit_expect(memcmp(&wide, &right, sizeof(wide)) == 0, "float8 value", text, length);
	if (usual_narrow)
		unit_expect(memcmp(&narrow, &right_narrow, sizeof(narrow)) == 0, "float4 value", text, length);
}

/* digits with a point somewhere and perhaps an exponent */
static void
random_decimal(char *text, uint32 most_digits, int32 most_exponent)
{
	uint32 count = 1 + unit_below(most_digits);
	uint32 point = 1 + unit_below(count);

	if (unit_below(4) == 0)
		*text++ = '-';
	for (uint32 i = 0; i < count; i++)
	{
		if (i == point)
			*text++ = '.';
		*text++ = (char) ('0' + unit_below(10));
	}
	*text = '\0';
	if (most_exponent > 0)
		sprintf(text, "e%d", (int) unit_below(2 * most_exponent) - most_exponent);
}

static void
test_floats(void)
{
	static const char *const special[] = {"-0",
										  "0.0",
										  "-0.0",
										  "0e400",
										  "0e9999",
										  "1e400",
										  "1e-400",
										  "4.9e-324",
										  "2.2250738585072014e-308",
										  "2.2250738585072011e-308",
										  "1.7976931348623157e308",
										  "1.7976931348623159e308",
										  "9007199254740993",
										  "9007199254740992.5",
										  "9007199254740991",
										  "8.5",
										  "16777217",
										  "16777216.5",
										  "3.4028236e38",
										  "3.4028235e38",
										  "1.17549435e-38",
										  "1.1754942e-38",
										  "7.006492321624085e-46",
										  "33554435",
										  "1.00000017881393432617187499",
										  "1.00000017881393432617187500",
										  "1.00000017881393432617187501",
										  "100000000000000000000000",
										  "1e23",
										  "8.442911973260991817129021e15",
										  "0.000000000000000000000000000000000000000000000000001",
										  "123456789012345678901234567890",
										  "1e22",
										  "1e23",
										  "1e-22",
										  "1e-23",
										  "5e-324",
										  "1e39",
										  "1e40",
										  "1e41"};
	char text[64];
	double value;
	float narrow;
	uint64 bits;

	for (size_t i = 0; i < lengthof(special); i++)
		expect_float(special[i]);
	for (int round = 0; round < 300000; round++)
	{
		random_decimal(text, 1 + round % 20, round % 3 == 0 ? 1 + round % 60 : 0);
		expect_float(text);
	}

	/* every float, written so that it comes back, and the points half-way to its neighbour */
	for (int round = 0; round < 200000; round++)
	{
		bits = unit_random();
		memcpy(&value, &bits, sizeof(value));
		if (round % 2 == 0)
			value = ldexp((double) (unit_random() >> 11), (int) unit_below(80) - 80);
		narrow = (float) value;
		if (!isnormal(value) || !isnormal(narrow))
			continue;
		snprintf(text, sizeof(text), "%.17g", value);
		expect_float(text);
		snprintf(text, sizeof(text), "%.9g", narrow);
		expect_float(text);
		snprintf(text, sizeof(text), "%.19g", ((double) narrow + (double) nextafterf(narrow, HUGE_VALF)) / 2);
		expect_float(text);
	}
}

/* A tie, odd * 2 ^ shift * 10 ^ power, and its neighbours. */
static void
expect_tie(uint64 odd, int shift, int power)
{
	char text[64];

	for (int off = -1; off <= 1; off++)
	{
		snprintf(text, sizeof(text), "%llue%d", (unsigned long long) (odd << shift) + off, power);
		expect_float(text);
	}
}

/*
 * Ties of both widths, wherever the product must decide: odd integers one bit
 * longer than the fraction that come out of a product with a power of five
 * (few and near its end of the range) or of a quotient by one.
 */
static void
test_float_ties(void)
{
	static const int lengths[] = {54, 25};

	for (int width = 0; width < 2; width++)
	{
		uint64 low = UINT64CONST(1) << (lengths[width] - 1);

		for (int round = 0; round < 2000; round++)
		{
			uint64 odd = low + (unit_random() & (low - 1) & ((UINT64CONST(1) << unit_below(54)) - 1));
			uint64 digits = odd | 1;

			for (int power = 0; digits <= UINT64CONST(9999999999999999999); power--)
			{
				expect_tie(digits, 0, power);
				if (digits > PG_UINT64_MAX / 5)
					break;
				digits *= 5;
			}
		}
		for (int power = 0; power <= 30; power++)
			for (uint64 odd = 1; odd < 300; odd += 2)
				for (int shift = 0; shift < 54; shift += 1 + (int) unit_below(8))
					expect_tie(odd, shift, power);
	}
}

/* --- numeric ---------------------------------------------------------------------- */

static void
expect_numeric(const char *text, int32 typmod, const char *expected, size_t expected_size)
{
	size_t length = strlen(text);
	int32 aligned[64];
	char *packed = (char *) aligned;
	char *end;

	memset(aligned, 0x55, sizeof(aligned));
	end = jb_write_numeric(text, length, text + length, typmod, true, packed);
	if (expected == NULL)
	{
		unit_expect(end == NULL, "numeric refused", text, length);
		return;
	}
	unit_expect(end == packed + 1 + expected_size && VARSIZE_SHORT(packed) == expected_size + 1 &&
					memcmp(packed + 1, expected, expected_size) == 0,
				"numeric packed", text, length);
	for (size_t i = Min(length + 16, JB_NUMERIC_MAX_BYTES); i < sizeof(aligned); i++)
		unit_expect(packed[i] == 0x55, "numeric bound", text, length);
	end = jb_write_numeric(text, length, text + length, typmod, false, packed);
	unit_expect(end == packed + 4 + expected_size && VARSIZE(packed) == expected_size + 4 &&
					memcmp(packed + 4, expected, expected_size) == 0,
				"numeric unpacked", text, length);
}

#ifndef WORDS_BIGENDIAN
#define NUMERIC_IS(text, typmod, bytes) expect_numeric(text, typmod, bytes, sizeof(bytes) - 1)
#else
#define NUMERIC_IS(text, typmod, bytes)
#endif
#define NUMERIC_TYPMOD(precision, scale) (((precision) << 16 | ((scale) &0x7FF)) + 4)

static void
test_numeric(void)
{
	NUMERIC_IS("0", -1, "\x00\x80");
	NUMERIC_IS("-0.00", -1, "\x00\x81");
	NUMERIC_IS("1", -1, "\x00\x80\x01\x00");
	NUMERIC_IS("-1.5", -1, "\x80\xA0\x01\x00\x88\x13");
	NUMERIC_IS("10000", -1, "\x01\x80\x01\x00");
	NUMERIC_IS("0.0001", -1, "\x7F\x82\x01\x00");
	NUMERIC_IS("1", NUMERIC_TYPMOD(12, 2), "\x00\x81\x01\x00");
	NUMERIC_IS("9999.995", NUMERIC_TYPMOD(12, 2), "\x01\x81\x01\x00");
	NUMERIC_IS("-0.004", NUMERIC_TYPMOD(12, 2), "\x00\x81");
	NUMERIC_IS("-0.005", NUMERIC_TYPMOD(12, 2), "\x7F\xA1\x64\x00");
	NUMERIC_IS("1249", NUMERIC_TYPMOD(4, -2), "\x00\x80\xB0\x04");
	NUMERIC_IS("1250", NUMERIC_TYPMOD(4, -2), "\x00\x80\x14\x05");
	NUMERIC_IS("1", NUMERIC_TYPMOD(200, 100), "\x64\x00\x00\x00\x01\x00");
	NUMERIC_IS("-1", NUMERIC_TYPMOD(200, 100), "\x64\x40\x00\x00\x01\x00");
	expect_numeric("10000000000", NUMERIC_TYPMOD(12, 2), NULL, 0);
	expect_numeric("9999999999.995", NUMERIC_TYPMOD(12, 2), NULL, 0);
	expect_numeric("1e12345", -1, NULL, 0);
	expect_numeric("NaN", -1, NULL, 0);
	expect_numeric("1.", -1, NULL, 0);
	expect_numeric(".1", -1, NULL, 0);
}

/* The bound on bytes touched, on taking and on refusing. */
static void
test_numeric_bounds(void)
{
	char text[200];
	char place[512];

	for (int round = 0; round < 20000; round++)
	{
		size_t length;
		size_t bound;
		int32 typmod = numeric_typmods[unit_below(lengthof(numeric_typmods))];

		random_decimal(text, 1 + round % 150, 0);
		length = strlen(text);
		bound = Min(length + 16, JB_NUMERIC_MAX_BYTES);
		memset(place, 0x55, sizeof(place));
		jb_write_numeric(text, length, text + length, typmod, round % 2 == 0, place + 64);
		for (int i = 0; i < (int) sizeof(place); i++)
		{
			if ((i < 64 || i >= 64 + (int) bound) && place[i] != 0x55)
				unit_expect(false, "numeric touches", text, length);
		}
	}
	unit_expect(true, "numeric touches", "", 0);
}

/* --- dates and times ------------------------------------------------------------------ */

static bool
is_leap(int year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Every day from 0001-01-01 to 9999-12-31, counted, and every day that there isn't. */
static void
test_calendar(void)
{
	static const int month_lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int32 expected = -730119; /* 0001-01-01 */
	char text[32];

	for (int year = 0; year <= 9999; year++)
	{
		for (int month = 0; month <= 13; month++)
		{
			int days =
				month >= 1 && month <= 12 ? month_lengths[month - 1] + (month == 2 && is_leap(year)) : 0;

			for (int day = 0; day <= 32; day++)
			{
				bool real = year > 0 && day >= 1 && day <= days;
				DateADT value = 0;

				snprintf(text, sizeof(text), "%04d-%02d-%02d", year, month, day);
				if (jb_parse_date(text, 10, text + 10, &value) != real || (real && value != expected))
					unit_expect(false, "date", text, 10);
				expected += real;
			}
		}
	}
	unit_expect(expected == 2921940, "day after 9999-12-31", "", 0);
}

/* Every second of a day; fractions of every length; what is out of range. */
static void
test_clock(void)
{
	char text[64];
	TimeADT time;
	Timestamp stamp;

	for (int second = 0; second < 100 * 100 * 100; second++)
	{
		int hours = second / 10000;
		int minutes = second / 100 % 100;
		int seconds = second % 100;
		bool real = hours < 24 && minutes < 60 && seconds < 60;
		int64 usecs = ((hours * 60 + minutes) * 60 + seconds) * USECS_PER_SEC;

		snprintf(text, sizeof(text), "2000-01-01 %02d:%02d:%02d", hours, minutes, seconds);
		if (jb_parse_time(text + 11, 8, text + 19, -1, &time) != real || (real && time != usecs) ||
			jb_parse_timestamp(text, 19, text + 19, -1, &stamp) != real || (real && stamp != usecs))
			unit_expect(false, "clock", text, 19);
	}
	for (int usecs = 0; usecs < 1000000; usecs++)
	{
		int length = snprintf(text, sizeof(text), "1999-12-31T23:59:59.%06d+00:00", usecs);

		if (!jb_parse_timestamptz(text, length, text + length, -1, &stamp) || stamp != usecs - 1000000)
			unit_expect(false, "microseconds", text, length);
	}
	unit_expect(true, "clock", "", 0);
}

static void
expect_timestamptz(const char *text, int32 typmod, bool taken, TimestampTz expected)
{
	size_t length = strlen(text);
	TimestampTz value = 0;

	unit_expect(jb_parse_timestamptz(text, length, text + length, typmod, &value) == taken &&
					value == expected,
				"timestamptz", text, length);
}

static void
test_zones(void)
{
	char text[64];

	for (int hours = 0; hours < 100; hours++)
	{
		for (int minutes = 0; minutes < 100; minutes++)
		{
			bool real = hours <= 15 && minutes <= 59;
			int64 offset = (hours * 60 + minutes) * 60 * USECS_PER_SEC;

			snprintf(text, sizeof(text), "2000-01-01T00:00+%02d:%02d", hours, minutes);
			expect_timestamptz(text, -1, real, real ? -offset : 0);
			snprintf(text, sizeof(text), "2000-01-01T00:00:00-%02d%02d", hours, minutes);
			expect_timestamptz(text, -1, real, real ? offset : 0);
		}
	}
	expect_timestamptz("2000-01-01 00:00:00+02", -1, true, -2 * USECS_PER_HOUR);
	expect_timestamptz("2000-01-01 00:00:00.5Z", 0, true, 1000000);
	expect_timestamptz("1999-12-31 23:59:59.5Z", 0, true, -1000000);
	expect_timestamptz("1999-12-31 23:59:59.123456Z", 3, true, -877000);
	expect_timestamptz("2000-01-01 00:00:00", -1, false, 0);
	expect_timestamptz("2000-01-01 00:00:00z", -1, false, 0);
	expect_timestamptz("2000-01-01 00:00:00.Z", -1, false, 0);
	expect_timestamptz("2000-01-01 00:00:00 Z", -1, false, 0);
	expect_timestamptz("2000-01-01 00:00:00Z", 7, false, 0);
	expect_timestamptz("2000-01-01 00:00:00.1234565Z", -1, true, 123456);
	expect_timestamptz("2000-01-01 00:00:00.123456789123456Z", -1, true, 123457);
	expect_timestamptz("2000-01-01 00:00:00.1234567891234567Z", -1, false, 0);
	expect_timestamptz("2000-01-01 00:00:00.9999999Z", -1, true, 1000000);
	expect_timestamptz("1999-12-31 23:59:59.9999999Z", -1, true, 0);
}

static void
expect_timetz(const char *text, int32 typmod, bool taken, TimeADT time, int32 zone)
{
	size_t length = strlen(text);
	TimeTzADT value = {0};

	unit_expect(jb_parse_timetz(text, length, text + length, typmod, &value) == taken && value.time == time &&
					value.zone == zone,
				"timetz", text, length);
}

static void
test_timetz(void)
{
	expect_timetz("00:00:00Z", -1, true, 0, 0);
	expect_timetz("12:34+02", -1, true, 754 * USECS_PER_MINUTE, -2 * SECS_PER_HOUR);
	expect_timetz("00:00:01.5-05:30", -1, true, 1500000, 330 * SECS_PER_MINUTE);
	expect_timetz("00:00:01.5-0530", 0, true, 2000000, 330 * SECS_PER_MINUTE);
	expect_timetz("23:59:59.9999995+00", 6, true, USECS_PER_DAY, 0);
	expect_timetz("12:00:00", -1, false, 0, 0);
	expect_timetz("12:00:00z", -1, false, 0, 0);
	expect_timetz("12:00:00 Z", -1, false, 0, 0);
	expect_timetz("12:00:00+16", -1, false, 0, 0);
	expect_timetz("24:00:00Z", -1, false, 0, 0);
	expect_timetz("12:00:00Z", 7, false, 0, 0);
	expect_timetz("2000-01-01 12:00:00Z", -1, false, 0, 0);
}

static void
expect_interval(const char *text, int32 typmod, bool taken, int32 months, int32 days, int64 time)
{
	size_t length = strlen(text);
	Interval value = {0};

	unit_expect(jb_parse_interval(text, length, text + length, typmod, &value) == taken &&
					value.month == months && value.day == days && value.time == time,
				"interval", text, length);
}

static void
test_interval(void)
{
	static const char *const refused[] = {"",
										  "1",
										  "1 ",
										  "1 day ",
										  " 1 day",
										  "1  day",
										  "1 dayss",
										  "1 month",
										  "1 day 1 mon",
										  "1 day 1",
										  "-1 day",
										  "1 day ago",
										  "1 day -01:00:00",
										  "1 02:03:04",
										  "02:03",
										  "02:03.5",
										  "02:60:00",
										  "02:00:60",
										  "02:03:04.",
										  "02:03:04Z",
										  "1 mons 1 mons",
										  "P",
										  "PT",
										  "P1DT",
										  "P1",
										  "P1H",
										  "PT1D",
										  "P1M1Y",
										  "PT1S2.5S",
										  "PT1.5M",
										  "PT.5S",
										  "PT1.S",
										  "PT1.1234567S",
										  "P-1Y",
										  "P1YT1H1H",
										  "PT1ST1H",
										  "p1d",
										  "1234567890 days",
										  "P1234567890D",
										  "178956970 years 8 mons",
										  "P306783378W2D"};
	int32 seconds = 0x7FFF << 16;

	for (size_t i = 0; i < lengthof(refused); i++)
		expect_interval(refused[i], -1, false, 0, 0, 0);
	expect_interval("1 year 2 mons 3 days 04:05:06.789", -1, true, 14, 3, INT64CONST(14706789000));
	expect_interval("178956970 years 7 mons", -1, true, PG_INT32_MAX, 0, 0);
	expect_interval("1 day", -1, true, 0, 1, 0);
	expect_interval("00:00:00", -1, true, 0, 0, 0);
	expect_interval("100:00:00.1234565", -1, true, 0, 0, 100 * USECS_PER_HOUR + 123456);
	expect_interval("999999999:59:59.999999", -1, true, 0, 0, INT64CONST(1000000000) * USECS_PER_HOUR - 1);
	expect_interval("P1Y2M3W4DT5H6M7.5S", -1, true, 14, 25, INT64CONST(18367500000));
	expect_interval("PT999999999.999999S", -1, true, 0, 0, INT64CONST(999999999999999));
	expect_interval("P306783378W1D", -1, true, 0, PG_INT32_MAX, 0);
	expect_interval("PT0.5S", seconds, true, 0, 0, 1000000);
	expect_interval("PT0.123456S", seconds | 3, true, 0, 0, 123000);
	expect_interval("PT0.123456S", seconds | 0xFFFF, true, 0, 0, 123456);
	expect_interval("PT0.5S", seconds | 7, false, 0, 0, 0);
	expect_interval("PT0.5S", 1 << 28 | 3, false, 0, 0, 0);
}

/* --- bytes ------------------------------------------------------------------------------ */

/* Every length of a while; each digit at its place, and one wrong. */
static void
test_bits(void)
{
	char text[200];
	unsigned char out[64];
	int32 count;

	for (int32 length = 0; length <= (int32) lengthof(text); length++)
	{
		bool right = true;

		for (int32 i = 0; i < length; i++)
			text[i] = (char) ('0' + unit_below(2));
		memset(out, 0x55, sizeof(out));
		right = jb_parse_varbit(text, length, text + length, length, out);
		memcpy(&count, out, sizeof(count));
		right &= count == length;
		for (int32 i = 0; i < (length + 7) / 8 * 8; i++)
			right &= (out[4 + i / 8] >> (7 - i % 8) & 1) == (i < length ? text[i] - '0' : 0);
		for (size_t i = JB_BITS_BYTES(length); i < sizeof(out); i++)
			right &= out[i] == 0x55;
		unit_expect(right, "varbit", text, length);
		unit_expect(jb_parse_bit(text, length, text + length, length, out) &&
						!jb_parse_bit(text, length, text + length, length + 1, out) &&
						jb_parse_varbit(text, length, text + length, length + 1, out) &&
						(length <= 1 || !jb_parse_varbit(text, length, text + length, length - 1, out)),
					"bits", text, length);
		if (length == 0)
			continue;
		text[unit_below(length)] = "2/xb \xB0"[unit_below(6)];
		unit_expect(!jb_parse_bit(text, length, text + length, -1, out), "wrong bits", text, length);
	}
}

static void
test_bytes(void)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	char text[2 + 2 * 600];
	unsigned char bytes[600];
	unsigned char out[600];

	text[0] = '\\';
	text[1] = 'x';
	for (size_t count = 0; count <= lengthof(bytes); count++)
	{
		for (size_t i = 0; i < count; i++)
		{
			bytes[i] = (unsigned char) unit_random();
			text[2 + 2 * i] = digits[(bytes[i] >> 4) + 16 * unit_below(2)];
			text[3 + 2 * i] = digits[(bytes[i] & 15) + 16 * unit_below(2)];
		}
		memset(out, 0x55, sizeof(out));
		unit_expect(jb_parse_bytea_hex(text, 2 + 2 * count, text + 2 + 2 * count, out) &&
						memcmp(out, bytes, count) == 0,
					"bytea", text, 2 + 2 * count);
		for (size_t i = count; i < sizeof(out); i++)
			unit_expect(out[i] == 0x55, "bytea bound", text, 2 + 2 * count);
		unit_expect(!jb_parse_bytea_hex(text, 3 + 2 * count, text + 3 + 2 * count, out), "bytea odd", text,
					3 + 2 * count);
	}
	for (int round = 0; round < 10000; round++)
	{
		size_t at = 0;

		for (int i = 0; i < 16; i++)
		{
			bytes[i] = (unsigned char) unit_random();
			if (i == 4 || i == 6 || i == 8 || i == 10)
				text[at++] = '-';
			text[at++] = digits[(bytes[i] >> 4) + 16 * unit_below(2)];
			text[at++] = digits[(bytes[i] & 15) + 16 * unit_below(2)];
		}
		unit_expect(jb_parse_uuid(text, 36, text + 36, out) && memcmp(out, bytes, 16) == 0, "uuid", text, 36);
	}
}

/* --- the wall ----------------------------------------------------------------------------- */

static void
expect_structurals(const char *text, size_t length, const uint32 *expected, size_t expected_count)
{
	const uint32 *positions = NULL;
	size_t count = 0;
	int status = jb_simd_structurals(text, length, &positions, &count);

	unit_expect(status == JB_SIMD_OK && count == expected_count &&
					memcmp(positions, expected, count * sizeof(uint32)) == 0,
				"structurals", text, length);
}

/* Documents of all lengths, flush against the guard but for the padding. */
static void
test_structurals(void)
{
	uint32 expected[1024];

	for (size_t length = 3; length <= 700; length++)
	{
		char *text = unit_area() + UNIT_PLACE_MAX - JB_SIMD_PADDING - length;
		size_t count = 0;

		for (size_t i = 0; i < length; i++)
		{
			text[i] = "[1,"[i == 0 ? 0 : 2 - i % 2];
			if (i == length - 1)
				text[i] = ']';
			expected[count++] = (uint32) i;
		}
		expect_structurals(text, length, expected, count);
		memset(text, 'x', length);
		memcpy(text, "[\"", 2);
		text[length - 1] = '"';
		expected[0] = 0;
		expected[1] = 1;
		expect_structurals(text, length, expected, 2 - (length < 3));
	}
}

static void
test_wall(void)
{
	const uint32 *positions = NULL;
	size_t count = 0;
	size_t large = 8 * 1024 * 1024;
	char *text = malloc(large + JB_SIMD_PADDING);

	memset(text, ' ', large + JB_SIMD_PADDING);
	text[0] = '1';
	unit_expect(jb_simd_structurals(text, 0, &positions, &count) == JB_SIMD_INVALID, "wall", "empty", 5);
	unit_expect(jb_simd_structurals("[\"a", 3, &positions, &count) == JB_SIMD_INVALID, "wall", "unclosed", 8);
	unit_expect(jb_simd_structurals("[\"a\n\"]", 6, &positions, &count) == JB_SIMD_INVALID, "wall", "control",
				7);
	unit_expect(jb_simd_structurals("[\"\xC3\"]", 5, &positions, &count) == JB_SIMD_INVALID, "wall", "utf-8",
				5);
	unit_expect(jb_simd_structurals(text, JB_SIMD_MAX_LENGTH + 1, &positions, &count) == JB_SIMD_TOO_LONG,
				"wall", "long", 4);
	unit_expect(positions == NULL && count == 0, "wall", "untouched", 9);
	unit_expect(jb_simd_structurals(text, large, &positions, &count) == JB_SIMD_OK && count == 1, "wall",
				"large", 5);
	unit_expect(jb_simd_memory() > JB_SIMD_KEEP_BYTES, "wall", "memory held", 11);
	jb_simd_release();
	unit_expect(jb_simd_memory() == 0, "wall", "memory given back", 17);
	unit_expect(jb_simd_structurals(text, 100, &positions, &count) == JB_SIMD_OK && count == 1, "wall",
				"again", 5);
	jb_simd_release();
	unit_expect(jb_simd_memory() > 0 && jb_simd_memory() <= JB_SIMD_KEEP_BYTES, "wall", "memory kept", 11);
	unit_expect(jb_simd_kernel()[0] != '\0', "wall", "kernel", 6);
	free(text);
}

static void
test_wall_numbers(void)
{
	static const char *const refused[] = {"",		"-",	  "+1",	  " 1",	  "1 ",	   "inf",
										  "-inf",	"nan",	  "0x10", "1e",	  "1e400", "-1e400",
										  "1e-400", "4e-324", "1e+",  "1..2", "e5",	   "1_0"};
	double value;

	for (size_t i = 0; i < lengthof(refused); i++)
		unit_expect(!jb_simd_parse_double(refused[i], strlen(refused[i]), &value), "wall number", refused[i],
					strlen(refused[i]));
	unit_expect(jb_simd_parse_double("-0.0e5", 6, &value) && value == 0 && signbit(value), "wall number",
				"-0.0e5", 6);
	unit_expect(jb_simd_parse_double("1e+5", 4, &value) && value == 1e5, "wall number", "1e+5", 4);
}

int
main(void)
{
	static const UnitTest tests[] = {
		UNIT_TEST(test_integers),	 UNIT_TEST(test_floats),		 UNIT_TEST(test_float_ties),
		UNIT_TEST(test_numeric),	 UNIT_TEST(test_numeric_bounds), UNIT_TEST(test_calendar),
		UNIT_TEST(test_clock),		 UNIT_TEST(test_zones),			 UNIT_TEST(test_bytes),
		UNIT_TEST(test_timetz),		 UNIT_TEST(test_interval),		 UNIT_TEST(test_bits),
		UNIT_TEST(test_lengths),	 UNIT_TEST(test_small_texts),	 UNIT_TEST(test_mutations),
		UNIT_TEST(test_structurals), UNIT_TEST(test_wall),			 UNIT_TEST(test_wall_numbers)};

	printf("# kernel: %s\n", jb_simd_kernel());
	return unit_run(tests, lengthof(tests));
}
