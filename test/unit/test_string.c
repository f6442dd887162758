/*
 * test_string.c
 *		Unescaping against a slow twin, quoting against the rules of escape_json().
 */
#include "documents.h"
#include "functions.h"
#include "json_string.h"
#include "reference.h"

/*
 * Unescape "raw" (a string's content) at the end of readable memory, and expect
 * what the reference gives and not a byte written beyond the raw length.
 */
static void
expect_unescaped(const char *raw, size_t length)
{
	static char expected[DOCUMENT_ROOM];
	static char out[DOCUMENT_ROOM + 1];
	const char *placed = unit_place_before_guard(raw, length);
	size_t expected_length = reference_unescape(placed, length, expected) - expected;

	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		out[length] = '#';
		UNIT_CHECK_TEXT(functions_all[i]->unescape(placed, length, out) == out + expected_length, raw,
						length);
		UNIT_CHECK_TEXT(memcmp(out, expected, expected_length) == 0 && out[length] == '#', raw, length);
	}
}

static void
every_code_unit(void)
{
	for (int unit = 1; unit <= 0xFFFF; unit++)
	{
		char raw[16];

		if (unit >= 0xD800 && unit <= 0xDFFF)
			continue;
		snprintf(raw, sizeof(raw), unit % 2 ? "\\u%04x" : "\\u%04X", unit);
		expect_unescaped(raw, 6);
	}
}

static void
every_pair_of_surrogates(void)
{
	for (int high = 0xD800; high <= 0xDBFF; high++)
	{
		for (int low = 0xDC00; low <= 0xDFFF; low += high % 16 == 0 ? 1 : 63)
		{
			char raw[16];

			snprintf(raw, sizeof(raw), "\\u%04x\\u%04X", high, low);
			expect_unescaped(raw, 12);
		}
	}
}

static void
random_contents(void)
{
	static Document document;

	for (int round = 0; round < 100000; round++)
	{
		document.length = 0;
		for (uint32 parts = unit_below(4); parts > 0; parts--)
			document_put_content(&document);
		expect_unescaped(document.text, document.length);
	}
}

static void
known_results(void)
{
	static const struct
	{
		const char *raw;
		const char *result;
	} cases[] = {
		{"", ""},
		{"abc", "abc"},
		{"\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t"},
		{"\\u0041\\u00e9\\u20AC\\ud83d\\ude00", "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
		{"\\u0001\\u007f\\u0080\\u07ff\\u0800\\uffff", "\x01\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf"},
		{"\\\\u0041", "\\u0041"},
		{"\\uDBFF\\uDFFFx", "\xf4\x8f\xbf\xbfx"}};

	for (size_t i = 0; i < lengthof(cases); i++)
	{
		char out[64];
		size_t length = jb_string_unescape(cases[i].raw, strlen(cases[i].raw), out) - out;

		UNIT_CHECK_TEXT(length == strlen(cases[i].result) && memcmp(out, cases[i].result, length) == 0,
						cases[i].raw, strlen(cases[i].raw));
		expect_unescaped(cases[i].raw, strlen(cases[i].raw));
	}
}

/* --- quoting ------------------------------------------------------------------------ */

/* escape_json() of src/backend/utils/adt/json.c, by its rules. */
static size_t
reference_quote(const char *text, size_t length, char *out)
{
	char *at = out;

	at += sprintf(at, "\"");
	for (size_t i = 0; i < length; i++)
	{
		unsigned char c = (unsigned char) text[i];

		if (c == '"' || c == '\\')
			at += sprintf(at, "\\%c", c);
		else if (c == '\b' || c == '\f' || c == '\n' || c == '\r' || c == '\t')
			at += sprintf(at, "\\%c",
						  c == '\b'	  ? 'b'
						  : c == '\f' ? 'f'
						  : c == '\n' ? 'n'
						  : c == '\r' ? 'r'
									  : 't');
		else if (c < ' ')
			at += sprintf(at, "\\u%04x", (int) c);
		else
			*at++ = (char) c;
	}
	at += sprintf(at, "\"");
	return at - out;
}

/* Quote, compare with the rules, scan and unescape: the text again. */
static void
expect_round_trip(const char *text, size_t length)
{
	static char expected[4096];
	static char quoted[4096];
	static char again[4096];
	const char *placed = unit_place_before_guard(text, length);
	size_t expected_length = reference_quote(placed, length, expected);

	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		char *end = functions_all[i]->quote(placed, length, quoted);
		JbSlot slot;

		UNIT_CHECK_TEXT(end - quoted == expected_length && memcmp(quoted, expected, expected_length) == 0,
						text, length);
		UNIT_CHECK_TEXT(end - quoted <= JB_STRING_QUOTED_MAX(length), text, length);
		if (memchr(placed, 0, length) != NULL)
			continue; /* \u0000 can be written, but not read */
		UNIT_CHECK_TEXT(functions_all[i]->value_validating(quoted, end, 0, &slot) == end, text, length);
		UNIT_CHECK_TEXT((slot.form == JB_ESCAPED) == (expected_length != length + 2), text, length);
		UNIT_CHECK_TEXT(functions_all[i]->unescape(slot.text, slot.length, again) == again + length &&
							memcmp(again, placed, length) == 0,
						text, length);
	}
}

static void
quote_every_byte(void)
{
	char text[80];

	for (int byte = 0; byte < 256; byte++)
	{
		for (size_t length = 1; length < 80; length += 13)
		{
			memset(text, 'a', sizeof(text));
			text[length - 1] = (char) byte;
			expect_round_trip(text, length);
			text[0] = (char) byte;
			expect_round_trip(text, length);
			memset(text, byte, sizeof(text));
			expect_round_trip(text, length);
		}
	}
}

static void
quote_random_texts(void)
{
	for (int round = 0; round < 100000; round++)
	{
		char text[200];
		size_t length = unit_below(sizeof(text));
		uint32 range = unit_below(2) ? 256 : 64;

		for (size_t i = 0; i < length; i++)
			text[i] = (char) unit_below(range);
		expect_round_trip(text, length);
	}
}

int
main(void)
{
	static const UnitTest tests[] = {UNIT_TEST(every_code_unit),  UNIT_TEST(every_pair_of_surrogates),
									 UNIT_TEST(random_contents),  UNIT_TEST(known_results),
									 UNIT_TEST(quote_every_byte), UNIT_TEST(quote_random_texts)};

	return unit_run(tests, lengthof(tests));
}
