/*
 * values_oracle.c
 *		Random texts of a type and what our parser makes of them, for
 *		values_oracle.sh to compare with the server's own input functions.
 *
 * values_oracle TYPE COUNT SEED prints COPY lines: kind, typmod, text, ours.
 * kind is "ordinary" for what applications write and "near" for the same with
 * a few bytes changed.  ours is the hexadecimal of the value's send form (of
 * numeric: of the packed datum), or "refused".
 */
#include "values_table.h"

#include <stdio.h>

#undef printf
#undef fprintf
#undef snprintf

#define MAX_CONTEXT 40

static uint64 random_state;

static uint64
random_word(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

static uint32
below(uint32 bound)
{
	return (uint32) ((random_word() >> 32) * bound >> 32);
}

/* count random digits, perhaps all of one sort */
static int
put_digits(char *at, uint32 count)
{
	uint32 sort = below(12);

	for (uint32 i = 0; i < count; i++)
		at[i] = (char) ('0' + (sort == 0 ? 0 : sort == 1 ? 9 : sort == 2 ? below(2) * 9 : below(10)));
	return (int) count;
}

static int
make_integer(char *at, uint32 bits)
{
	int64 value = (int64) random_word() >> (64 - 1 - below(bits));

	return snprintf(at, 64, "%lld", (long long) value);
}

static int
make_decimal(char *at, uint32 whole, uint32 fraction)
{
	int length = 0;

	if (below(3) == 0)
		at[length++] = '-';
	if (below(4) == 0)
		at[length++] = '0';
	else
		length += put_digits(at + length, 1 + below(whole));
	if (below(5) != 0)
	{
		at[length++] = '.';
		length += put_digits(at + length, 1 + below(fraction));
	}
	return length;
}

static int
make_numeric(char *at)
{
	int length = make_decimal(at, below(3) == 0 ? 22 : 9, below(3) == 0 ? 20 : 6);

	if (below(12) == 0)
		length += snprintf(at + length, 16, "e%d", (int) below(40) - 20);
	return length;
}

/* finite and normal in both widths unless wide is allowed */
static int
make_float(char *at, bool wide)
{
	double value = (double) (int64) random_word() / 9223372036854775808.0;
	uint32 range = wide ? 300 : 37;

	switch (below(6))
	{
		case 0:
			return snprintf(at, 64, "%.17g", value);
		case 1:
			return snprintf(at, 64, "%.*f", (int) below(8), value * below(1000000));
		case 2:
			return snprintf(at, 64, "%.*e", (int) below(18), value * (below(2) ? 1e10 : 1e-10));
		case 3:
			return make_decimal(at, 17, 12);
		case 4:
			return snprintf(at, 64, "%.*ge%d", 1 + (int) below(17), 1 + value * 0.9,
							(int) below(2 * range) - (int) range);
		default:
			return make_integer(at, 60);
	}
}

static int
make_date(char *at)
{
	static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	uint32 year = below(4) == 0 ? 1 + below(9999) : 1900 + below(200);
	uint32 month = 1 + below(12);
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return snprintf(at, 16, "%04u-%02u-%02u", year, month,
					1 + below(lengths[month - 1] + (month == 2 && leap)));
}

static int
make_zone(char *at)
{
	static const char *const forms[] = {"%c%02u", "%c%02u%02u", "%c%02u:%02u"};

	if (below(2) == 0)
	{
		*at = 'Z';
		return 1;
	}
	return snprintf(at, 16, forms[below(3)], "+-"[below(2)], below(16), below(60));
}

static int
make_time(char *at, bool zone)
{
	int length = snprintf(at, 16, "%02u:%02u", below(24), below(60));

	if (below(10) != 0)
	{
		length += snprintf(at + length, 16, ":%02u", below(60));
		if (below(3) != 0)
		{
			at[length++] = '.';
			length += put_digits(at + length, 1 + below(below(3) == 0 ? 9 : 6));
		}
	}
	return zone ? length + make_zone(at + length) : length;
}

static int
make_timestamp(char *at, bool zone)
{
	int length = make_date(at);

	at[length++] = "T "[below(2)];
	return length + make_time(at + length, zone);
}

/* as interval_out() writes it without minus signs; "fields" is a set of years, months, days, clock */
static int
make_span(char *at, uint32 fields)
{
	static const char *const names[] = {"year", "mon", "day"};
	int length = 0;

	for (int unit = 0; unit < 3; unit++)
	{
		uint32 number = below(below(4) == 0 ? 100000 : 40);

		if (fields >> unit & 1)
			length += snprintf(at + length, 24, "%u %s%s ", number, names[unit], number == 1 ? "" : "s");
	}
	if ((fields & 8) == 0)
		return length - 1;
	if (below(4) == 0)
		at[length++] = (char) ('1' + below(9));
	length += snprintf(at + length, 16, "%02u:%02u:%02u", below(24), below(60), below(60));
	if (below(2) == 0)
	{
		at[length++] = '.';
		length += put_digits(at + length, 1 + below(6));
	}
	return length;
}

/* ISO 8601's; "fields" is a set of its seven units */
static int
make_period(char *at, uint32 fields)
{
	int length = 0;

	at[length++] = 'P';
	for (int unit = 0; unit < 7; unit++)
	{
		if (unit == 4 && fields >> unit != 0)
			at[length++] = 'T';
		if ((fields >> unit & 1) == 0)
			continue;
		length += put_digits(at + length, 1 + below(below(4) == 0 ? 9 : 3));
		if (unit == 6 && below(2) == 0)
		{
			at[length++] = '.';
			length += put_digits(at + length, 1 + below(6));
		}
		at[length++] = "YMWDHMS"[unit];
	}
	return length;
}

static int
make_interval(char *at)
{
	return below(2) == 0 ? make_span(at, 1 + below(15)) : make_period(at, 1 + below(127));
}

static int
make_bits(char *at)
{
	uint32 count = below(below(2) == 0 ? 20 : 300);

	for (uint32 i = 0; i < count; i++)
		at[i] = "01"[below(2)];
	return (int) count;
}

static int
make_hex(char *at, uint32 bytes, uint32 upper)
{
	for (uint32 i = 0; i < 2 * bytes; i++)
		at[i] = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[below(16)];
	return (int) (2 * bytes);
}

static int
make_uuid(char *at)
{
	static const uint32 groups[] = {4, 2, 2, 2, 6};
	uint32 upper = below(2);
	int length = 0;

	for (size_t i = 0; i < lengthof(groups); i++)
	{
		if (i > 0)
			at[length++] = '-';
		length += make_hex(at + length, groups[i], upper);
	}
	return length;
}

static int
make_ordinary(const char *type, char *at)
{
	if (strcmp(type, "int8") == 0)
		return make_integer(at, 63);
	if (strcmp(type, "int4") == 0)
		return make_integer(at, 31);
	if (strcmp(type, "int2") == 0)
		return make_integer(at, 15);
	if (strcmp(type, "oid") == 0)
		return snprintf(at, 64, "%u", (uint32) random_word() >> below(32));
	if (strcmp(type, "float8") == 0)
		return make_float(at, true);
	if (strcmp(type, "float4") == 0)
		return make_float(at, false);
	if (strcmp(type, "numeric") == 0)
		return make_numeric(at);
	if (strcmp(type, "date") == 0)
		return below(5) == 0 ? make_timestamp(at, below(2)) : make_date(at);
	if (strcmp(type, "time") == 0)
		return make_time(at, below(5) == 0);
	if (strcmp(type, "timestamp") == 0)
		return below(10) == 0 ? make_date(at) : make_timestamp(at, below(4) == 0);
	if (strcmp(type, "timestamptz") == 0)
		return make_timestamp(at, true);
	if (strcmp(type, "timetz") == 0)
	{
		int length = make_time(at, false);

		return length + make_zone(at + length);
	}
	if (strcmp(type, "interval") == 0)
		return make_interval(at);
	if (strcmp(type, "bit") == 0 || strcmp(type, "varbit") == 0)
		return make_bits(at);
	if (strcmp(type, "uuid") == 0)
		return make_uuid(at);
	memcpy(at, "\\x", 2);
	return 2 + make_hex(at + 2, below(100), below(2));
}

/* Change, insert or take away one to three bytes. */
static int
mutate(char *text, int length)
{
	static const char alphabet[] = "0123456789000.:-+eETZz \\xafAF_/,PYMWDHSsyb";

	for (uint32 change = 1 + below(3); change > 0; change--)
	{
		int at = (int) below(length + 1);
		char byte = below(10) == 0 ? (char) (32 + below(95)) : alphabet[below(sizeof(alphabet) - 1)];

		switch (below(3))
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
					memmove(text + at, text + at + 1, --length - at);
		}
	}
	return length;
}

