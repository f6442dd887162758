/*
 * fuzz_matcher.c
 *		A set of columns and some documents from one input: do all tiers answer
 *		as the model (test/unit/subject.h) does?
 *
 * The input is a program.  First the columns: a count, then each a length and
 * its bytes.  Then documents until the bytes run out: each a count of members,
 * and for each a byte that picks a column or says how the key is damaged, and a
 * byte of layout.  At times the rest of the input is a document as it is, so that
 * raw JSON is tried on a trained matcher too.
 */
#include "fuzz.h"

#include "json_string.h"
#include "subject.h"

#define COLUMNS_MAX	  40
#define DOCUMENTS_MAX 20

/* The input that is left. */
static const uint8_t *input;
static const uint8_t *input_end;

static Keys keys;
static Subject subjects[FUNCTIONS_COUNT];
static FuzzText document;

static uint8_t
next_byte(void)
{
	return input < input_end ? *input++ : 0;
}

static bool
is_column(const char *bytes, size_t length)
{
	for (int i = 0; i < keys.count; i++)
		if (keys.length[i] == length && memcmp(keys.bytes[i], bytes, length) == 0)
			return true;
	return false;
}

/* Names may be any bytes but NUL; no name twice, as compile.c has it. */
static void
read_columns(void)
{
	keys.count = 0;
	for (int left = next_byte() % COLUMNS_MAX; left > 0; left--)
	{
		size_t length = next_byte() % NAMEDATALEN;
		const char *bytes = (const char *) input;

		length = Min(length, input_end - input);
		input += length;
		if (memchr(bytes, 0, length) != NULL || is_column(bytes, length))
			continue;
		keys.bytes[keys.count] = bytes;
		keys.length[keys.count++] = length;
	}
}

static void
put_space(int kind)
{
	static const char *const spaces[] = {"", " ", "\n  ",
										 "\t                                                  "};

	fuzz_put(&document, spaces[kind & 3], strlen(spaces[kind & 3]));
}

/* A column's name, perhaps with a byte changed, added or taken away. */
static void
put_key(uint8_t how)
{
	char name[NAMEDATALEN + 1];
	char quoted[JB_STRING_QUOTED_MAX(NAMEDATALEN + 1)];
	int column = keys.count ? next_byte() % keys.count : 0;
	size_t length = keys.count ? keys.length[column] : 0;

	memcpy(name, keys.count ? keys.bytes[column] : "", length);
	switch (how % 8)
	{
		case 0:
			name[length++] = (char) (next_byte() | 1);
			break;
		case 1:
			length -= length > 0;
			break;
		case 2:
			if (length > 0)
				name[next_byte() % length] = (char) (next_byte() | 1);
			break;
		case 3:
			/* bare, whatever its bytes mean as JSON */
			fuzz_put(&document, "\"", 1);
			fuzz_put(&document, name, length);
			fuzz_put(&document, "\"", 1);
			return;
		case 4:
			fuzz_put(&document, "\"", 1);
			for (size_t i = 0; i < length; i++)
			{
				char escape[8];

				if ((unsigned char) name[i] < 0x80)
					fuzz_put(&document, escape, snprintf(escape, sizeof(escape), "\\u%04x", name[i]));
				else
					fuzz_put(&document, name + i, 1);
			}
			fuzz_put(&document, "\"", 1);
			return;
		default:
			break;
	}
	fuzz_put(&document, quoted, jb_string_quote(name, length, quoted) - quoted);
}

static void
put_value(uint8_t which)
{
	static const char *const values[] = {"1",	 "\"a\"",	   "null",	 "true",		"[1,{\"a\":\"]\"}]",
										 "{}",	 "\"\\n\"",	   "-1.5e3", "\"\\u0000\"", "",
										 "tru",	 "{\"a\":[]}", "01",	 "\"",			"[",
										 "false"};

	/* most values are good ones */
	fuzz_put(&document, values[which % (which & 0x80 ? 16 : 8)],
			 strlen(values[which % (which & 0x80 ? 16 : 8)]));
}

static void
make_document(void)
{
	int members = next_byte() % 8;

	document.length = 0;
	fuzz_put(&document, "{", 1);
	for (int i = 0; i < members; i++)
	{
		uint8_t how = next_byte();
		uint8_t spaces = next_byte();

		if (i > 0)
			fuzz_put(&document, ",", 1);
		put_space(spaces & 64 ? spaces : 0);
		put_key(how);
		put_space(spaces & 128 ? spaces >> 2 : 0);
		fuzz_put(&document, ":", 1);
		put_space(spaces >> 4);
		put_value(next_byte());
	}
	fuzz_put(&document, "}", 1);
}

/* In a block of its very size, so that its bounds are watched. */
static void
check_document(const char *bytes, size_t length)
{
	static Answer answer;
	char *exact = fuzz_copy(bytes, length);

	model_answer(&keys, exact, exact + length, true, &answer);
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		JbMatcher *matcher = subjects[i].codec.matcher;

		FUZZ_CHECK(subject_answers(&subjects[i], exact, exact + length, &answer));
		FUZZ_CHECK(matcher->n_strangers <= JB_MATCHER_STRANGERS_MAX &&
				   matcher->n_nodes <= matcher->nodes_room);
	}
	free(exact);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	input = data;
	input_end = data + size;
	read_columns();
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
		subject_create(&subjects[i], functions_all[i], &keys);
	for (int document_number = 0; document_number < DOCUMENTS_MAX && input < input_end; document_number++)
	{
		if (*input == 0xFF)
		{
			check_document((const char *) input + 1, input_end - input - 1);
			break;
		}
		make_document();
		check_document(document.bytes, document.length);
	}
	unit_free_all();
	return 0;
}
