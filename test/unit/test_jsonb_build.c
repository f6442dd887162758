/*
 * test_jsonb_build.c
 *		The builder of jsonb values: what it writes is read back by the rules of
 *		utils/jsonb.h and compared with what reference.h finds in the text.
 *
 * That the bytes are jsonb_in()'s is proven on a server; here it is about memory
 * (texts end before a page that can't be read, values have not a byte more room
 * than was promised), about texts that no server would take, and about what is
 * never met by chance.  The builder is included as a whole.
 */
#include "documents.h"
#include "layout.h"

#include "jsonb_build.c"

static struct varlena *
no_number(const char *text, size_t length)
{
	return NULL;
}


/* --- building ----------------------------------------------------------------------- */

/*
 * Build text .. text+length, which ends at "limit" or before, and compare what
 * comes out unless "text" is only to be survived.  Was it taken?
 */
static bool
build_and_check(const char *text, size_t length, const char *limit, JbBuildNumber number, bool compare)
{
	size_t live = unit_live_bytes;
	JbBuild build;
	Layout layout = {.ref = {.end = text + length, .utf8 = true}, .good = true};
	bool taken;

	/* what isn't initialised had better not be used */
	memset(&build, 0x7F, sizeof(build));
	taken = jb_build_read(&build, text, length, limit, number);
	if (taken)
	{
		char *room = malloc(build.size + JB_BUILD_SLACK);
		char *end = jb_build_write(&build, room);

		UNIT_CHECK_TEXT(end <= room + build.size, text, length);
		if (compare)
			UNIT_CHECK_TEXT(layout_container(&layout, text, room, (uint32) (end - room)) == text + length,
							text, length);
		UNIT_CHECK_TEXT(layout.good, text, length);
		free(room);
	}
	jb_build_free(&build);
	UNIT_CHECK_TEXT(unit_live_bytes == live, text, length);
	return taken;
}

/* A good text: at the end of readable memory, and with more behind it. */
static void
expect_built(const char *text, size_t length)
{
	static char longer[DOCUMENT_ROOM + 64];
	const char *placed = unit_place_before_guard(text, length);
	bool taken;

	layout_number_refused = false;
	taken = build_and_check(placed, length, placed + length, layout_noted_number, true);
	UNIT_CHECK_TEXT(taken != layout_number_refused, text, length);
	memset(longer, '"', sizeof(longer));
	memcpy(longer, text, length);
	UNIT_CHECK_TEXT(build_and_check(longer, length, longer + length + 64, layout_noted_number, true) == taken,
					text, length);
}

static void
expect_built_string(const char *text)
{
	expect_built(text, strlen(text));
}

static bool
is_container(const Document *document)
{
	return document->text[0] == '{' || document->text[0] == '[';
}


/* --- tests -------------------------------------------------------------------------- */

static Document document;

static void
small_texts(void)
{
	static const char *const texts[] = {
		"{}",
		"[]",
		"[ ]",
		"{ }",
		"[[]]",
		"[{}]",
		"[1]",
		"[0]",
		"[-0]",
		"[true]",
		"[false]",
		"[null]",
		"[\"\"]",
		"{\"\":\"\"}",
		"{\"a\":1}",
		"{\"a\":1,\"a\":2}",
		"{\"a\":1,\"\\u0061\":2}",
		"{\"b\":1,\"a\":2}",
		"{\"aa\":1,\"b\":2}",
		"{\"a\":{\"b\":[1,2,{}]}}",
		"[\"abc\",1,\"d\",2.5,\"ef\",[],{}]",
		"[1e5,1E-5,1.50e3,-12345678901234567890.12345]",
		"{\"\\ud83d\\ude00\":[\"\\ud83d\\ude00\"]}",
		"{\"abcdefg\":1,\"abcdefh\":2,\"abcdef\":3,\"abcde\":4,\"abcdefga\":5,\"abcdefgA\":6}",
		"[\t1\n,\r2 ]"};

	for (size_t i = 0; i < lengthof(texts); i++)
		expect_built_string(texts[i]);
}

static void
random_documents(void)
{
	for (int i = 0; i < 20000; i++)
	{
		document_make(&document);
		if (is_container(&document))
			expect_built(document.text, document.length);
	}
}

