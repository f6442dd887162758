/*
 * fuzz_jsonb.c
 *		JSON text to jsonb and jsonb to slots, against a plain reader of the layout
 *		(test/unit/layout.h).
 *
 * The input is an option byte and documents, each ending with the byte 0x1E.
 * They are JSON as it stands, in which some bytes that JSON can't have stand for
 * what a short input has no room for (put_shorthand()).
 *
 * Each document is built by both ways of the builder, in blocks of the very size
 * that was promised, and what comes out is compared with the text.  Then keys of
 * all documents, and others that look like them, become the columns of a row
 * type; and all objects and arrays in all documents are walked, more than once
 * and by one set of shapes, so that those of other documents are met right and
 * stale.  Numbers in them are read as int8, float and numeric columns are.
 *
 * Containers are never damaged: jbind trusts a jsonb value as stock does, which
 * would crash as well.
 */
#include "fuzz.h"

#include "functions.h"
#include "layout.h"

#include <errno.h>

#define DOCUMENTS_MAX 8
#define COLUMNS_MAX	  48

/* Bits of the first input byte; those between choose columns. */
#define MORE_BEHIND 1
#define COLUMNS_BIT 6

/* What jsonb_source.h may learn: 16 shapes, of which each takes two times 4 kB at most, and what its columns take. */
#define SHAPES_MAX		16
#define SHAPE_BYTES_MAX (2 * 4096 + 2 * COLUMNS_MAX)
#define SHAPES_OWN_MAX	1024

/* stubs.c */
extern size_t unit_live_bytes;

typedef struct Bytes
{
	char *at;
	size_t length;
} Bytes;

/* One way of the code under test, and what it has learned. */
typedef struct Walker
{
	const Functions *functions;
	JbMatcher *matcher;
	JbShapes *shapes;
	JbSlot *slots;
} Walker;

static Bytes containers[DOCUMENTS_MAX];
static int n_containers;
static Bytes columns[COLUMNS_MAX];
static int n_columns;
static int columns_room;
static Walker walkers[FUNCTIONS_COUNT];
static uint8 options;

static FuzzText document;


/* ------------------------------------------------------------------ the text */

static void
put_many(char byte, int count)
{
	while (count-- > 0)
		fuzz_put(&document, &byte, 1);
}

static void
put_members(int count)
{
	for (int i = 0; i < count; i++)
	{
		char member[32];
		int length =
			snprintf(member, sizeof(member), i % 4 ? ",\"%d\":true" : ",\"%d\":%d", i * 7919 % 1009, i);

		/* no comma before the first */
		fuzz_put(&document, member + (i == 0), length - (i == 0));
	}
}

/* What a byte below 7 and the one behind it stand for. */
static void
put_shorthand(uint8_t what, uint8_t count)
{
	switch (what)
	{
		case 1:
			put_many('k', count * 8);
			break;
		case 2:
			put_members(count * 3);
			break;
		case 3:
			put_many('7', count * 4);
			break;
		case 4:
			put_many('[', count);
			break;
		case 5:
			put_many(']', count);
			break;
		default:
			for (int i = 0; i < count; i++)
				fuzz_put(&document, "null,", 5);
			break;
	}
}

/* The next document into "document"; the input behind it. */
static const uint8_t *
make_text(const uint8_t *at, const uint8_t *end)
{
	document.length = 0;
	for (; at < end && *at != 0x1E; at++)
		if (*at >= 1 && *at <= 6 && at + 1 < end)
		{
			put_shorthand(at[0], at[1]);
			at++;
		}
		else
			fuzz_put(&document, (const char *) at, 1);
	return at < end ? at + 1 : end;
}


/* --------------------------------------------------------------------- build */

/* Build bytes .. bytes+length in a block of its very size; no bytes if it is refused. */
static Bytes
build(const Functions *functions, const char *bytes, size_t length, const char *limit)
{
	size_t live = unit_live_bytes;
	Bytes built = {NULL, 0};
	JbBuild build;

	/* what isn't initialised had better not be used */
	memset(&build, 0x7F, sizeof(build));
	if (functions->build_read(&build, bytes, length, limit, layout_noted_number))
	{
		char *room = malloc(build.size + JB_BUILD_SLACK);

		built.length = functions->build_write(&build, room) - room;
		FUZZ_CHECK(built.length <= build.size);
		built.at = fuzz_copy(room, built.length);
		free(room);
	}
	functions->build_free(&build);
	FUZZ_CHECK(unit_live_bytes == live);
	return built;
}

