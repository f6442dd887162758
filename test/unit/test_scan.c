/*
 * test_scan.c
 *		The scanner against a slow parser (reference.h), and its bounds against
 *		pages that can't be read.
 *
 * Every text is tried where the byte behind it, and again where the byte before
 * it, is out of reach; by the functions as built and by their scalar twins.
 */
#include "documents.h"
#include "functions.h"
#include "reference.h"

/* --- one text, every way --------------------------------------------------------- */

static void
set_utf8(bool utf8)
{
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
		*functions_all[i]->encoding_is_utf8 = utf8;
}

static bool
same_slot(const JbSlot *slot, const JbSlot *expected)
{
	return slot->text == expected->text && slot->length == expected->length && slot->kind == expected->kind &&
		   slot->form == expected->form && slot->quoted == expected->quoted;
}

/*
 * The trusting scan of a good value gives its end.  It looks at up to 64 bytes
 * at once, so where no JSON follows a container it may give up instead.
 */
static bool
trusts_well(const char *found, const char *after, const char *end)
{
	if (found != NULL || after[-1] == '"')
		return found == after;
	while (after < end && *after != '"' && *after != '\\')
		after++;
	return after < end;
}

/* The value at "at" as validating and trusting scans see it, at one place. */
static void
expect_value_here(const char *at, size_t length, const char *end)
{
	Reference ref = {.end = end, .utf8 = *functions_built.encoding_is_utf8};
	JbSlot expected;
	const char *after = reference_value(&ref, at, 0, &expected);

	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		const Functions *functions = functions_all[i];
		JbSlot slot;
		const char *found = functions->value_validating(at, end, 0, &slot);

		/* a number ends the value; what follows it is for the caller */
		if (after == NULL && found != NULL && slot.kind == JB_NUMBER)
			UNIT_CHECK_TEXT(functions->number_validating(at, end) == found, at, length);
		else
			UNIT_CHECK_TEXT(found == after && (found == NULL || same_slot(&slot, &expected)), at, length);

		/* trusting: right where there is something to trust, else only harmless */
		found = functions->value_trusting(at, end, 0, &slot);
		if (after != NULL && (expected.kind != JB_NUMBER || after == end || strchr(",]} \t\n\r", *after)))
			UNIT_CHECK_TEXT(trusts_well(found, after, end) && (found == NULL || same_slot(&slot, &expected)),
							at, length);
		UNIT_CHECK_TEXT(found == NULL || (found >= at && found <= end), at, length);
	}
}

static void
expect_value(const char *text, size_t length)
{
	char *placed = unit_place_before_guard(text, length);

	expect_value_here(placed, length, placed + length);
	placed = unit_place_after_guard(text, length);
	expect_value_here(placed, length, placed + length);
}

/* Is it a document?  All must say what the reference says.  True if it is. */
static bool
expect_document(const char *text, size_t length, Reference *ref)
{
	const char *placed = unit_place_before_guard(text, length);
	bool expected;

	ref->end = placed + length;
	ref->utf8 = *functions_built.encoding_is_utf8;
	expected = reference_document(ref, placed);
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
		UNIT_CHECK_TEXT(functions_all[i]->is_valid(placed, ref->end) == expected, placed, length);
	return expected;
}

static void
expect_string(const char *text, bool expected)
{
	Reference ref;

	UNIT_CHECK_TEXT(expect_document(text, strlen(text), &ref) == expected, text, strlen(text));
	expect_value(text, strlen(text));
}

/* --- values ------------------------------------------------------------------------ */

/* Every kind, with everything that may follow it. */
static void
kinds(void)
{
	static const char *const values[] = {
		"true", "false",	 "null",	"0",	 "-1",	   "12.5e-7", "\"\"", "\"a\"", "\"\\n\"", "{}",
		"[]",	"{\"a\":1}", "[1,[2]]", "tru",	 "nul",	   "fals",	  "True", "-",	   "+1",	  ".5",
		"01",	"1.",		 "1e",		"1e+",	 "NaN",	   "x",		  ":",	  "",	   "\"",	  "{",
		"[",	"}",		 "]",		"nulll", "\"\\\"", "{\"a\"}", "[1 2]"};
	static const char *const behind[] = {
		"",
		",",
		"}",
		"]",
		" ",
		"\n",
		"\t\r",
		":",
		"\"",
		"x",
		"\\",
		"0",
		"\x01",
		"\xff",
		",\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\":1}"};

	for (size_t i = 0; i < lengthof(values); i++)
	{
		for (size_t j = 0; j < lengthof(behind); j++)
		{
			char text[200];

			snprintf(text, sizeof(text), "%s%s", values[i], behind[j]);
			expect_value(text, strlen(text));
		}
	}
}

