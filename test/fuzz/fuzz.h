/*
 * fuzz.h
 *		What the fuzz targets share: libFuzzer's entry and a check that aborts.
 */
#ifndef JB_FUZZ_H
#define JB_FUZZ_H

#include "compat.h"

#include <stdio.h>

#undef printf
#undef snprintf
#undef sprintf
#undef fprintf

/* Called by libFuzzer with each input. */
extern int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Free whatever is allocated (test/unit/stubs.c). */
extern void unit_free_all(void);

#define FUZZ_CHECK(good)                                                       \
	do                                                                         \
	{                                                                          \
		if (!(good))                                                           \
		{                                                                      \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #good); \
			abort();                                                           \
		}                                                                      \
	} while (0)

/* The bytes in a heap block of their very size, to be freed. */
static inline char *
fuzz_copy(const void *bytes, size_t length)
{
	char *copy = malloc(length);

	FUZZ_CHECK(copy != NULL);
	return memcpy(copy, bytes, length);
}

/* A text that is made of an input. */
#define FUZZ_TEXT_MAX 16384

typedef struct FuzzText
{
	char bytes[FUZZ_TEXT_MAX];
	size_t length;
} FuzzText;

/* Add the bytes, or none of them where there is no room. */
static inline void
fuzz_put(FuzzText *text, const char *bytes, size_t length)
{
	if (text->length + length > FUZZ_TEXT_MAX)
		return;
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

#endif /* JB_FUZZ_H */
