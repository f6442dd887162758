/*
 * test_matcher.c
 *		Key matching: all tiers give the column that the model (subject.h) gives,
 *		learn what they ought to, and stay within their caps and bounds.
 *
 * Every document stands against a page that can't be read, so a key or image at
 * the very end is not overrun.
 */
#include "functions.h"
#include "json_string.h"
#include "subject.h"
#include "unit.h"

/* --- documents from keys -------------------------------------------------------------- */

typedef enum Layout
{
	COMPACT,
	SPACED,
	PRETTY,
	WIDE,		 /* more white space than an image holds */
	ESCAPED_ALL, /* every ASCII byte of a key as \u00XX */
	ESCAPED_ONE, /* only its last one */
	RAW,		 /* the key's bytes as they are: no JSON if it has special ones */
	LAYOUT_COUNT
} Layout;

typedef struct Text
{
	size_t length;
	char bytes[262144];
} Text;

static void
put(Text *text, const char *bytes, size_t length)
{
	if (text->length + length > sizeof(text->bytes))
		abort();
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

static void
put_string(Text *text, const char *bytes)
{
	put(text, bytes, strlen(bytes));
}

static void
put_key(Text *text, const char *key, size_t length, Layout layout)
{
	char quoted[JB_STRING_QUOTED_MAX(256)];
	size_t first = layout == ESCAPED_ALL ? 0 : length - 1;

	if (length > 256)
		abort();
	if (layout == RAW)
	{
		put_string(text, "\"");
		put(text, key, length);
		put_string(text, "\"");
		return;
	}
	if ((layout != ESCAPED_ALL && layout != ESCAPED_ONE) || length == 0)
	{
		put(text, quoted, jb_string_quote(key, length, quoted) - quoted);
		return;
	}
	put(text, quoted, jb_string_quote(key, first, quoted) - quoted - 1);
	for (size_t i = first; i < length; i++)
	{
		if ((unsigned char) key[i] >= 0x80)
			put(text, key + i, 1);
		else
		{
			char escape[8];

			snprintf(escape, sizeof(escape), i % 2 ? "\\u%04x" : "\\u%04X", key[i]);
			put(text, escape, 6);
		}
	}
	put_string(text, "\"");
}

/* What stands before a member, between key and value, and at the end. */
static const char *const before_key[] = {
	"", " ", "\n    ", "\r\n\t                                             ", "", "", ""};
static const char *const before_value[] = {
	":", ": ", ": ", " :                                                ", ":", ":", ":"};
static const char *const before_end[] = {"", " ", "\n", " \n", "", "", ""};

static void
put_member(Text *text, const char *key, size_t length, Layout layout)
{
	char value[32];

	snprintf(value, sizeof(value), text->length % 3 ? "\"v%zu\"" : "%zu", text->length);
	put_string(text, text->length == 0 ? "{" : ",");
	put_string(text, before_key[layout]);
	put_key(text, key, length, layout);
	put_string(text, before_value[layout]);
	put_string(text, value);
}

static void
put_end(Text *text, Layout layout)
{
	put_string(text, text->length == 0 ? "{" : "");
	put_string(text, before_end[layout]);
	put_string(text, "}");
}

/* --- one document ------------------------------------------------------------------------ */

/* Both functions' subjects with the same columns. */
typedef Subject Subjects[FUNCTIONS_COUNT];

static void
create_subjects(Subjects subjects, const Keys *keys)
{
	unit_free_all();
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
		subject_create(&subjects[i], functions_all[i], keys);
}

static bool
expect_answer(Subjects subjects, const Text *text)
{
	static Answer answer;
	const char *placed = unit_place_before_guard(text->bytes, text->length);
	const char *end = placed + text->length;

	model_answer(subjects[0].keys, placed, end, true, &answer);
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
		UNIT_CHECK_TEXT(subject_answers(&subjects[i], placed, end, &answer), text->bytes, text->length);
	return answer.valid;
}

/* A document with these columns' names in this order. */
static void
expect_columns(Subjects subjects, const int *columns, int count, Layout layout)
{
	static Text text;
	const Keys *keys = subjects[0].keys;

	text.length = 0;
	for (int i = 0; i < count; i++)
		put_member(&text, keys->bytes[columns[i]], keys->length[columns[i]], layout);
	put_end(&text, layout);
	UNIT_CHECK_TEXT(expect_answer(subjects, &text) || layout == RAW, text.bytes, text.length);
}

/* --- sets of keys ---------------------------------------------------------------------------- */

static Keys keys;
static char key_bytes[SUBJECT_KEYS_MAX][NAMEDATALEN + 1];

static void
add_key(const char *bytes, size_t length)
{
	memcpy(key_bytes[keys.count], bytes, length);
	keys.bytes[keys.count] = key_bytes[keys.count];
	keys.length[keys.count++] = length;
}

/* Each one a prefix of the next: 1 to 63 bytes. */
static void
use_prefixes(void)
{
	char name[NAMEDATALEN];

	keys.count = 0;
	for (int i = 0; i < NAMEDATALEN; i++)
		name[i] = (char) ('a' + i % 26);
	for (int length = 1; length < NAMEDATALEN; length++)
		add_key(name, length);
}

/* Same length, same first and last eight bytes. */
static void
use_same_ends(int count)
{
	keys.count = 0;
	for (int i = 0; i < count; i++)
	{
		char name[NAMEDATALEN];

		snprintf(name, sizeof(name), "customer_%05d_invoiced", i);
		add_key(name, strlen(name));
	}
}

static void
use_numbered(int count)
{
	keys.count = 0;
	for (int i = 0; i < count; i++)
	{
		char name[NAMEDATALEN];

		snprintf(name, sizeof(name), "column_%d", i);
		add_key(name, strlen(name));
	}
}

/* Names that need escapes, or look as if they were some. */
static void
use_odd_names(void)
{
	static const char *const names[] = {"",
										" ",
										"a\"b",
										"a\\b",
										"a\\n",
										"a\nb",
										"\\",
										"\"",
										"\\\"",
										"a\":1,\"b",
										"\\u0061",
										"a",
										"b",
										"a\b",
										"\x01",
										"\x1f",
										"\x7f",
										"\xc3\xa9",
										"\xf0\x9f\x98\x80",
										"/",
										"\\/",
										"{",
										"}",
										":",
										",",
										"a:",
										"\\\\",
										"a\tb"};

	keys.count = 0;
	for (size_t i = 0; i < lengthof(names); i++)
		add_key(names[i], strlen(names[i]));
}

static void (*const small_sets[])(void) = {use_prefixes, use_odd_names};

/* --- every near miss in every state ------------------------------------------------------------- */

/* What the matcher has seen before the key in question comes at its place. */
typedef enum State
{
	FRESH,	   /* only the columns: images are guessed */
	PREDICTED, /* the same key at the same place */
	SECOND,	   /* that, and then another key there */
	LOST,	   /* an unknown key that is no node right before */
	STATE_COUNT
} State;

static void
bring_to_state(Subjects subjects, int column, State state, Layout layout)
{
	int next = (column + 2) % keys.count;
	int same[2] = {0, column};
	int other[2] = {0, next};

	create_subjects(subjects, &keys);
	for (int round = 0; round < 2 && state != FRESH; round++)
		expect_columns(subjects, same, 2, layout);
	if (state == SECOND)
		expect_columns(subjects, other, 2, layout);
}

static void
expect_key(Subjects subjects, const char *key, size_t length, State state, Layout layout)
{
	static Text text;

	text.length = 0;
	put_member(&text, keys.bytes[0], keys.length[0], layout);
	if (state == LOST)
		put_member(&text, "an unknown key that is too long to be remembered by the matcher", 62, layout);
	put_member(&text, key, length, layout);
	put_member(&text, keys.bytes[keys.count - 1], keys.length[keys.count - 1], layout);
	put_end(&text, layout);
	expect_answer(subjects, &text);
	/* and as the last one, right before the end */
	text.length = 0;
	put_member(&text, key, length, layout);
	put_end(&text, layout);
	expect_answer(subjects, &text);
}

/* The key itself, its prefix, its extension, and one other byte at each place. */
static void
expect_near_misses(Subjects subjects, int column, State state, Layout layout)
{
	char near[NAMEDATALEN + 2];
	size_t length = keys.length[column];

	bring_to_state(subjects, column, state, layout);
	expect_key(subjects, keys.bytes[column], length, state, layout);
	memcpy(near, keys.bytes[column], length);
	near[length] = 'x';
	expect_key(subjects, near, length + 1, state, layout);
	if (length == 0)
		return;
	expect_key(subjects, near, length - 1, state, layout);
	for (size_t place = 0; place < length; place++)
	{
		near[place] ^= (char) (1 << (place % 5));
		expect_key(subjects, near, length, state, layout);
		near[place] = keys.bytes[column][place];
	}
	expect_key(subjects, keys.bytes[column], length, state, layout);
}

static void
expect_all_near_misses(int step)
{
	static Subjects subjects;

	for (int column = 0; column < keys.count; column += step)
		for (int state = 0; state < STATE_COUNT; state++)
			for (int layout = 0; layout < LAYOUT_COUNT; layout++)
				expect_near_misses(subjects, column, state, layout);
}

static void
prefixes_and_extensions(void)
{
	use_prefixes();
	expect_all_near_misses(1);
}

static void
same_ends_other_middle(void)
{
	use_same_ends(30);
	expect_all_near_misses(3);
}

static void
odd_names(void)
{
	use_odd_names();
	expect_all_near_misses(1);
}

/* One layout learned, another one met. */
static void
change_of_layout(void)
{
	static Subjects subjects;
	const int columns[] = {0, 3, 5, 3, 1};

	for (size_t set = 0; set < lengthof(small_sets); set++)
	{
		small_sets[set]();
		create_subjects(subjects, &keys);
		for (int first = 0; first < LAYOUT_COUNT; first++)
		{
			for (int second = 0; second < LAYOUT_COUNT; second++)
			{
				for (int round = 0; round < 3; round++)
				{
					expect_columns(subjects, columns, lengthof(columns), first);
					expect_columns(subjects, columns, lengthof(columns), second);
				}
			}
		}
	}
}

/* Raw bytes of odd names are no JSON, or escapes of other names. */
static void
names_that_look_like_escapes(void)
{
	static Subjects subjects;
	Text *text = malloc(sizeof(Text));

	use_odd_names();
	for (int column = 0; column < keys.count; column++)
	{
		create_subjects(subjects, &keys);
		text->length = 0;
		put_member(text, keys.bytes[column], keys.length[column], RAW);
		put_end(text, RAW);
		expect_answer(subjects, text);
		text->length = 0;
		put_member(text, keys.bytes[column ? column - 1 : 0], keys.length[column ? column - 1 : 0], COMPACT);
		put_member(text, keys.bytes[column], keys.length[column], RAW);
		put_end(text, RAW);
		expect_answer(subjects, text);
	}
	free(text);
}

/* --- which tier --------------------------------------------------------------------------------- */

/* The tally that "count" rounds of a document add. */
static JbMatcherTally
added_tally(Subjects subjects, int which, const int *columns, int count, Layout layout, int rounds)
{
	JbMatcherTally *tally = &subjects[which].codec.matcher->tally;
	JbMatcherTally before = *tally;

	for (int i = 0; i < rounds; i++)
		expect_columns(subjects, columns, count, layout);
	return (JbMatcherTally){.second = tally->second - before.second,
							.hashed = tally->hashed - before.hashed,
							.escaped = tally->escaped - before.escaped,
							.unknown = tally->unknown - before.unknown};
}

static uint64
missed(JbMatcherTally tally)
{
	return tally.second + tally.hashed + tally.escaped + tally.unknown;
}

static void
columns_in_order_are_predicted_at_once(void)
{
	static Subjects subjects;
	int columns[100];

	use_numbered(100);
	for (int i = 0; i < 100; i++)
		columns[i] = i;
	create_subjects(subjects, &keys);
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		/* compact without learning, other layouts after one document */
		UNIT_CHECK(missed(added_tally(subjects, i, columns, 100, COMPACT, 3)) == 0);
		expect_columns(subjects, columns, 100, SPACED);
		UNIT_CHECK(missed(added_tally(subjects, i, columns, 100, SPACED, 3)) == 0);
		expect_columns(subjects, columns, 100, PRETTY);
		UNIT_CHECK(missed(added_tally(subjects, i, columns, 100, PRETTY, 3)) == 0);
		expect_columns(subjects, columns, 100, COMPACT);
	}
}