/* What programs like to get wrong. */
static const char *const edges[] = {"",
									"-",
									"0",
									"-0",
									"00",
									"-00",
									"007",
									"1.",
									".1",
									"1e5",
									"1E5",
									"1e+5",
									"1e-5",
									"0e0",
									"0.0e0",
									"-0.0",
									"1e400",
									"1e-400",
									"2147483647",
									"2147483648",
									"-2147483648",
									"-2147483649",
									"32767",
									"32768",
									"-32768",
									"-32769",
									"4294967295",
									"4294967296",
									"9223372036854775807",
									"9223372036854775808",
									"-9223372036854775808",
									"-9223372036854775809",
									"18446744073709551615",
									"1e22",
									"1e23",
									"9007199254740993",
									"3.4028236e38",
									"1e38",
									"0.000000000000000000000000000000000000000000001",
									"99999999999999999999999999999999999999",
									"9999.99995",
									"0.99995",
									"999.995",
									"9999999999.994999",
									"9999999999.995",
									"0.004999",
									"0.005",
									"-0.005",
									"0x10",
									"1_000",
									"NaN",
									"Infinity",
									"-inf",
									"infinity",
									"now",
									"today",
									"epoch",
									"0000-01-01",
									"0001-01-01",
									"9999-12-31",
									"2000-02-29",
									"1900-02-29",
									"2100-02-29",
									"2024-02-30",
									"2024-13-01",
									"2024-00-10",
									"2024-01-00",
									"24-01-02",
									"2024-1-2",
									"01-02-2024",
									"2024/01/02",
									"24:00:00",
									"23:59:60",
									"23:59:59.9999999",
									"12:34",
									"12:34:56.",
									"12:34:56.1234565",
									"12:34:56.1234575",
									"2024-01-01T24:00:00Z",
									"2024-01-01T23:59:60Z",
									"2024-01-01T00:00:00.999999999Z",
									"2024-01-01t00:00:00z",
									"2024-01-01T00:00:00+15:59",
									"2024-01-01T00:00:00+16:00",
									"2024-01-01T00:00:00-00:00",
									"2024-01-01T00:00:00+00:60",
									"2024-01-01T00:00:00+5",
									"2024-01-01T00:00:00+05:30:15",
									"2024-01-01 00:00:00 +02",
									"2024-01-01 00:00:00 UTC",
									"2024-01-01T00:00Z",
									"0001-01-01T00:00:00+15:00",
									"9999-12-31T23:59:59.999999-15:59",
									"1999-12-31 23:59:59.9995",
									"\\x",
									"\\xa",
									"\\xAbCd",
									"\\x ab",
									"\\Xab",
									"24:00:00Z",
									"23:59:59.9999999Z",
									"23:59:59.9999999-15:59",
									"12:34Z",
									"12:34:56-00",
									"12:34:56+15:59:59",
									"T12:34:56Z",
									"12:34:56.5 Z",
									"2024-01-01 12:34:56Z",
									"P",
									"PT",
									"P1",
									"P1D",
									"p1d",
									"P1DT",
									"PT1",
									"P1M1Y",
									"P1Y1Y",
									"PT1S2S",
									"PT1S2.5S",
									"PT1.5M",
									"P1.5D",
									"PT.5S",
									"PT5.S",
									"PT999999999.999999S",
									"PT999999998.000001S",
									"PT0.0000005S",
									"PT0.0000015S",
									"PT1e3S",
									"P1T1H",
									"P-1Y",
									"P+1Y",
									"PT-0S",
									"P20240102T010203",
									"P0001-02-03T04:05:06",
									"P178956970Y7M",
									"P178956970Y8M",
									"P178956971Y",
									"P306783378W1D",
									"P306783378W2D",
									"P306783379W",
									"P999999999D",
									"P2147483647D",
									"P2147483648D",
									"PT999999999H999999999M999999999.999999S",
									"PT2562047788H",
									"PT2562047789H",
									"1 year",
									"1 years",
									"2 year",
									"1  day",
									"1 day ",
									" 1 day",
									"1day",
									"1 Day",
									"1 days 1 days",
									"1 day 1 mon",
									"1 day 1 year",
									"1 mon 1 day 1",
									"1 month",
									"1 week",
									"1 day ago",
									"@ 1 day",
									"1 day +02:00:00",
									"1 day -02:00:00",
									"-1 day 02:00:00",
									"-1 02:00:00",
									"1 02:00:00",
									"02:00:00 1 day",
									"1 day 02:00",
									"1 day 02:03.5",
									"1 day 2:03:04",
									"1 day 02:03:60",
									"1 day 02:60:04",
									"1 day 02:3:4",
									"1 day 02:03:04.",
									"1 day 02:03:04.1234565",
									"1 day 02:03:04.9999999",
									"999999999:59:59.999999",
									"2562047788:00:54.775807",
									"2562047788:00:54.775808",
									"999999999 days 999999999:00:00",
									"178956970 years 7 mons",
									"178956970 years 8 mons",
									"10101",
									"b10101",
									"B1",
									"xFF",
									"X1",
									"1010101010101010101010101010101012",
									"2",
									"01 ",
									"00000000",
									"111111111"};