/* Every byte as the first one of a value. */
static void
first_bytes(void)
{
	for (int byte = 0; byte < 256; byte++)
	{
		char text[20] = {(char) byte};

		expect_value(text, 1);
		expect_value(memcpy(text + 1, "alse 11111111111111", 19) - 1, 20);
	}
}

static void
numbers(void)
{
	char text[100];

	for (size_t length = 1; length <= 70; length++)
	{
		static const char *const tails[] = {"", ",", "]", "}", " ", "\n", "e5,", ".5]", "-", "x", "\x01"};

		for (size_t i = 0; i < length; i++)
			text[i] = (char) ('1' + i % 9);
		for (size_t i = 0; i < lengthof(tails); i++)
		{
			strcpy(text + length, tails[i]);
			expect_value(text, length + strlen(tails[i]));
		}
	}
}

/* --- strings ----------------------------------------------------------------------- */

/* "special" is put at each place of strings of all lengths. */
static void
expect_strings_with(const char *special)
{
	char text[260];
	size_t size = strlen(special);

	for (size_t length = 0; length <= 200; length++)
	{
		for (size_t place = 0; place + size <= length; place++)
		{
			text[0] = '"';
			memset(text + 1, 'a', length);
			text[length + 1] = '"';
			memcpy(text + 1 + place, special, size);
			expect_value(text, length + 2);
		}
	}
}

static void
string_lengths(void)
{
	char text[260];

	memset(text, 'a', sizeof(text));
	text[0] = '"';
	for (size_t length = 0; length <= 200; length++)
	{
		text[length + 1] = '"';
		expect_value(text, length + 2); /* closed at the very end */
		expect_value(text, length + 1); /* not closed */
		expect_value(text, length + 52);
		text[length + 1] = 'a';
	}
}

static void
quote_at_each_place(void)
{
	expect_strings_with("\"");
}

static void
backslash_at_each_place(void)
{
	expect_strings_with("\\");
	expect_strings_with("\\\\");
	expect_strings_with("\\\"");
}

static void
control_at_each_place(void)
{
	expect_strings_with("\x01");
	expect_strings_with("\x1f");
	expect_strings_with("\n");
}

/* 0x1f is the last control character; 0x20, 0x7f, and 0x80 up are none. */
static void
every_byte_in_a_string(void)
{
	for (int byte = 0; byte < 256; byte++)
	{
		for (size_t length = 1; length <= 40; length++)
		{
			char text[50];

			text[0] = '"';
			memset(text + 1, byte, length);
			text[length + 1] = '"';
			expect_value(text, length + 2);
			memset(text + 1, 'b', length);
			text[length] = (char) byte;
			expect_value(text, length + 2);
		}
	}
}

static void
unicode_escape_at_each_place(void)
{
	expect_strings_with("\\u0041");
	expect_strings_with("\\ud83d\\ude00");
	expect_strings_with("\\ud83d");
	expect_strings_with("\\u000");
}

/* --- escapes ----------------------------------------------------------------------- */

/* Every byte behind a backslash. */
static void
short_escapes(void)
{
	for (int byte = 0; byte < 256; byte++)
	{
		char text[] = {'"', '\\', (char) byte, '"', '"'};

		expect_value(text, 4);
		expect_value(text, 5);
	}
}