static void
any_lasting_order_is_predicted(void)
{
	static Subjects subjects;
	int columns[50];

	use_numbered(50);
	for (int i = 0; i < 50; i++)
		columns[i] = i * 7 % 50;
	create_subjects(subjects, &keys);
	expect_columns(subjects, columns, 50, COMPACT);
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
		UNIT_CHECK(missed(added_tally(subjects, i, columns, 50, COMPACT, 3)) == 0);
}

static void
two_orders_take_turns(void)
{
	static Subjects subjects;
	const int one[] = {0, 1, 2, 3};
	const int other[] = {0, 2, 1, 3};

	use_numbered(4);
	create_subjects(subjects, &keys);
	for (int i = 0; i < 3; i++)
	{
		expect_columns(subjects, one, 4, COMPACT);
		expect_columns(subjects, other, 4, COMPACT);
	}
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		JbMatcherTally tally = added_tally(subjects, i, one, 4, COMPACT, 1);
		JbMatcherTally tally2 = added_tally(subjects, i, other, 4, COMPACT, 1);

		UNIT_CHECK(tally.hashed == 0 && tally2.hashed == 0);
		UNIT_CHECK(tally.second + tally2.second > 0);
	}
}

static void
unknown_keys_are_predicted_too(void)
{
	static Subjects subjects;
	static Text text;

	use_numbered(5);
	create_subjects(subjects, &keys);
	put_member(&text, "column_0", 8, SPACED);
	put_member(&text, "nobody", 6, SPACED);
	put_member(&text, "column_1", 8, SPACED);
	put_end(&text, SPACED);
	expect_answer(subjects, &text);
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		JbMatcherTally before = subjects[i].codec.matcher->tally;

		UNIT_CHECK(before.unknown == 1);
		expect_answer(subjects, &text);
		UNIT_CHECK(memcmp(&before, &subjects[i].codec.matcher->tally, sizeof(before)) == 0);
	}
}

