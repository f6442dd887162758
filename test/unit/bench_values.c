/*
 * bench_values.c
 *		Nanoseconds per value, each parser and its scalar twin.
 *
 * 4096 different values a row, as they stand in a document: amid other bytes,
 * so that limit is far.  Printed is the minimum of the rounds, the call through
 * a pointer and the conversion to send form included; the row "nothing" shows
 * what these cost.  "goal" is what a prototype measured on one machine.
 */
#include "values_table.h"

#include <stdio.h>
#include <time.h>

#include "simd.h"

#undef printf
#undef snprintf

#define VALUES 4096
#define ROUNDS 60

typedef struct Place
{
	const char *text;
	size_t length;
} Place;

static char texts[VALUES * 64 + 64];
static Place places[VALUES];
static uint64 random_state = 88172645463325252;

static uint64
random_word(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

static unsigned int
below(unsigned int bound)
{
	return (unsigned int) ((random_word() >> 32) * bound >> 32);
}

static int
hex_text(char *at, int bytes)
{
	int length = 0;

	for (int i = 0; i < bytes; i++)
		length += snprintf(at + length, 4, "%02x", below(256));
	return length;
}

static int
date_text(char *at)
{
	return snprintf(at, 16, "%04u-%02u-%02u", 1990 + below(60), 1 + below(12), 1 + below(28));
}

/* One value of the row named. */
static int
make_value(const char *row, char *at)
{
	int length;

	if (strcmp(row, "int 1-7") == 0)
		return snprintf(at, 64, "%u", (unsigned int) (random_word() >> (41 + below(22))) % 10000000);
	if (strcmp(row, "int 5") == 0)
		return snprintf(at, 64, "%u", 10000 + below(90000));
	if (strcmp(row, "int 18") == 0)
		return snprintf(at, 64, "%llu",
						(unsigned long long) (100000000000000000 + random_word() % 800000000000000000));
	if (strcmp(row, "numeric(12,2)") == 0)
		return snprintf(at, 64, "%u.%02u", below(100000), below(100));
	if (strcmp(row, "numeric 20.10") == 0)
		return snprintf(at, 64, "%llu.%010u", (unsigned long long) random_word() >> 2, below(1000000000));
	if (strcmp(row, "float 0.dd") == 0)
		return snprintf(at, 64, "0.%02u", below(100));
	if (strcmp(row, "float 6") == 0)
		return snprintf(at, 64, "%u.%03u", 100 + below(900), below(1000));
	if (strcmp(row, "float 17") == 0)
		return snprintf(at, 64, "%.17g", (double) (random_word() >> 11) / 9007199254740992.0);
	if (strcmp(row, "float e") == 0)
		return snprintf(at, 64, "%.8e", (double) random_word());
	if (strcmp(row, "date") == 0)
		return date_text(at);
	if (strcmp(row, "uuid") == 0)
	{
		length = 0;
		for (int group = 0; group < 5; group++)
		{
			if (group > 0)
				at[length++] = '-';
			length += hex_text(at + length, "42226"[group] - '0');
		}
		return length;
	}
	if (strcmp(row, "bytea 16") == 0)
	{
		memcpy(at, "\\x", 2);
		return 2 + hex_text(at + 2, 16);
	}
	length = date_text(at);
	length += snprintf(at + length, 16, "T%02u:%02u:%02u", below(24), below(60), below(60));
	if (strstr(row, "us") != NULL)
		length += snprintf(at + length, 8, ".%06u", below(1000000));
	if (strstr(row, "ms") != NULL)
		length += snprintf(at + length, 8, ".%03u", below(1000));
	if (strchr(row, 'Z') != NULL)
		at[length++] = 'Z';
	if (strchr(row, '+') != NULL)
		length += snprintf(at + length, 8, "+00:00");
	return length;
}

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double) time.tv_sec * 1e9 + (double) time.tv_nsec;
}

static int
nothing(const char *text, size_t length, const char *limit, int32 typmod, unsigned char *out)
{
	(void) limit;
	(void) typmod;
	*out = (unsigned char) *text;
	return (int) length;
}

/* The minimum over all rounds; -1 if a value was refused. */
static double
measure(ValueParse parse, int32 typmod)
{
	unsigned char out[VALUE_MAX_BYTES];
	double best = 1e18;

	for (int round = 0; round < ROUNDS; round++)
	{
		double start = now();
		int refused = 0;

		for (int i = 0; i < VALUES; i++)
			refused |= parse(places[i].text, places[i].length, texts + sizeof(texts), typmod, out) < 0;
		best = Min(best, (now() - start) / VALUES);
		if (refused)
			return -1;
	}
	return best;
}

static void
run(const char *type, const char *row, int32 typmod, double goal)
{
	char *at = texts;

	memset(texts, ',', sizeof(texts));
	for (int i = 0; i < VALUES; i++)
	{
		char value[64];

		places[i].text = at;
		places[i].length = make_value(row, value);
		memcpy(at, value, places[i].length);
		at += places[i].length + 3;
	}
	for (size_t i = 0; i < lengthof(value_parsers); i++)
		if (strcmp(value_parsers[i].name, type) == 0)
			printf("%-12s %-16s %7.1f %7.1f %7.1f %7.1f\n", type, row, measure(nothing, -1),
				   measure(value_parsers[i].parse, typmod), measure(value_parsers[i].twin, typmod), goal);
}

int
main(void)
{
	printf("%-12s %-16s %7s %7s %7s %7s\n", "type", "values", "nothing", "parser", "scalar", "goal");
	run("int4", "int 5", -1, 3.1);
	run("int4", "int 1-7", -1, 3.1);
	run("int8", "int 1-7", -1, 3.1);
	run("int8", "int 18", -1, 6.0);
	run("numeric", "numeric(12,2)", (12 << 16 | 2) + 4, 7.6);
	run("numeric", "numeric 20.10", -1, 0);
	run("float8", "float 0.dd", -1, 4.8);
	run("float8", "float 6", -1, 4.6);
	run("float8", "float 17", -1, 13.5);
	run("float8", "float e", -1, 0);
	run("float4", "float 6", -1, 0);
	run("float4", "float 17", -1, 0);
	run("date", "date", -1, 2.9);
	run("timestamptz", "us +00:00", -1, 7.1);
	run("timestamptz", "us Z", -1, 0);
	run("timestamptz", "ms Z", -1, 0);
	run("timestamptz", "seconds Z", -1, 0);
	run("timestamp", "us", -1, 0);
	run("timestamp", "us", 3, 0);
	run("uuid", "uuid", -1, 2.7);
	run("bytea", "bytea 16", -1, 0);
	return 0;
}
