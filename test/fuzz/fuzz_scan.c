/*
 * fuzz_scan.c
 *		The scanner on any bytes: bounds, the grammar, and agreement of its ways.
 *
 * The input stands in a heap block of its very size, so AddressSanitizer sees
 * one byte too many on either side.
 */
#include "fuzz.h"

#include "functions.h"
#include "reference.h"

/* Bits of the first input byte. */
#define OTHER_ENCODING 1
#define DEEP		   2

/* A container's end, where the reference knows it. */
static void
check_container(const Functions *functions, const char *at, const char *end, int depth, const char *after)
{
	const char *trusting = functions->container_trusting(at, end, depth);

	FUZZ_CHECK(functions->container_validating(at, end, depth) == after);
	FUZZ_CHECK(trusting == NULL || (trusting > at && trusting <= end));
	/* it sees what stands behind in the same 64 bytes, and may give up for that */
	if (after != NULL && after == end)
		FUZZ_CHECK(trusting == after);
	else if (after != NULL)
		FUZZ_CHECK(trusting == after || trusting == NULL);
}

static void
check_value(const Functions *functions, const char *at, const char *end, int depth, bool utf8)
{
	Reference ref = {.end = end, .utf8 = utf8};
	JbSlot expected;
	JbSlot slot;
	bool escaped;
	const char *after = reference_value(&ref, at, depth, &expected);
	const char *found = functions->value_validating(at, end, depth, &slot);

	/* what may follow a number is for the caller to say */
	if (after != NULL || found == NULL || slot.kind != JB_NUMBER)
		FUZZ_CHECK(found == after);
	if (after != NULL)
		FUZZ_CHECK(slot.text == expected.text && slot.length == expected.length &&
				   slot.kind == expected.kind && slot.form == expected.form &&
				   slot.quoted == expected.quoted);
	found = functions->value_trusting(at, end, depth, &slot);
	FUZZ_CHECK(found == NULL || (found >= at && found <= end && slot.text + slot.length <= end));
	if (at < end && (*at == '{' || *at == '['))
		check_container(functions, at, end, depth, after);
	found = functions->string(at, end, &escaped);
	FUZZ_CHECK(found == reference_string(&ref, at, &escaped));
	found = functions->number_trusting(at, end);
	FUZZ_CHECK(found >= at && found <= end);
}

static void
check_text(const char *text, const char *end, uint8_t options)
{
	Reference ref = {.end = end, .utf8 = (options & OTHER_ENCODING) == 0};
	int depth = options & DEEP ? JB_DEPTH_MAX - 2 : 0;
	bool valid = reference_document(&ref, text);

	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		*functions_all[i]->encoding_is_utf8 = ref.utf8;
		FUZZ_CHECK(functions_all[i]->is_valid(text, end) == valid);
		check_value(functions_all[i], text, end, depth, ref.utf8);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *exact;

	if (size == 0)
		return 0;
	exact = fuzz_copy(data + 1, size - 1);
	check_text(exact, exact + size - 1, data[0]);
	free(exact);
	return 0;
}