static void
escaped_keys_are_counted(void)
{
	static Subjects subjects;
	const int columns[] = {0, 1, 2};

	use_numbered(3);
	create_subjects(subjects, &keys);
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
		/* three keys, validating and trusting */
		UNIT_CHECK(added_tally(subjects, i, columns, 3, ESCAPED_ONE, 1).escaped == 6);
}

/* --- caps ----------------------------------------------------------------------------------------- */

static void
unknown_keys_without_end(void)
{
	static Subjects subjects;
	static Text text;
	size_t bytes = 0;
	int key = 0;

	use_numbered(20);
	create_subjects(subjects, &keys);
	for (int document = 0; document < 1000; document++)
	{
		text.length = 0;
		for (int i = 0; i < 1000; i++)
		{
			char name[32];

			snprintf(name, sizeof(name), "stranger%d", key++);
			put_member(&text, name, strlen(name), COMPACT);
		}
		put_member(&text, keys.bytes[document % 20], keys.length[document % 20], COMPACT);
		put_end(&text, COMPACT);
		if (document < 10 || document % 100 == 0)
			expect_answer(subjects, &text);
		else
			for (int i = 0; i < FUNCTIONS_COUNT; i++)
				UNIT_CHECK(subjects[i].functions->decode_document(&subjects[i].frame, text.bytes,
																  text.bytes + text.length, document % 2) &&
						   subjects[i].slots[document % 20].kind != JB_MISSING);
		if (document == 0)
			bytes = unit_live_bytes;
	}
	UNIT_CHECK(unit_live_bytes <= bytes);
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		JbMatcher *matcher = subjects[i].codec.matcher;

		UNIT_CHECK(matcher->n_strangers == JB_MATCHER_STRANGERS_MAX);
		UNIT_CHECK(matcher->n_nodes == JB_NODE_KEYS + 20 + JB_MATCHER_STRANGERS_MAX);
		UNIT_CHECK(matcher->n_nodes <= matcher->nodes_room && matcher->nodes_room <= matcher->n_nodes + 16);
	}
}