/* The server's own ways to say a precision, and if need be a set of fields. */
static int32
interval_typmod(bool ordinary)
{
	static const int ranges[] = {
		1 << 2, 1 << 1, 1 << 3, 1 << 10, 1 << 11, 1 << 12, 1 << 11 | 1 << 12, 1 << 3 | 1 << 10};
	int32 range = ordinary || below(2) ? 0x7FFF : ranges[below(lengthof(ranges))];
	int32 precision = below(5) == 0 ? 0xFFFF : (int32) below(7);

	return (int32) (range << 16 | precision);
}

static int32
random_typmod(const char *type, int length, bool ordinary)
{
	uint32 precision = 1 + below(below(4) == 0 ? 1000 : 20);

	if (below(3) == 0)
		return -1;
	if (strcmp(type, "interval") == 0)
		return interval_typmod(ordinary);
	if (strcmp(type, "bit") == 0 || strcmp(type, "varbit") == 0)
		return Max(length + (below(4) == 0 ? (int) below(9) - 4 : 0), 0);
	if (strcmp(type, "numeric") != 0)
		return (int32) below(7);
	if (below(3) == 0)
		return (12 << 16 | 2) + 4;
	return (int32) (precision << 16 | ((below(precision + 4) - below(3)) & 0x7FF)) + 4;
}

