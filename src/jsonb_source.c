/*
 * jsonb_source.c
 *		From a jsonb container to slots.
 *
 * The layout is described in utils/jsonb.h: an array of JEntry words, one for
 * each key, then one for each value, then their bytes in the same order.  A
 * JEntry holds the length of its bytes or, every JB_OFFSET_STRIDE entries, the
 * offset of their end.
 */
#include "jsonb_source.h"

#include "port/pg_bitutils.h"
#include "utils/memutils.h"

/*
 * Several shapes, as a stream of documents often alternates between a few: pairs
 * of places, in each of which the shape met last comes first.
 */
#define JB_SHAPES_MAX 16

/* shapes whose keys take more than this are not remembered */
#define JB_SHAPE_BYTES_MAX 4096

/* After so many new shapes of which none came again only some are remembered that a search can do without. */
#define JB_SHAPES_VAIN_MAX	(2 * JB_SHAPES_MAX)
#define JB_SHAPES_VAIN_STEP 16

/* How many keys are passed by with a shape, or looked up, in the time of one step of a search. */
#define JB_STEP_BY_SHAPE 8
#define JB_STEP_BY_KEY	 2

struct JbShapes
{
	const JbShape *last; /* that of the last object, or an empty one */
	uint32 vain;		 /* new shapes since an older one than the last came again */
	JbShape shapes[JB_SHAPES_MAX];
};

const char jb_jsonb_true[32] = "true";
const char jb_jsonb_false[32] = "false";
const char jb_jsonb_null[32] = "null";


/* Where the bytes of entry i begin, behind all entries. */
static uint32
entry_start(const JsonbContainer *container, uint32 i)
{
	uint32 from = i;
	uint32 start = 0;

	/* back to an entry that tells its offset, then forward */
	while (from > 0 && !JBE_HAS_OFF(container->children[--from]))
		;
	for (; from < i; from++)
		start = jb_jsonb_end(container->children[from], start);
	return start;
}


/* ---------------------------------------------------------------- search */

/* How entry i, a key, compares with this one, as lengthCompareJsonbString() has it. */
static inline int
compare_key(const JsonbContainer *container, uint32 count, uint32 i, const char *key, uint32 length)
{
	JEntry entry = container->children[i];
	uint32 entry_length = JBE_OFFLENFLD(entry);
	uint32 start;

	if (!JBE_HAS_OFF(entry) && entry_length != length)
		return entry_length < length ? -1 : 1;
	start = entry_start(container, i);
	entry_length = jb_jsonb_end(entry, start) - start;
	if (entry_length != length)
		return entry_length < length ? -1 : 1;
	return memcmp((const char *) &container->children[count * 2] + start, key, length);
}

