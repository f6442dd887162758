/*
 * fuzz_string.c
 *		Unescaping what the scanner takes, and quoting anything and back.
 */
#include "fuzz.h"

#include "functions.h"
#include "json_string.h"
#include "reference.h"

/* The input as the content of a string. */
static void
check_unescape(const Functions *functions, const char *raw, const char *end)
{
	Reference ref = {.end = end, .utf8 = true};
	bool escaped;
	const char *close = reference_string(&ref, raw, &escaped);
	size_t length = close - raw;
	char *out;
	char *expected;
	char *after;

	FUZZ_CHECK(functions->string(raw, end, &escaped) == close);
	if (close == NULL)
		return;
	out = malloc(length);
	expected = malloc(length);
	after = functions->unescape(raw, length, out);
	FUZZ_CHECK(after - out == reference_unescape(raw, length, expected) - expected);
	FUZZ_CHECK(memcmp(out, expected, after - out) == 0);
	free(out);
	free(expected);
}

/* The input as text. */
static void
check_quote(const Functions *functions, const char *text, size_t length)
{
	char *quoted = malloc(JB_STRING_QUOTED_MAX(length));
	char *again = malloc(JB_STRING_QUOTED_MAX(length));
	char *end = functions->quote(text, length, quoted);
	JbSlot slot;

	FUZZ_CHECK(end - quoted >= length + 2 && end - quoted <= JB_STRING_QUOTED_MAX(length));
	if (memchr(text, 0, length) == NULL)
	{
		FUZZ_CHECK(functions->value_validating(quoted, end, 0, &slot) == end && slot.kind == JB_STRING);
		FUZZ_CHECK(functions->unescape(slot.text, slot.length, again) == again + length);
		FUZZ_CHECK(memcmp(again, text, length) == 0);
	}
	else
		FUZZ_CHECK(functions->value_validating(quoted, end, 0, &slot) == NULL);
	free(quoted);
	free(again);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_copy(data, size);

	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		check_unescape(functions_all[i], text, text + size);
		check_quote(functions_all[i], text, size);
	}
	free(text);
	return 0;
}
