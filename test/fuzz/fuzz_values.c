/*
 * fuzz_values.c
 *		The value parsers on any bytes: bounds, and agreement with their twins.
 *
 * The text ends with a heap block, which is the limit given; and again with
 * bytes behind it that may be read but must not count.
 */
#include "fuzz.h"

#include "values_table.h"

static const int32 typmods[] = {
	-1, 0, 3, 6, (12 << 16 | 2) + 4, (3 << 16 | 3) + 4, (4 << 16 | (-2 & 0x7FF)) + 4, (1000 << 16 | 500) + 4};

static void
check_parser(const ValueParser *parser, const char *text, size_t length, const char *loose, int32 typmod)
{
	static unsigned char results[4][VALUE_MAX_BYTES];
	int sizes[4];

	sizes[0] = parser->parse(text, length, text + length, typmod, results[0]);
	sizes[1] = parser->twin(text, length, text + length, typmod, results[1]);
	sizes[2] = parser->parse(loose, length, loose + length + 64, typmod, results[2]);
	sizes[3] = parser->twin(loose, length, loose + length + 64, typmod, results[3]);
	for (int i = 1; i < 4; i++)
	{
		FUZZ_CHECK(sizes[i] == sizes[0]);
		FUZZ_CHECK(sizes[0] <= 0 || memcmp(results[i], results[0], sizes[0]) == 0);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t length = size - 1;
	char *text;
	char *loose;

	if (size == 0 || length > VALUE_MAX_TEXT)
		return 0;
	text = fuzz_copy(data + 1, length);
	loose = malloc(length + 64);
	memcpy(loose, text, length);
	memset(loose + length, "7.Z-f"[data[0] % 5], 64);
	for (size_t i = 0; i < lengthof(value_parsers); i++)
	{
		check_parser(&value_parsers[i], text, length, loose, -1);
		if (value_parsers[i].has_typmod)
			check_parser(&value_parsers[i], text, length, loose, typmods[data[0] % lengthof(typmods)]);
	}
	free(loose);
	free(text);
	return 0;
}