/* Which pair has the key?  count if none. */
static uint32
find_pair(const JsonbContainer *container, uint32 count, const char *key, uint32 length)
{
	uint32 low = 0;
	uint32 high = count;

	while (low < high)
	{
		uint32 middle = low + (high - low) / 2;
		int order = compare_key(container, count, middle, key, length);

		if (order == 0)
			return middle;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return count;
}

/* Look for each column among the keys, as stock does. */
static pg_noinline void
search_columns(const JsonbContainer *container, uint32 count, JbMatcher *matcher, JbSlot *slots)
{
	uint32 found = 0;

	for (int i = 0; i < matcher->n_keys; i++)
	{
		const JbNode *node = &matcher->nodes[JB_NODE_KEYS + i];
		uint32 value = count + find_pair(container, count, node->key, node->key_length);
		uint32 start;

		if (value == count * 2)
			continue;
		start = entry_start(container, value);
		jb_jsonb_slot(&slots[node->slot], container->children[value],
					  (const char *) &container->children[count * 2], start,
					  jb_jsonb_end(container->children[value], start));
		found++;
	}
	matcher->tally.hashed += found;
	matcher->tally.unknown += count - found;
}

/* Are columns so few, and keys so many, that each is found sooner by a search? */
static inline bool
is_search_better(const JbMatcher *matcher, uint32 count, uint32 keys_a_step)
{
	return matcher->n_keys * (pg_leftmost_one_pos32(count) + 1) * keys_a_step < count;
}


/* ---------------------------------------------------------------- shapes */

/* Which slot has each key? */
static void
map_keys(const JsonbContainer *container, uint32 count, JbMatcher *matcher, uint16 *map)
{
	const char *base = (const char *) &container->children[count * 2];
	uint32 start = 0;

	for (uint32 i = 0; i < count; i++)
	{
		uint32 end = jb_jsonb_end(container->children[i], start);
		int slot = jb_matcher_find(matcher, base + start, end - start);

		slot < 0 ? matcher->tally.unknown++ : matcher->tally.hashed++;
		map[i] = slot < 0 ? matcher->ignored_slot : (uint16) slot;
		start = end;
	}
}

/* The other way round: which key has each slot? */
static void
turn_map(JbShape *shape, uint32 count, uint16 n_slots)
{
	for (int i = 0; i < n_slots; i++)
		shape->places[i] = count;
	shape->complete = true;
	for (uint32 i = 0; i < count; i++)
		if (shape->slots[i] < n_slots)
			shape->places[shape->slots[i]] = i;
	for (int i = 0; i < n_slots; i++)
		shape->complete &= shape->places[i] < count;
}

static inline bool
shape_is(const JbShape *shape, const JsonbContainer *container, uint32 count)
{
	return shape->count == count &&
		   memcmp(shape->entries, container->children, count * sizeof(JEntry)) == 0 &&
		   memcmp(shape->keys, &container->children[count * 2], shape->key_bytes) == 0;
}

static void
learn_shape(JbShape *shape, const JsonbContainer *container, uint32 count, JbMatcher *matcher)
{
	uint32 key_bytes = entry_start(container, count);
	char *room;

	if (shape->entries != NULL)
		pfree(shape->entries);
	shape->count = 0;
	shape->entries = NULL;
	room = MemoryContextAlloc(matcher->context, count * (sizeof(JEntry) + sizeof(uint16)) +
													matcher->ignored_slot * sizeof(uint16) + key_bytes);
	shape->entries = (JEntry *) room;
	shape->slots = (uint16 *) (shape->entries + count);
	shape->places = shape->slots + count;
	shape->keys = (char *) (shape->places + matcher->ignored_slot);
	shape->key_bytes = key_bytes;
	memcpy(shape->entries, container->children, count * sizeof(JEntry));
	memcpy(shape->keys, &container->children[count * 2], key_bytes);
	map_keys(container, count, matcher, shape->slots);
	turn_map(shape, count, matcher->ignored_slot);
	shape->count = count;
}

/*
 * Objects that look alike share a place: by the lengths of some of their keys and
 * the first key's ends.  count > 0.
 */
static uint32
shape_place(const JsonbContainer *container, uint32 count)
{
	const JEntry *entries = container->children;
	const unsigned char *key = (const unsigned char *) &entries[count * 2];
	uint32 length = JBE_OFFLENFLD(entries[0]);
	uint32 hash = count;

	for (uint32 i = 0; i < count; i += count / 8 + 1)
		hash = hash * 31 + entries[i];
	hash = hash * 31 + entries[count - 1];
	if (length > 0)
		hash = (hash * 31 + key[0]) * 31 + key[length - 1];
	return ((hash * 0x9E3779B1U) >> 16) % JB_SHAPES_MAX & ~1U;
}

/* The object's shape, or NULL: it is new and not worth to be remembered. */
static const JbShape *
find_shape(const JsonbContainer *container, uint32 count, JbMatcher *matcher, JbShapes *shapes)
{
	JbShape *first = &shapes->shapes[shape_place(container, count)];
	JbShape *second = first + 1;
	JbShape other;

	if (likely(shape_is(first, container, count)))
	{
		shapes->vain = 0;
		return first;
	}
	if (likely(shape_is(second, container, count)))
	{
		shapes->vain = 0;
		matcher->tally.second += count;
		return second;
	}
	if (is_search_better(matcher, count, JB_STEP_BY_KEY) && ++shapes->vain > JB_SHAPES_VAIN_MAX &&
		shapes->vain % JB_SHAPES_VAIN_STEP != 0)
		return NULL;
	other = *first;
	*first = *second;
	*second = other;
	learn_shape(first, container, count, matcher);
	return first;
}

static JbShapes *
create_shapes(MemoryContext context)
{
	JbShapes *shapes = MemoryContextAllocZero(context, sizeof(JbShapes));

	shapes->last = &shapes->shapes[0];
	return shapes;
}

static bool
is_memorable(const JsonbContainer *container, uint32 count)
{
	return count * (sizeof(JEntry) + sizeof(uint16)) <= JB_SHAPE_BYTES_MAX &&
		   entry_start(container, count) <= JB_SHAPE_BYTES_MAX;
}

/* Values begin "start" bytes behind the entries; map tells the slot of each. */
static void
fill_slots(const JsonbContainer *container, uint32 count, const uint16 *map, uint32 start,
		   uint16 ignored_slot, JbSlot *slots)
{
	const char *base = (const char *) &container->children[count * 2];

	for (uint32 i = 0; i < count; i++)
	{
		JEntry entry = container->children[count + i];
		uint32 end = jb_jsonb_end(entry, start);

		if (map[i] != ignored_slot)
			jb_jsonb_slot(&slots[map[i]], entry, base, start, end);
		start = end;
	}
}

const JbShape *
jb_jsonb_shape(const JsonbContainer *container, JbMatcher *matcher, JbShapes **shapes)
{
	uint32 count = JsonContainerSize(container);
	const JbShape *shape;

	if (unlikely(is_search_better(matcher, count, JB_STEP_BY_SHAPE)))
		return NULL;
	if (unlikely(*shapes == NULL))
		*shapes = create_shapes(matcher->context);
	if (likely(shape_is((*shapes)->last, container, count)))
		return (*shapes)->last;
	if (!is_memorable(container, count))
		return NULL;
	shape = find_shape(container, count, matcher, *shapes);
	if (shape != NULL)
		(*shapes)->last = shape;
	return shape;
}

/* An object whose shape is not remembered. */
static pg_noinline void
take_unknown(const JsonbContainer *container, uint32 count, JbMatcher *matcher, JbSlot *slots)
{
	uint16 *map;

	if (is_search_better(matcher, count, JB_STEP_BY_KEY))
	{
		search_columns(container, count, matcher, slots);
		return;
	}
	map = palloc(count * sizeof(uint16));
	map_keys(container, count, matcher, map);
	fill_slots(container, count, map, entry_start(container, count), matcher->ignored_slot, slots);
	pfree(map);
}

void
jb_jsonb_object(const JsonbContainer *container, JbMatcher *matcher, JbShapes **shapes, JbSlot *slots)
{
	uint32 count = JsonContainerSize(container);
	const JbShape *shape;

	if (count == 0)
		return;
	shape = jb_jsonb_shape(container, matcher, shapes);
	if (likely(shape != NULL))
		fill_slots(container, count, shape->slots, shape->key_bytes, matcher->ignored_slot, slots);
	else
		take_unknown(container, count, matcher, slots);
}


/* -------------------------------------------------------------- elements */

void
jb_jsonb_elements_begin(JbJsonbElements *elements, const JsonbContainer *container)
{
	elements->container = container;
	elements->index = 0;
	elements->offset = 0;
}

bool
jb_jsonb_elements_next(JbJsonbElements *elements, JbSlot *slot)
{
	const JsonbContainer *container = elements->container;
	uint32 count = JsonContainerSize(container);
	JEntry entry;
	uint32 end;

	if (elements->index >= count)
		return false;
	entry = container->children[elements->index++];
	end = jb_jsonb_end(entry, elements->offset);
	memset(slot, 0, sizeof(JbSlot));
	jb_jsonb_slot(slot, entry, (const char *) &container->children[count], elements->offset, end);
	elements->offset = end;
	return true;
}