static void
unicode_escapes(void)
{
	expect_string("\"\\u0000\"", false);
	expect_string("\"\\u0001\"", true);
	expect_string("\"\\uD7FF\\uE000\\uFFFF\"", true);
	expect_string("\"\\ud800\"", false);
	expect_string("\"\\udc00\"", false);
	expect_string("\"\\udc00\\ud800\"", false);
	expect_string("\"\\ud800\\udc00\"", true);
	expect_string("\"\\uDBFF\\uDFFF\"", true);
	expect_string("\"\\ud800\\ud800\\udc00\"", false);
	expect_string("\"\\ud800x\\udc00\"", false);
	expect_string("\"\\ud800\\n\"", false);
	expect_string("\"\\ud800\\u0041\"", false);
	expect_string("\"\\ud800\\", false);
	expect_string("\"\\ud800\\u", false);
	expect_string("\"\\ud800\\udc0", false);
	expect_string("\"\\u00g0\"", false);
	expect_string("\"\\u004\"", false);
	expect_string("\"\\U0041\"", false);
	expect_string("\"\\u+041\"", false);
	/* unread keys and values are de-escaped as well */
	expect_string("{\"\\u0000\":1}", false);
	expect_string("[{\"a\":[\"\\udead\"]}]", false);
	expect_string("[{\"a\":[\"\\uD83D\\uDE00\"]}]", true);
}

/* All code units, alone and as either half of a pair. */
static void
all_code_units(void)
{
	for (int unit = 0; unit <= 0xFFFF; unit++)
	{
		char text[32];

		snprintf(text, sizeof(text), "\"\\u%04x\"", unit);
		expect_value(text, 8);
		snprintf(text, sizeof(text), "\"\\uD800\\u%04X\"", unit);
		expect_value(text, 14);
		snprintf(text, sizeof(text), "\"\\u%04x\\uDFFF\"", unit);
		expect_value(text, 14);
	}
}

static void
other_encodings(void)
{
	set_utf8(false);
	expect_string("\"\\u0000\"", false);
	expect_string("\"\\u007f\"", true);
	expect_string("\"\\u0080\"", false);
	expect_string("\"\\u00e9\"", false);
	expect_string("\"\\ud83d\\ude00\"", false);
	expect_string("[[\"\\n\\u0041\"]]", true);
	expect_string("[[\"\\n\\u00c4\"]]", false);
	expect_string("\"\xe4\"", true);
	set_utf8(true);
}

/* --- containers -------------------------------------------------------------------- */

/*
 * Validating, trusting and the reference agree on the container's end.  "sound":
 * what stands behind it could go on as JSON.
 */
static void
expect_container(const char *text, size_t length, bool sound)
{
	const char *placed = unit_place_before_guard(text, length);
	Reference ref = {.end = placed + length, .utf8 = true};
	JbSlot expected;
	const char *after = reference_value(&ref, placed, 0, &expected);

	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		UNIT_CHECK_TEXT(functions_all[i]->container_validating(placed, ref.end, 0) == after, placed, length);
		if (after != NULL)
		{
			const char *found = functions_all[i]->container_trusting(placed, ref.end, 0);

			UNIT_CHECK_TEXT(sound ? found == after : trusts_well(found, after, ref.end), placed, length);
		}
	}
}

static void
random_documents(void)
{
	static const char *const tails[] = {
		"", "]", "}", " ,[]", ",\"]\\\\\"]", ",\"\\\"}{\":{}", "\n\n,[[[[[[[[[[\"\\u0041\"]"};
	static Document document;

	for (int round = 0; round < 20000; round++)
	{
		Reference ref;

		document_make(&document);
		UNIT_CHECK_TEXT(expect_document(document.text, document.length, &ref), document.text,
						document.length);
		expect_value(document.text, document.length);
		if (document.text[0] != '{' && document.text[0] != '[')
			continue;
		/* more JSON behind it, and all ways to cut it short */
		document_put_string(&document, tails[unit_below(lengthof(tails))]);
		expect_container(document.text, document.length, true);
		expect_container(document.text, unit_below((uint32) document.length) + 1, false);
	}
}

static void
damaged_documents(void)
{
	static Document document;

	for (int round = 0; round < 100000; round++)
	{
		Reference ref;

		document_make(&document);
		for (uint32 times = 1 + unit_below(3); times > 0; times--)
			document_damage(&document);
		expect_document(document.text, document.length, &ref);
		expect_value(document.text, document.length);
		set_utf8(false);
		expect_value(document.text, document.length);
		set_utf8(true);
	}
}