static void
print_text(const char *text, int length)
{
	for (int i = 0; i < length; i++)
	{
		if (text[i] == '\\')
			putchar('\\');
		putchar(text[i]);
	}
}

static void
print_row(const ValueParser *parser, const char *kind, const char *text, int length)
{
	unsigned char out[VALUE_MAX_BYTES];
	char place[VALUE_MAX_TEXT + MAX_CONTEXT];
	int room = (int) below(MAX_CONTEXT);
	bool ordinary = strcmp(kind, "ordinary") == 0;
	int32 typmod = parser->has_typmod ? random_typmod(parser->name, length, ordinary) : -1;
	int size;

	memset(place, "0,}5"[below(4)], sizeof(place));
	memcpy(place, text, length);
	size = parser->parse(place, length, place + length + room, typmod, out);
	printf("%s\t%d\t", kind, typmod);
	print_text(text, length);
	putchar('\t');
	for (int i = 0; i < size; i++)
		printf("%02x", out[i]);
	puts(size < 0 ? "refused" : "");
}

int
main(int argc, char **argv)
{
	const ValueParser *parser = NULL;
	char text[VALUE_MAX_TEXT];

	for (size_t i = 0; argc == 4 && i < lengthof(value_parsers); i++)
		if (strcmp(value_parsers[i].name, argv[1]) == 0)
			parser = &value_parsers[i];
	if (parser == NULL)
	{
		fprintf(stderr, "usage: values_oracle TYPE COUNT SEED\n");
		return 2;
	}
	random_state = UINT64CONST(0x9E3779B97F4A7C15) * (strtoul(argv[3], NULL, 10) * 2 + 1);
	for (int i = 0; i < 8; i++)
		random_word();
	for (size_t i = 0; i < lengthof(edges) * (parser->has_typmod ? 20 : 1); i++)
		print_row(parser, "near", edges[i % lengthof(edges)], (int) strlen(edges[i % lengthof(edges)]));
	for (long i = 0; i < atol(argv[2]); i++)
	{
		int length = make_ordinary(parser->name, text);

		if (i % 2 == 0)
			print_row(parser, "ordinary", text, length);
		else
			print_row(parser, "near", text, mutate(text, length));
	}
	return 0;
}
