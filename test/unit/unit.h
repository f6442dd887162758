/*
 * unit.h
 *		A tiny harness for tests that need no server.
 *
 * A program lists its tests in one array and hands it to unit_run(), which
 * prints the plan "1..N" first and then "ok NAME" or "not ok NAME" for each, so
 * that whoever counts (run.sh) sees when tests are lost.  Also here: random
 * numbers that are the same in every run, and places in memory whose
 * neighbouring pages can't be read.
 *
 * Randomness and places are static: one program, one of each.
 */
#ifndef JB_UNIT_H
#define JB_UNIT_H

#include "compat.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* c.h's replacements of these need a server */
#undef printf
#undef snprintf
#undef sprintf
#undef fprintf

typedef struct UnitTest
{
	const char *name;
	void (*run)(void);
} UnitTest;

#define UNIT_TEST(function) \
	{                       \
#function, function \
	}

/* What stubs.c counts, with interrupts always pending: calls of ProcessInterrupts(), and bytes allocated and not freed. */
extern long unit_interrupts;
extern size_t unit_live_bytes;

/* Free whatever is allocated. */
extern void unit_free_all(void);

/* More failures of one test than this are counted, not printed. */
#define UNIT_SHOWN_MAX 10

static long unit_failures = 0; /* of the test that runs */

/* The text in question, readable whatever its bytes are. */
static inline void
unit_print_text(const char *text, size_t length)
{
	for (size_t i = 0; i < Min(length, 300); i++)
	{
		unsigned char c = (unsigned char) text[i];

		printf(c >= 0x20 && c < 0x7F ? "%c" : "<%02x>", c);
	}
	printf(length > 300 ? "... (%zu bytes)\n" : " (%zu bytes)\n", length);
}

/* Count a failure if not "good"; "text" is what was tried, or NULL. */
static inline void
unit_expect(bool good, const char *what, const char *text, size_t length)
{
	if (good)
		return;
	if (unit_failures++ < UNIT_SHOWN_MAX)
	{
		printf("# %s%s", what, text ? ": " : "\n");
		if (text)
			unit_print_text(text, length);
		fflush(stdout);
	}
}

#define UNIT_STRING(line) #line
#define UNIT_LINE(line)	  UNIT_STRING(line)
#define UNIT_CHECK(good)  unit_expect((good), "line " UNIT_LINE(__LINE__) ": " #good, NULL, 0)
#define UNIT_CHECK_TEXT(good, text, length) \
	unit_expect((good), "line " UNIT_LINE(__LINE__) ": " #good, (text), (length))

/* Run them all; the program's exit status. */
static inline int
unit_run(const UnitTest *tests, size_t count)
{
	int failed = 0;

	printf("1..%zu\n", count);
	for (size_t i = 0; i < count; i++)
	{
		fflush(stdout);
		unit_failures = 0;
		tests[i].run();
		if (unit_failures > UNIT_SHOWN_MAX)
			printf("# %ld failures\n", unit_failures);
		printf("%s %s\n", unit_failures == 0 ? "ok" : "not ok", tests[i].name);
		failed += unit_failures != 0;
	}
	fflush(stdout);
	return failed != 0;
}

/* --- randomness ------------------------------------------------------------------ */

static uint64 unit_random_state = UINT64CONST(0x9E3779B97F4A7C15);

static inline uint64
unit_random(void)
{
	unit_random_state ^= unit_random_state << 13;
	unit_random_state ^= unit_random_state >> 7;
	unit_random_state ^= unit_random_state << 17;
	return unit_random_state;
}

/* 0 .. bound - 1 */
static inline uint32
unit_below(uint32 bound)
{
	return (uint32) ((unit_random() >> 32) * bound >> 32);
}

/* --- places ---------------------------------------------------------------------- */

/* Bytes that a place can hold. */
#define UNIT_PLACE_MAX ((size_t) 4 * 1024 * 1024)

/* A readable area between two pages that can't be touched. */
static inline char *
unit_area(void)
{
	static char *area = NULL;
	size_t page = (size_t) sysconf(_SC_PAGESIZE);

	if (area != NULL)
		return area;
	area = mmap(NULL, UNIT_PLACE_MAX + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (area == MAP_FAILED || mprotect(area + page, UNIT_PLACE_MAX, PROT_READ | PROT_WRITE) != 0)
	{
		printf("# no guard pages\n");
		exit(1);
	}
	return area += page;
}

/* Copy the text to where the byte behind it can't be read. */
static inline char *
unit_place_before_guard(const char *text, size_t length)
{
	return memmove(unit_area() + UNIT_PLACE_MAX - length, text, length);
}

/* Copy the text to where the byte before it can't be read. */
static inline char *
unit_place_after_guard(const char *text, size_t length)
{
	return memmove(unit_area(), text, length);
}

#endif /* JB_UNIT_H */