/* Whatever follows a bracket: only bounds can be expected. */
static void
trusting_on_garbage(void)
{
	static const char bytes[] = "{}[]\"\\\"\\u00d8,: a1\n";

	for (int round = 0; round < 100000; round++)
	{
		char text[400];
		size_t length = 1 + unit_below(unit_below(2) ? 399 : 80);
		uint32 noise = unit_below(30);

		for (size_t i = 0; i < length; i++)
			text[i] = unit_below(40) < noise ? (char) unit_random() : bytes[unit_below(sizeof(bytes) - 1)];
		text[0] = unit_below(2) ? '[' : '{';
		expect_value(text, length);
	}
}

/* Containers "depth" deep with "padding" before each bracket. */
static void
expect_depth(int depth, int padding, bool objects, int outside)
{
	static Document document;
	const char *placed;
	size_t length;

	document.length = 0;
	for (int i = 0; i < depth; i++)
	{
		document_put_string(&document, objects ? "{\"k\":" : "[");
		for (int j = 0; j < padding && i < depth - 1; j++)
			document_put_string(&document, " ");
	}
	document_put_string(&document, objects ? "0" : "");
	for (int i = 0; i < depth; i++)
		document_put_string(&document, objects ? "}" : "]");
	length = document.length;
	document_put_string(&document, ",");
	placed = unit_place_before_guard(document.text, document.length);

	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		const char *end = placed + document.length;
		const char *after = functions_all[i]->container_validating(placed, end, outside);

		if (depth + outside <= JB_DEPTH_MAX)
		{
			UNIT_CHECK(after == placed + length);
			UNIT_CHECK(functions_all[i]->container_trusting(placed, end, outside) == placed + length);
			continue;
		}
		UNIT_CHECK(after == NULL);
		after = functions_all[i]->container_trusting(placed, end, outside);
		/* trusting may overshoot by what one block of 64 bytes opens */
		if (depth + outside > JB_DEPTH_MAX + 64)
			UNIT_CHECK(after == NULL);
		else
			UNIT_CHECK(after == NULL || after == placed + length);
	}
}

static void
depths(void)
{
	for (int depth = 1; depth <= 300; depth++)
	{
		for (int padding = 0; padding < 70; padding += 1 + padding / 3)
		{
			expect_depth(depth, padding, false, 0);
			expect_depth(depth, padding, true, 0);
			expect_depth(depth, padding, true, 100);
			expect_depth(depth, padding, false, JB_DEPTH_MAX);
		}
	}
}

/* A string or container that ends at, before and behind each block's edge. */
static void
block_edges(void)
{
	static const char *const ends[] = {
		"\"]",		 "\\\"\"]", "\\\\\"]",		 "\\u0041\"]", "\\ud83d\\ude00\"]", "\\\\\\\"\"]",
		"\",\"]\"]", "\"]]",	"\",{\"\":[]}]", "\n\"]",	   "\\ud83d\"]",		"\\\"]"};
	char text[400];

	for (size_t before = 0; before <= 200; before++)
	{
		for (size_t i = 0; i < lengthof(ends); i++)
		{
			memcpy(text, "[\"", 2);
			memset(text + 2, 'a', before);
			strcpy(text + 2 + before, ends[i]);
			expect_container(text, strlen(text), true);
			/* room behind, so that the last block is whole */
			memset(text + strlen(text), ' ', 130);
			expect_container(text, 2 + before + strlen(ends[i]) + 130, true);
			/* nothing behind the cut */
			expect_container(text, 2 + before + strlen(ends[i]) - 1, true);
			memset(text, 0, sizeof(text));
		}
	}
}

/* Long runs of backslashes: every parity at every place. */
static void
backslash_runs(void)
{
	char text[400];

	for (size_t before = 0; before < 70; before++)
	{
		for (size_t run = 0; run < 140; run++)
		{
			memcpy(text, "[\"", 2);
			memset(text + 2, 'a', before);
			memset(text + 2 + before, '\\', run);
			strcpy(text + 2 + before + run, "\",\"]\"]");
			expect_container(text, strlen(text), true);
			strcpy(text + 2 + before + run,
				   "\",\"]\"]                                                                ");
			expect_container(text, strlen(text), true);
		}
	}
}