/* Is it what the text says? */
static bool
is_good(Bytes built, const char *bytes, size_t length)
{
	Layout layout = {.ref = {.end = bytes + length, .utf8 = true}, .good = true};

	return layout_container(&layout, bytes, built.at, (uint32) built.length) == bytes + length && layout.good;
}

/* A document is the container that all ways build of it, or nothing. */
static void
check_build(const char *bytes, size_t length, const char *limit)
{
	Bytes first;

	layout_number_refused = false;
	first = build(functions_all[0], bytes, length, limit);
	FUZZ_CHECK((first.at == NULL) == layout_number_refused);
	FUZZ_CHECK(first.at == NULL || is_good(first, bytes, length));
	for (int i = 1; i < FUNCTIONS_COUNT; i++)
	{
		Bytes other = build(functions_all[i], bytes, length, limit);

		FUZZ_CHECK(other.length == first.length && (other.at == NULL) == (first.at == NULL));
		FUZZ_CHECK(first.at == NULL || memcmp(other.at, first.at, first.length) == 0);
		free(other.at);
	}
	if (first.at != NULL)
		containers[n_containers++] = first;
}

/*
 * The value in "document" as the scanner would hand it on; or a text that is
 * none, which has to be survived.
 */
static void
check_text(void)
{
	size_t behind = options & MORE_BEHIND ? 64 : 0;
	char *exact = malloc(document.length + behind);
	const char *end = exact + document.length;
	Reference ref = {.end = end, .utf8 = true};
	JbSlot slot;
	const char *start;
	const char *after;

	memcpy(exact, document.bytes, document.length);
	memset(exact + document.length, '"', behind);
	start = reference_space(&ref, exact);
	after = reference_value(&ref, start, 0, &slot);
	if (after == NULL)
		for (int i = 0; i < FUNCTIONS_COUNT; i++)
			free(build(functions_all[i], start, end - start, end + behind).at);
	else if (slot.kind == JB_OBJECT || slot.kind == JB_ARRAY)
		check_build(start, after - start, end + behind);
	free(exact);
}


/* ------------------------------------------------------------------- columns */

static void
add_column(const char *bytes, size_t length)
{
	if (length >= JB_MATCHER_KEY_MAX || n_columns == columns_room || memchr(bytes, 0, length) != NULL)
		return;
	for (int i = 0; i < n_columns; i++)
		if (columns[i].length == length && memcmp(columns[i].at, bytes, length) == 0)
			return;
	columns[n_columns].at = fuzz_copy(bytes, length);
	columns[n_columns++].length = length;
}

/* The key itself, or one that is much like it, or nothing. */
static void
choose_column(const char *key, size_t length)
{
	char other[JB_MATCHER_KEY_MAX];
	uint32 choice = options >> 1;

	if (length >= JB_MATCHER_KEY_MAX)
		return;
	for (size_t i = 0; i < length; i++)
		choice = choice * 31 + (uint8_t) key[i];
	/* few columns, but not the first keys only */
	if (columns_room < COLUMNS_MAX && choice / 8 % 8 != 0)
		return;
	memcpy(other, key, length);
	switch (choice % 8)
	{
		case 0:
			break;
		case 1:
			other[length] = 'x';
			add_column(other, length + 1);
			break;
		case 2:
			add_column(key, length - (length > 0));
			break;
		case 3:
			if (length > 0)
				other[length - 1] ^= 1;
			add_column(other, length);
			break;
		default:
			add_column(key, length);
			break;
	}
}

/* Keys of all objects in the container. */
static void
choose_columns(const JsonbContainer *container)
{
	const bool is_object = JsonContainerIsObject(container);
	uint32 count = JsonContainerSize(container);
	const char *start = (const char *) &container->children[count << is_object];
	const char *at = start;

	for (uint32 i = 0; i < count << is_object; i++)
	{
		const char *bytes = layout_child(container->children[i], start, &at);

		if (is_object && i < count)
			choose_column(bytes, at - bytes);
		else if (JBE_ISCONTAINER(container->children[i]))
			choose_columns((const JsonbContainer *) bytes);
	}
}


/* ------------------------------------------------------------------- numbers */

static const int32 typmods[] = {-1, (12 << 16 | 2) + 4, (3 << 16 | 3) + 4, (1000 << 16 | 500) + 4};