/* Where keys come in any order, most misses aren't written down; answers stay right. */
static void
shuffled_keys(void)
{
	static Subjects subjects;
	int columns[120];

	use_numbered(100);
	create_subjects(subjects, &keys);
	for (int round = 0; round < 1500; round++)
	{
		int count = (int) unit_below(lengthof(columns));

		for (int i = 0; i < count; i++)
			columns[i] = (int) unit_below(100);
		expect_columns(subjects, columns, count, unit_below(ESCAPED_ONE + 1));
	}
	UNIT_CHECK(subjects[0].codec.matcher->shuffles > 1000);
	/* an order that lasts is learned again */
	for (int i = 0; i < 100; i++)
		columns[i] = 99 - i;
	for (int round = 0; round < 60; round++)
		expect_columns(subjects, columns, 100, COMPACT);
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
		UNIT_CHECK(added_tally(subjects, i, columns, 100, COMPACT, 1).hashed == 0);
}

/* --- long keys --------------------------------------------------------------------------------------- */

static void
expect_only_key(Subjects subjects, const char *key, size_t length, Layout layout, bool counts)
{
	static Text text;

	text.length = 0;
	put_member(&text, key, length, layout);
	put_end(&text, layout);
	UNIT_CHECK_TEXT(expect_answer(subjects, &text), text.bytes, text.length);
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
		UNIT_CHECK_TEXT(subjects[i].frame.empty == !counts, text.bytes, text.length);
}