/* Objects with few different keys, so that there are duplicates. */
static void
duplicate_keys(void)
{
	static const char *const keys[] = {"a",		   "b",		   "\\u0061", "ab",	   "a\\u0062",	 "",
									   "abcdefgh", "abcdefgi", "abcdefg", "abcde", "abcd\\u0065"};

	for (int i = 0; i < 5000; i++)
	{
		uint32 count = 1 + unit_below(i % 50 == 0 ? 200 : 12);

		document.length = 0;
		document.enough = 0;
		for (uint32 j = 0; j < count; j++)
		{
			document_put_string(&document, j == 0 ? "{\"" : ",\"");
			document_put_string(&document, keys[unit_below(lengthof(keys))]);
			document_put_string(&document, "\":");
			document_put_scalar(&document);
		}
		document_put_string(&document, "}");
		expect_built(document.text, document.length);
	}
}

/* Every number of children around the strides, and objects of one shape in a row. */
static void
every_count(void)
{
	for (int count = 1; count <= 200; count++)
	{
		document.length = 0;
		document_put_string(&document, "[{");
		for (int i = 0; i < count; i++)
		{
			char member[64];

			snprintf(member, sizeof(member), "%s\"key%d\":%d", i ? "," : "", i * 7919 % 1009, i);
			document_put_string(&document, member);
		}
		document_put_string(&document, "},");
		document_put(&document, document.text + 1, document.length - 1);
		for (int i = 0; i < count; i++)
			document_put_string(&document, i % 3 ? "\"xyz\"," : "1,");
		document_put_string(&document, "0]");
		expect_built(document.text, document.length);
	}
}

/* One long key or string at a time, around the borders of what ranks and vectors hold. */
static void
long_strings(void)
{
	static const int lengths[] = {1, 5, 6, 7, 8, 15, 16, 17, 31, 32, 33, 1000, 1024, 5000, 20000};

	for (size_t i = 0; i < lengthof(lengths); i++)
		for (int escaped = 0; escaped <= 1; escaped++)
		{
			document.length = 0;
			document_put_string(&document, "{\"x\":[\"");
			for (int j = 0; j < lengths[i]; j++)
				document_put_string(&document, "s");
			document_put_string(&document, escaped ? "\\u00e9\"],\"" : "\"],\"");
			for (int j = 0; j < lengths[i]; j++)
				document_put_string(&document, "k");
			document_put_string(&document, escaped ? "\\n\":1}" : "\":1}");
			expect_built(document.text, document.length);
		}
}

/* Keys longer than a rank can tell apart: the shorter is first, whatever its bytes. */
static void
huge_keys(void)
{
	static char text[400000];
	static const int lengths[] = {70000, 65536, 65535, 65534, 65533, 65535};
	char *at = text;

	for (size_t i = 0; i < lengthof(lengths); i++)
	{
		*at++ = i == 0 ? '{' : ',';
		*at++ = '"';
		memset(at, 'a' + (int) i, lengths[i]);
		at += lengths[i];
		memcpy(at, "\":1", 3);
		at += 3;
	}
	*at++ = '}';
	UNIT_CHECK(build_and_check(text, at - text, at, no_number, true));
}

/* Whatever is wrong with the text, nothing is touched that shouldn't be. */
static void
damaged_documents(void)
{
	for (int i = 0; i < 50000; i++)
	{
		const char *placed;
		Reference ref = {.utf8 = true};

		document_make(&document);
		for (uint32 j = 0; j < 1 + unit_below(3); j++)
			document_damage(&document);
		if (document.length == 0 || !is_container(&document))
			continue;
		placed = unit_place_before_guard(document.text, document.length);
		ref.end = placed + document.length;
		if (!reference_document(&ref, placed))
			build_and_check(placed, document.length, ref.end, layout_noted_number, false);
		else if (placed[document.length - 1] == '}' || placed[document.length - 1] == ']')
			expect_built(document.text, document.length);
	}
}

static void
cut_documents(void)
{
	for (int i = 0; i < 300; i++)
	{
		document_make(&document);
		if (!is_container(&document))
			continue;
		for (size_t length = 0; length < Min(document.length, 600); length++)
		{
			const char *placed = unit_place_before_guard(document.text, length);

			UNIT_CHECK_TEXT(!build_and_check(placed, length, placed + length, layout_noted_number, false),
							document.text, length);
		}
	}
}

