/*
 * test_jsonb_source.c
 *		From jsonb objects to slots: each way to find a key, against a look at all
 *		keys one by one (layout.h).
 *
 * The containers come from the builder; what it makes is tested elsewhere.
 */
#include "functions.h"
#include "layout.h"
#include "unit.h"

#define KEYS_MAX	  2000
#define COLUMNS_MAX	  40
#define DOCUMENT_ROOM (KEYS_MAX * 64)

/* A row type, and what it has learned. */
typedef struct Row
{
	const Functions *functions;
	JbMatcher *matcher;
	JbShapes *shapes;
	int n_columns;
	char names[COLUMNS_MAX][NAMEDATALEN];
	JbSlot slots[COLUMNS_MAX + 2];
} Row;

static Row row;
static char document[DOCUMENT_ROOM];
static size_t document_length;

static void
row_create(const Functions *functions)
{
	row.functions = functions;
	row.matcher = NULL;
	row.shapes = NULL;
	row.n_columns = 0;
}

static void
row_add(const char *name)
{
	strcpy(row.names[row.n_columns++], name);
}

static void
row_ready(void)
{
	row.matcher = row.functions->matcher_create(NULL, row.n_columns, (uint16) row.n_columns);
	for (int i = 0; i < row.n_columns; i++)
		row.functions->matcher_add(row.matcher, row.names[i], (int) strlen(row.names[i]), (uint16) i);
}

/* Keys that were found by a look-up, or not at all. */
static uint64
looked_up(void)
{
	return row.matcher->tally.hashed + row.matcher->tally.unknown;
}

static void
document_begin(void)
{
	document_length = 0;
}

static void
document_add(const char *key, int length, const char *value)
{
	document_length += snprintf(document + document_length, DOCUMENT_ROOM - document_length, "%s\"%.*s\":%s",
								document_length ? "," : "{", length, key, value);
}

/* Bind the document as jsonb in a place that ends where memory does. */
static void
expect_bound(void)
{
	JbBuild build;
	char *room;
	size_t length;
	const JsonbContainer *object;

	strcpy(document + document_length, "}");
	if (!row.functions->build_read(&build, document, document_length + 1, document + document_length + 1,
								   NULL))
	{
		UNIT_CHECK(false);
		return;
	}
	room = palloc(build.size + JB_BUILD_SLACK);
	length = row.functions->build_write(&build, room) - room;
	row.functions->build_free(&build);
	object = (const JsonbContainer *) unit_place_before_guard(room, INTALIGN(length));
	pfree(room);

	memset(row.slots, 0, sizeof(row.slots));
	row.functions->jsonb_object(object, row.matcher, &row.shapes, row.slots);
	for (int i = 0; i < row.n_columns; i++)
		UNIT_CHECK_TEXT(layout_is_slot_of(&row.slots[i], object, row.names[i], (uint32) strlen(row.names[i])),
						row.names[i], strlen(row.names[i]));
	UNIT_CHECK(row.slots[row.n_columns].kind == JB_MISSING);
}

/* Keys of all lengths from 1 on, with values of all kinds. */
static void
make_document(int first, int count)
{
	static const char *const values[] = {"1",  "\"text\"",	"true", "false", "null",
										 "{}", "[1,\"x\"]", "-0.5", "\"\""};

	document_begin();
	for (int i = first; i < first + count; i++)
	{
		char key[NAMEDATALEN];
		int length = snprintf(key, sizeof(key), "%d%.*s", i, i % 9, "abcdefghi");

		document_add(key, length, values[i % lengthof(values)]);
	}
}

static void
add_columns(int count, int step)
{
	for (int i = 0; i < count; i++)
	{
		char name[NAMEDATALEN];
		int number = 1 + i * step;

		/* every third is in no document */
		snprintf(name, sizeof(name), "%d%.*s", number, number % 9 + (i % 3 == 2), "abcdefghij");
		row_add(name);
	}
}


/* --- tests -------------------------------------------------------------------------- */

/* From objects whose shape is remembered to those whose columns are searched for, or keys looked up. */
static void
every_count(void)
{
	static const int n_columns[] = {0, 1, 2, 5, 12, COLUMNS_MAX};

	for (int f = 0; f < FUNCTIONS_COUNT; f++)
		for (size_t i = 0; i < lengthof(n_columns); i++)
		{
			row_create(functions_all[f]);
			add_columns(n_columns[i], 17);
			row_ready();
			for (int count = 1; count < KEYS_MAX; count += 1 + count / 16)
				for (int turn = 0; turn < 3; turn++)
				{
					/* the first one again behind another one like it */
					make_document(turn % 2, count);
					expect_bound();
				}
			unit_free_all();
		}
}

/* Objects of the same counts and lengths differ in one byte of a key. */
static void
much_alike(void)
{
	for (int f = 0; f < FUNCTIONS_COUNT; f++)
	{
		row_create(functions_all[f]);
		row_add("aab");
		row_add("aac");
		row_add("aacx");
		row_ready();
		for (int i = 0; i < 1000; i++)
		{
			char key[] = "aaa";

			key[unit_below(3)] = (char) ('a' + unit_below(4));
			document_begin();
			document_add("b", 1, "1");
			document_add(key, 3, "2");
			document_add("aacx", 3 + (int) unit_below(2), "3");
			expect_bound();
		}
		unit_free_all();
	}
}

/* A shape that comes again is known, even behind many that did not. */
static void
shapes_come_again(void)
{
	row_create(&functions_built);
	add_columns(2, 3);
	row_ready();
	for (int round = 0; round < 5; round++)
	{
		uint64 before;

		for (int i = 0; i < 500; i++)
		{
			make_document(1000 + round * 500 + i, 30);
			expect_bound();
		}
		for (int i = 0; i < 16; i++)
		{
			make_document(round, 30);
			expect_bound();
		}
		before = looked_up();
		make_document(round, 30);
		expect_bound();
		UNIT_CHECK(looked_up() == before);
	}
	unit_free_all();
}

/* Where shapes are new one after the other, few of them are remembered; and never much. */
static void
shapes_are_capped(void)
{
	size_t most = 0;

	row_create(&functions_built);
	add_columns(COLUMNS_MAX, 3);
	row_ready();
	for (int i = 0; i < 3000; i++)
	{
		make_document(i, 1 + i % 900);
		expect_bound();
		most = Max(most, unit_live_bytes);
	}
	UNIT_CHECK(most < 16 * 2 * 4096 + 16384);
	unit_free_all();
}

/* Columns that are searched for need no shape; each key is counted. */
static void
few_columns_are_searched(void)
{
	row_create(&functions_built);
	add_columns(2, 17);
	row_ready();
	for (int i = 1; i <= 3; i++)
	{
		make_document(0, 1500);
		expect_bound();
		UNIT_CHECK(row.shapes == NULL && looked_up() == (uint64) i * 1500);
		UNIT_CHECK(row.matcher->tally.hashed == (uint64) i * 2);
	}
	unit_free_all();
}

int
main(void)
{
	static const UnitTest tests[] = {
		UNIT_TEST(every_count),
		UNIT_TEST(much_alike),
		UNIT_TEST(shapes_come_again),
		UNIT_TEST(shapes_are_capped),
		UNIT_TEST(few_columns_are_searched),
	};

	return unit_run(tests, lengthof(tests));
}