/* A key of 63 bytes is a column's; one of 64 is nobody's, even if it begins like one. */
static void
keys_of_63_and_64_bytes(void)
{
	static Subjects subjects;
	char name[256];

	memset(name, 'k', sizeof(name));
	keys.count = 0;
	add_key(name, 63);
	add_key(name, 62);
	for (int layout = 0; layout < LAYOUT_COUNT; layout++)
	{
		create_subjects(subjects, &keys);
		for (int round = 0; round < 3; round++)
		{
			expect_only_key(subjects, name, 63, layout, true);
			UNIT_CHECK(subjects[0].slots[0].kind != JB_MISSING);
			for (size_t length = 64; length < 256; length++)
			{
				expect_only_key(subjects, name, length, layout, false);
				UNIT_CHECK(subjects[0].slots[0].kind == JB_MISSING);
			}
			expect_only_key(subjects, "short", 5, layout, true);
		}
	}
}

/* Keys and layouts whose image is just as long as fits, and one byte more. */
static void
images_of_all_lengths(void)
{
	static Subjects subjects;
	static Text text;

	for (size_t length = 1; length < NAMEDATALEN; length++)
	{
		char name[NAMEDATALEN];

		memset(name, 'i', length);
		keys.count = 0;
		add_key(name, length);
		for (size_t spaces = 0; spaces < 60; spaces++)
		{
			create_subjects(subjects, &keys);
			for (int round = 0; round < 3; round++)
			{
				text.length = 0;
				put_string(&text, "{");
				put_key(&text, name, length, COMPACT);
				put_string(&text, ":");
				for (size_t i = 0; i < spaces; i++)
					put_string(&text, " ");
				put_string(&text, "1}");
				UNIT_CHECK(expect_answer(subjects, &text));
			}
			/* learned, if it fits: image is quotes, key, colon, spaces */
			for (int i = 0; i < FUNCTIONS_COUNT; i++)
			{
				const JbNode *node = &subjects[i].codec.matcher->nodes[JB_NODE_KEYS];

				UNIT_CHECK((node->image_length == length + 3 + spaces) ==
						   (length + 3 + spaces <= JB_MATCHER_IMAGE_MAX));
			}
		}
	}
}

/* Every way to cut a document short: refused, and not a byte beyond read. */
static void
cut_short(void)
{
	static Subjects subjects;
	static Text text;

	for (size_t set = 0; set < lengthof(small_sets); set++)
	{
		small_sets[set]();
		for (int layout = 0; layout < LAYOUT_COUNT; layout++)
		{
			size_t whole;

			create_subjects(subjects, &keys);
			text.length = 0;
			for (int i = 0; i < keys.count; i += 5)
				put_member(&text, keys.bytes[i], keys.length[i], layout);
			put_end(&text, layout);
			whole = text.length;
			for (text.length = 0; text.length <= whole; text.length++)
				expect_answer(subjects, &text);
			text.length = whole;
			expect_answer(subjects, &text);
		}
	}
}

/* Every small damage: one byte put in, changed or taken out, at each place. */
static void
damaged_objects(void)
{
	static const char bytes[] = "{}[],:\"\\ 1tn\n\x01";
	static Subjects subjects;
	static Text text;
	static Text damaged;

	use_numbered(3);
	for (int layout = 0; layout < LAYOUT_COUNT; layout++)
	{
		create_subjects(subjects, &keys);
		text.length = 0;
		put_member(&text, "column_0", 8, layout);
		put_member(&text, "nobody", 6, layout);
		put_member(&text, "column_2", 8, layout);
		put_end(&text, layout);
		expect_answer(subjects, &text);
		for (size_t place = 0; place < text.length; place++)
		{
			/* whether the byte there goes, and what comes */
			for (size_t i = 0; i < 2 * sizeof(bytes) - 1; i++)
			{
				damaged.length = 0;
				put(&damaged, text.bytes, place);
				put(&damaged, &bytes[i / 2], i / 2 < sizeof(bytes) - 1);
				put(&damaged, text.bytes + place + i % 2, text.length - place - i % 2);
				expect_answer(subjects, &damaged);
			}
		}
	}
}