/* Numbers that jb_write_numeric() refuses go to the caller, who may refuse them, too. */
static void
odd_numbers(void)
{
	static const char odd[] = "{\"a\":1,\"b\":[1e19999,2]}";
	char text[JB_NUMERIC_MAX_LENGTH + 64];

	UNIT_CHECK(build_and_check(odd, strlen(odd), odd + strlen(odd), layout_noted_number, true));
	UNIT_CHECK(!build_and_check(odd, strlen(odd), odd + strlen(odd), no_number, true));
	UNIT_CHECK(!build_and_check("[-]", 3, "[-]" + 3, layout_noted_number, true));
	UNIT_CHECK(!build_and_check("[NaN]", 5, "[NaN]" + 5, layout_noted_number, true));
	UNIT_CHECK(!build_and_check("[1e99999x]", 10, "[1e99999x]" + 10, layout_noted_number, true));
	memset(text, '9', sizeof(text));
	text[0] = '[';
	text[sizeof(text) - 1] = ']';
	UNIT_CHECK(build_and_check(text, sizeof(text), text + sizeof(text), layout_noted_number, true));
	UNIT_CHECK(!build_and_check(text, sizeof(text), text + sizeof(text), no_number, true));
}

/* The text has to end with the container. */
static void
more_text(void)
{
	static const char text[] = "[1],[2] ";

	UNIT_CHECK(build_and_check(text, 3, text + strlen(text), no_number, true));
	UNIT_CHECK(!build_and_check(text, 2, text + strlen(text), no_number, true));
	UNIT_CHECK(!build_and_check(text, 4, text + strlen(text), no_number, true));
	UNIT_CHECK(!build_and_check(text + 4, 4, text + strlen(text), no_number, true));
}

static void
depth(void)
{
	char text[2 * JB_DEPTH_MAX + 2];

	for (int depth = JB_DEPTH_MAX - 1; depth <= JB_DEPTH_MAX + 1; depth++)
	{
		memset(text, '[', depth);
		memset(text + depth, ']', depth);
		UNIT_CHECK(build_and_check(text, 2 * depth, text + 2 * depth, no_number, false) ==
				   (depth <= JB_DEPTH_MAX));
	}
}

/* A long text asks for interrupts in both steps; one too long is refused at once. */
static void
long_texts(void)
{
	size_t length = JB_BUILD_TEXT_MAX + 2;
	char *text = malloc(length);
	long interrupts = unit_interrupts;
	JbBuild build;
	char *room;

	memset(text, ',', length);
	for (size_t i = 0; i < length; i += 2)
		text[i] = '1';
	text[0] = text[1] = '[';
	text[2] = '1';
	text[length - 3] = '1';
	text[length - 2] = text[length - 1] = ']';
	UNIT_CHECK(!build_and_check(text, length, text + length, no_number, false));
	UNIT_CHECK(unit_interrupts == interrupts);

	UNIT_CHECK(jb_build_read(&build, text + 1, JB_BUILD_TEXT_MAX, text + length, no_number));
	UNIT_CHECK(unit_interrupts > interrupts + JB_BUILD_TEXT_MAX / 2 / JB_BUILD_STRETCH - 2);
	interrupts = unit_interrupts;
	UNIT_CHECK(build.size < JENTRY_OFFLENMASK);
	room = malloc(build.size + JB_BUILD_SLACK);
	UNIT_CHECK(jb_build_write(&build, room) <= room + build.size);
	UNIT_CHECK(unit_interrupts > interrupts + JB_BUILD_TEXT_MAX / 2 / JB_BUILD_STRETCH);
	jb_build_free(&build);
	free(room);
	free(text);
}

int
main(void)
{
	static const UnitTest tests[] = {
		UNIT_TEST(small_texts),
		UNIT_TEST(random_documents),
		UNIT_TEST(duplicate_keys),
		UNIT_TEST(every_count),
		UNIT_TEST(long_strings),
		UNIT_TEST(huge_keys),
		UNIT_TEST(damaged_documents),
		UNIT_TEST(cut_documents),
		UNIT_TEST(odd_numbers),
		UNIT_TEST(more_text),
		UNIT_TEST(depth),
		UNIT_TEST(long_texts),
	};

	return unit_run(tests, lengthof(tests));
}