/* A long way is not walked without asking for interrupts. */
static void
interrupts(void)
{
	static char text[UNIT_PLACE_MAX];
	const long least = UNIT_PLACE_MAX / (1024 * 1024);

	memset(text, ',', sizeof(text));
	text[0] = '[';
	for (size_t i = 1; i < sizeof(text) - 1; i += 2)
		text[i] = '1';
	text[sizeof(text) - 2] = ' ';
	text[sizeof(text) - 1] = ']';
	text[sizeof(text) - 3] = '1';
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		unit_interrupts = 0;
		UNIT_CHECK(functions_all[i]->container_validating(text, text + sizeof(text), 0) ==
				   text + sizeof(text));
		UNIT_CHECK(unit_interrupts >= least);
		unit_interrupts = 0;
		UNIT_CHECK(functions_all[i]->container_trusting(text, text + sizeof(text), 0) == text + sizeof(text));
		UNIT_CHECK(unit_interrupts >= least);
	}
}

/* --- exhaustive -------------------------------------------------------------------- */

/* What texts are made of; words whole, as nothing else shares their letters. */
static const char *const tokens[] = {"{", "}", "[", "]", ",", "\"", ":", "\\", " ",	   "0",
									 "-", "1", ".", "e", "E", "+",	"t", "u",  "true", "\n"};

/*
 * All sequences of "left" more tokens.  What the reference has found to be dead
 * is not followed further with "alive_only": no parser may take it back.
 */
static long
try_all(char *text, size_t length, int left, bool alive_only)
{
	Reference ref;
	long good = expect_document(text, length, &ref);

	if (left == 0 || (alive_only && good == 0 && !ref.ran_out))
		return good;
	for (size_t i = 0; i < lengthof(tokens); i++)
	{
		size_t size = strlen(tokens[i]);

		memcpy(text + length, tokens[i], size);
		good += try_all(text, length + size, left - 1, alive_only);
	}
	return good;
}

static void
every_short_text(void)
{
	char text[64];

	UNIT_CHECK(try_all(text, 0, 5, false) > 1000);
}

static void
every_short_text_that_may_go_on(void)
{
	char text[64];

	UNIT_CHECK(try_all(text, 0, 7, true) > 1000);
}

/* Members: all that may stand in an object behind its first key. */
static void
every_short_object(void)
{
	char text[64] = "{\"\":";
	char array[64] = "[{},";

	UNIT_CHECK(try_all(text, 4, 6, true) > 1000);
	UNIT_CHECK(try_all(array, 4, 6, true) > 1000);
}

/* --- the way it is counted ----------------------------------------------------------- */

int
main(void)
{
	static const UnitTest tests[] = {UNIT_TEST(kinds),
									 UNIT_TEST(first_bytes),
									 UNIT_TEST(numbers),
									 UNIT_TEST(string_lengths),
									 UNIT_TEST(quote_at_each_place),
									 UNIT_TEST(backslash_at_each_place),
									 UNIT_TEST(control_at_each_place),
									 UNIT_TEST(every_byte_in_a_string),
									 UNIT_TEST(unicode_escape_at_each_place),
									 UNIT_TEST(short_escapes),
									 UNIT_TEST(unicode_escapes),
									 UNIT_TEST(all_code_units),
									 UNIT_TEST(other_encodings),
									 UNIT_TEST(random_documents),
									 UNIT_TEST(damaged_documents),
									 UNIT_TEST(trusting_on_garbage),
									 UNIT_TEST(depths),
									 UNIT_TEST(block_edges),
									 UNIT_TEST(backslash_runs),
									 UNIT_TEST(interrupts),
									 UNIT_TEST(every_short_text),
									 UNIT_TEST(every_short_text_that_may_go_on),
									 UNIT_TEST(every_short_object)};

	return unit_run(tests, lengthof(tests));
}