/* As numeric_out() prints it, by the layout; the length. */
static size_t
print_numeric(const char *numeric, char *out)
{
	const uint16 *words = (const uint16 *) (numeric + VARHDRSZ);
	const bool is_short = (words[0] & 0x8000) != 0;
	const int16 *groups = (const int16 *) words + (is_short ? 1 : 2);
	int count = (int) ((const int16 *) (numeric + VARSIZE(numeric)) - groups);
	int scale = is_short ? (words[0] & 0x1F80) >> 7 : words[0] & 0x3FFF;
	int weight = is_short ? (words[0] & 0x3F) - (words[0] & 0x40) : (int16) words[1];
	char *at = out;

	if (words[0] & (is_short ? 0x2000 : 0x4000))
		*at++ = '-';
	for (int power = Max(weight * 4 + 3, 0); power >= -scale; power--)
	{
		static const int tens[] = {1, 10, 100, 1000};
		int place = weight - (power >= 0 ? power / 4 : -((3 - power) / 4));
		int group = place >= 0 && place < count ? groups[place] : 0;
		int digit = group / tens[((power % 4) + 4) % 4] % 10;

		if (power == -1)
			*at++ = '.';
		if (digit != 0 || power <= 0 || (at > out && at[-1] != '-'))
			*at++ = (char) ('0' + digit);
	}
	*at = '\0';
	return at - out;
}

static void
check_numeric_copy(const Functions *functions, const char *numeric, const char *printed, size_t length)
{
	char *copy = malloc(VARSIZE(numeric) + 2);
	char again[JB_NUMERIC_MAX_BYTES];

	for (size_t i = 0; i < lengthof(typmods) * 2; i++)
	{
		char *end = functions->numeric_copy(numeric, typmods[i / 2], i % 2, copy);
		char *other = jb_write_numeric(printed, length, printed + length, typmods[i / 2], i % 2, again);

		if (end == NULL)
			continue;
		FUZZ_CHECK(end <= copy + VARSIZE(numeric) + 2);
		if (other != NULL)
			FUZZ_CHECK(end - copy == other - again && memcmp(copy, again, end - copy) == 0);
	}
	free(copy);
}

static void
check_numeric(const Functions *functions, const char *bytes, uint32 length)
{
	/* before the point are digits of FUZZ_TEXT_MAX or of an exponent; behind it no more than the scale */
	static char printed[FUZZ_TEXT_MAX + LAYOUT_EXPONENT_MAX + 0x3FFF + 64];
	char *numeric = fuzz_copy(bytes, length);
	size_t printed_length = print_numeric(numeric, printed);
	int64 whole;
	float8 wide;
	float4 narrow;

	FUZZ_CHECK(VARSIZE(numeric) == length);
	errno = 0;
	if (functions->numeric_int64(numeric, &whole))
		FUZZ_CHECK(strchr(printed, '.') == NULL && strtoll(printed, NULL, 10) == whole && errno == 0);
	if (functions->numeric_float8(numeric, &wide))
		FUZZ_CHECK(strtod(printed, NULL) == wide && errno == 0);
	if (functions->numeric_float4(numeric, &narrow))
		FUZZ_CHECK(strtof(printed, NULL) == narrow && errno == 0);
	check_numeric_copy(functions, numeric, printed, printed_length);
	free(numeric);
}


/* ---------------------------------------------------------------------- walk */

/* The slots of a column against a search through all keys. */
static void
check_slots(const JsonbContainer *object, int column)
{
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
		FUZZ_CHECK(layout_is_slot_of(&walkers[i].slots[column], object, columns[column].at,
									 (uint32) columns[column].length));
}

/* Where the object's shape says that columns are, against the slots. */
static void
check_shape(const Walker *walker, const JbShape *shape, uint32 count)
{
	bool complete = true;

	FUZZ_CHECK(shape->count == count);
	for (int i = 0; i < n_columns; i++)
	{
		bool missing = walker->slots[i].kind == JB_MISSING;

		FUZZ_CHECK(missing ? shape->places[i] == count : shape->slots[shape->places[i]] == i);
		complete &= !missing;
	}
	FUZZ_CHECK(shape->complete == complete);
}