/* --- the parts apart ------------------------------------------------------------------------------------ */

static void
find_by_name(void)
{
	static Subjects subjects;

	for (size_t set = 0; set < lengthof(small_sets); set++)
	{
		small_sets[set]();
		create_subjects(subjects, &keys);
		for (int i = 0; i < FUNCTIONS_COUNT; i++)
		{
			const Functions *functions = functions_all[i];
			JbMatcher *matcher = subjects[i].codec.matcher;

			for (int j = 0; j < keys.count; j++)
			{
				char name[NAMEDATALEN * 2];

				UNIT_CHECK(functions->matcher_find(matcher, keys.bytes[j], keys.length[j]) == j);
				memset(name, '#', sizeof(name));
				memcpy(name, keys.bytes[j], keys.length[j]);
				UNIT_CHECK(functions->matcher_find(matcher, name, keys.length[j] + 1) == -1);
				UNIT_CHECK(functions->matcher_find(matcher, name, NAMEDATALEN) == -1);
				UNIT_CHECK(functions->matcher_find(matcher, name, sizeof(name)) == -1);
			}
		}
	}
}

/* The most columns that a table may have, all alike: found, each one. */
static void
wide_tables(void)
{
	static Subjects subjects;
	static int columns[SUBJECT_KEYS_MAX];

	use_same_ends(SUBJECT_KEYS_MAX);
	create_subjects(subjects, &keys);
	for (int i = 0; i < SUBJECT_KEYS_MAX; i++)
		columns[i] = i * 7 % SUBJECT_KEYS_MAX;
	for (int round = 0; round < 3; round++)
		expect_columns(subjects, columns, SUBJECT_KEYS_MAX, round);
}

/* An image of every length against text that differs at every place, or lacks room. */
static void
image_compares(void)
{
	for (size_t length = 0; length <= JB_MATCHER_IMAGE_MAX; length++)
	{
		for (size_t room = 0; room <= 64; room++)
		{
			for (size_t other = 0; other <= room; other++)
			{
				JbNode node;
				char text[64];
				const char *placed;

				memset(&node, '#', sizeof(node));
				for (size_t i = 0; i < sizeof(text); i++)
					text[i] = (char) ('a' + i);
				memcpy(node.image, text, length);
				node.image_length = (uint8) length;
				if (other < room)
					text[other] ^= 1;
				placed = unit_place_before_guard(text, room);
				for (int i = 0; i < FUNCTIONS_COUNT; i++)
					UNIT_CHECK(functions_all[i]->node_is_at(&node, placed, placed + room) ==
							   (length != 0 && length <= room && (other >= length || other == room)));
			}
		}
	}
}

int
main(void)
{
	static const UnitTest tests[] = {UNIT_TEST(prefixes_and_extensions),
									 UNIT_TEST(same_ends_other_middle),
									 UNIT_TEST(odd_names),
									 UNIT_TEST(change_of_layout),
									 UNIT_TEST(names_that_look_like_escapes),
									 UNIT_TEST(columns_in_order_are_predicted_at_once),
									 UNIT_TEST(any_lasting_order_is_predicted),
									 UNIT_TEST(two_orders_take_turns),
									 UNIT_TEST(unknown_keys_are_predicted_too),
									 UNIT_TEST(escaped_keys_are_counted),
									 UNIT_TEST(unknown_keys_without_end),
									 UNIT_TEST(shuffled_keys),
									 UNIT_TEST(keys_of_63_and_64_bytes),
									 UNIT_TEST(images_of_all_lengths),
									 UNIT_TEST(cut_short),
									 UNIT_TEST(damaged_objects),
									 UNIT_TEST(find_by_name),
									 UNIT_TEST(wide_tables),
									 UNIT_TEST(image_compares)};
	int status = unit_run(tests, lengthof(tests));

	unit_free_all();
	return status;
}