static void
check_object(const JsonbContainer *object)
{
	uint32 count = JsonContainerSize(object);

	for (int i = 0; i < FUNCTIONS_COUNT; i++)
	{
		Walker *walker = &walkers[i];
		size_t live = unit_live_bytes;
		const JbShape *shape = NULL;

		if (count > 0)
			shape = walker->functions->jsonb_shape(object, walker->matcher, &walker->shapes);
		memset(walker->slots, 0, (n_columns + 2) * sizeof(JbSlot));
		walker->functions->jsonb_object(object, walker->matcher, &walker->shapes, walker->slots);
		FUZZ_CHECK(unit_live_bytes <= live + SHAPE_BYTES_MAX + SHAPES_OWN_MAX);
		if (shape != NULL)
			check_shape(walker, shape, count);
		FUZZ_CHECK(walker->slots[n_columns].kind == JB_MISSING);
		FUZZ_CHECK(walker->slots[n_columns + 1].kind == JB_MISSING);
	}
	for (int i = 0; i < n_columns; i++)
		check_slots(object, i);
}

static void
check_array(const Functions *functions, const JsonbContainer *array)
{
	uint32 count = JsonContainerSize(array);
	const char *start = (const char *) &array->children[count];
	const char *at = start;
	JbJsonbElements elements;
	JbSlot slot;

	functions->jsonb_elements_begin(&elements, array);
	for (uint32 i = 0; i < count; i++)
	{
		const char *bytes = layout_child(array->children[i], start, &at);

		memset(&slot, 0x7F, sizeof(slot));
		FUZZ_CHECK(functions->jsonb_elements_next(&elements, &slot));
		FUZZ_CHECK(layout_is_slot(&slot, array->children[i], bytes, (uint32) (at - bytes)));
	}
	FUZZ_CHECK(!functions->jsonb_elements_next(&elements, &slot));
}

/* The container and all that is in it; "again" if it was walked before. */
static void
check_container(const JsonbContainer *container, bool again)
{
	const bool is_object = JsonContainerIsObject(container);
	uint32 count = JsonContainerSize(container) << is_object;
	const char *start = (const char *) &container->children[count];
	const char *at = start;

	if (is_object)
		check_object(container);
	for (int i = 0; !is_object && !again && i < FUNCTIONS_COUNT; i++)
		check_array(functions_all[i], container);
	for (uint32 i = 0; i < count; i++)
	{
		const char *bytes = layout_child(container->children[i], start, &at);

		if (JBE_ISCONTAINER(container->children[i]))
			check_container((const JsonbContainer *) bytes, again);
		for (int j = 0; JBE_ISNUMERIC(container->children[i]) && !again && j < FUNCTIONS_COUNT; j++)
			check_numeric(functions_all[j], bytes, (uint32) (at - bytes));
	}
}

static void
create_walker(Walker *walker, const Functions *functions)
{
	walker->functions = functions;
	walker->matcher = functions->matcher_create(NULL, n_columns, (uint16) n_columns);
	for (int i = 0; i < n_columns; i++)
		functions->matcher_add(walker->matcher, columns[i].at, (int) columns[i].length, (uint16) i);
	walker->shapes = NULL;
	walker->slots = malloc((n_columns + 2) * sizeof(JbSlot));
}

/* All documents there and back, the shapes of each before and after the others'. */
static void
walk(void)
{
	size_t live = unit_live_bytes;

	for (int i = 0; i < n_containers; i++)
		check_container((const JsonbContainer *) containers[i].at, false);
	for (int i = n_containers - 1; i >= 0; i--)
		check_container((const JsonbContainer *) containers[i].at, true);
	FUZZ_CHECK(unit_live_bytes - live <= FUNCTIONS_COUNT * (SHAPES_MAX * SHAPE_BYTES_MAX + SHAPES_OWN_MAX));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const int rooms[] = {COLUMNS_MAX, 10, 3, 1};
	const uint8_t *at = data + 1;
	const uint8_t *end = data + size;

	if (size == 0)
		return 0;
	options = data[0];
	n_containers = 0;
	n_columns = 0;
	columns_room = rooms[options >> COLUMNS_BIT];
	while (at < end && n_containers < DOCUMENTS_MAX)
	{
		at = make_text(at, end);
		check_text();
	}
	for (int i = 0; i < n_containers; i++)
		choose_columns((const JsonbContainer *) containers[i].at);
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
		create_walker(&walkers[i], functions_all[i]);
	walk();
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
		free(walkers[i].slots);
	for (int i = 0; i < n_columns; i++)
		free(columns[i].at);
	for (int i = 0; i < n_containers; i++)
		free(containers[i].at);
	unit_free_all();
	return 0;
}
