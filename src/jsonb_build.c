/*
 * jsonb_build.c
 *		From the text of a JSON object or array to the bytes of a jsonb value.
 *
 * Nodes are never moved: a container comes first, then its children with all
 * that is in them, and its span leads to its next sibling.  What is sorted is
 * the numbers of an object's key nodes.
 *
 * Must not include anything that knows catalogs or codecs.
 */
#include "jsonb_build.h"

#include "json_number.h"
#include "json_string.h"
#include "miscadmin.h"
#include "scan.h"

/* children of a container between two questions for interrupts */
#define JB_BUILD_STRETCH 1024

/* so many pairs are sorted by insertion, more are merged from such runs */
#define JB_BUILD_RUN 24

/* the order of objects of no more pairs than this is remembered */
#define JB_BUILD_FEW 48

struct JbBuildChunk
{
	JbBuildChunk *older;
	char bytes[FLEXIBLE_ARRAY_MEMBER];
};

static const char *read_container(JbBuild *build, const char *at, int depth, uint32 number);
static char *write_container(const JbBuild *build, const JbBuildNode *container, char *at);


/* ----------------------------------------------------------------- memory */

static void
build_list_init(JbBuildList *list, void *own, uint32 room)
{
	list->items = own;
	list->count = 0;
	list->room = room;
	list->allocated = false;
}

static void
build_list_free(JbBuildList *list)
{
	if (list->allocated)
		pfree(list->items);
}

static pg_noinline void
build_list_grow(JbBuildList *list, size_t item_size, uint32 more)
{
	uint32 room = Max(list->room * 2, list->count + more);
	void *items = palloc(room * item_size);

	memcpy(items, list->items, list->count * item_size);
	build_list_free(list);
	list->items = items;
	list->room = room;
	list->allocated = true;
}

/* Add so many items, to be filled in; the number of the first. */
static inline uint32
build_list_append(JbBuildList *list, size_t item_size, uint32 more)
{
	uint32 first = list->count;

	if (unlikely(list->room - first < more))
		build_list_grow(list, item_size, more);
	list->count = first + more;
	return first;
}

static inline uint32
append_nodes(JbBuild *build, uint32 more)
{
	return build_list_append(&build->nodes, sizeof(JbBuildNode), more);
}

/* Good until nodes are appended. */
static inline JbBuildNode *
get_node(const JbBuild *build, uint32 number)
{
	return (JbBuildNode *) build->nodes.items + number;
}

/* Nodes from this one to its next sibling. */
static inline uint32
node_span(const JbBuildNode *node)
{
	return node->type == JENTRY_ISCONTAINER ? node->span : 1;
}

static pg_noinline void
chunk_grow(JbBuild *build, size_t size)
{
	JbBuildChunk *chunk;

	build->chunk_size = Max(build->chunk_size * 2, size);
	chunk = palloc(offsetof(JbBuildChunk, bytes) + build->chunk_size);
	chunk->older = build->chunks;
	build->chunks = chunk;
	build->chunk = chunk->bytes;
	build->chunk_end = chunk->bytes + build->chunk_size;
}

/*
 * Room for bytes that stay until the end; int-aligned.  Behind them are some
 * more that wide loads may read.
 */
static inline char *
chunk_reserve(JbBuild *build, size_t size)
{
	size += JB_BUILD_SLACK;
	if (unlikely((size_t) (build->chunk_end - build->chunk) < size))
		chunk_grow(build, size);
	return build->chunk;
}

/* What was reserved ends here. */
static inline void
chunk_keep(JbBuild *build, char *end)
{
	build->chunk = (char *) INTALIGN(end);
}

void
jb_build_free(JbBuild *build)
{
	build_list_free(&build->nodes);
	build_list_free(&build->order);
	while (build->chunks != NULL)
	{
		JbBuildChunk *older = build->chunks->older;

		pfree(build->chunks);
		build->chunks = older;
	}
}


/* ---------------------------------------------------------------- scalars */

static pg_noinline const char *
read_escaped_string(JbBuild *build, const char *at, const char *backslash, JbBuildNode *node)
{
	const char *quote = jb_scan_string_escaped(backslash, build->limit);
	char *bytes;
	char *end;

	if (quote == NULL)
		return NULL;
	bytes = chunk_reserve(build, quote - at);
	end = jb_string_unescape(at, quote - at, bytes);
	chunk_keep(build, end);
	node->bytes = bytes;
	node->length = (uint32) (end - bytes);
	return quote + 1;
}

/* The string whose opening quote is before "at". */
static inline const char *
read_string(JbBuild *build, const char *at, JbBuildNode *node)
{
	const char *quote = jb_scan_special(at, build->limit);

	if (unlikely(quote >= build->limit))
		return NULL;
	node->type = JENTRY_ISSTRING;
	node->bytes = at;
	node->length = (uint32) (quote - at);
	at = quote + 1;
	if (unlikely(*quote != '"'))
		at = read_escaped_string(build, node->bytes, quote, node);
	build->size += node->length;
	return at;
}

/* A number that jb_write_numeric() has refused. */
static pg_noinline bool
read_odd_number(JbBuild *build, const char *at, const char *after, JbBuildNode *node)
{
	struct varlena *number;
	char *bytes;

	if (jb_scan_number_validating(at, build->limit) != after)
		return false;
	number = build->number(at, after - at);
	if (number == NULL)
		return false;
	node->length = VARSIZE(number);
	bytes = chunk_reserve(build, node->length);
	memcpy(bytes, number, node->length);
	chunk_keep(build, bytes + node->length);
	node->bytes = bytes;
	pfree(number);
	return true;
}

static inline const char *
read_number(JbBuild *build, const char *at, JbBuildNode *node)
{
	const char *after = jb_scan_number_trusting(at, build->limit);
	char *bytes = chunk_reserve(build, JB_NUMERIC_MAX_BYTES);
	char *end = jb_write_numeric(at, after - at, build->limit, -1, false, bytes);

	node->type = JENTRY_ISNUMERIC;
	node->bytes = bytes;
	node->length = (uint32) (end - bytes);
	if (likely(end != NULL))
		chunk_keep(build, end);
	else if (!read_odd_number(build, at, after, node))
		return NULL;
	build->size += node->length + sizeof(int32); /* padding */
	return after;
}

static inline const char *
read_literal(JbBuild *build, const char *at, JbBuildNode *node)
{
	JbSlot slot;

	at = jb_scan_literal(at, build->limit, &slot);
	if (at == NULL)
		return NULL;
	node->bytes = NULL;
	node->length = 0;
	if (slot.kind == JB_NULL)
		node->type = JENTRY_ISNULL;
	else
		node->type = slot.kind == JB_TRUE ? JENTRY_ISBOOL_TRUE : JENTRY_ISBOOL_FALSE;
	return at;
}

/* The value that starts at "at", inside "depth" containers, into this node. */
static pg_attribute_always_inline const char *
read_value(JbBuild *build, const char *at, int depth, uint32 number)
{
	if (unlikely(at >= build->limit))
		return NULL;
	switch (*at)
	{
		case '"':
			return read_string(build, at + 1, get_node(build, number));
		case '{':
		case '[':
			return read_container(build, at, depth, number);
		case 't':
		case 'f':
		case 'n':
			return read_literal(build, at, get_node(build, number));
		default:
			return read_number(build, at, get_node(build, number));
	}
}


/* ------------------------------------------------------ the order of pairs */

/* One pair of an object, while they are sorted. */
typedef struct JbRank
{
	uint64 rank;  /* orders most keys */
	uint32 key;	  /* its node */
	uint32 place; /* in the text, from 0 */
} JbRank;

/* longer keys all have the same rank */
#define JB_RANK_LENGTH_MAX 0xFFFE

/*
 * Shorter keys come first, then bytes count: the upper 16 bits are the length,
 * the others the first six bytes.
 */
static inline uint64
key_rank(const JbBuildNode *key, const char *limit)
{
	const uint32 length = key->length;
	uint64 word = 0;

	if (likely((uintptr_t) limit - (uintptr_t) key->bytes >= 8))
		word = pg_bswap64(jb_load8(key->bytes));
	else
		for (uint32 i = 0; i < Min(length, 6); i++)
			word |= (uint64) (unsigned char) key->bytes[i] << (56 - 8 * i);
	if (unlikely(length > JB_RANK_LENGTH_MAX))
		return PG_UINT64_MAX;
	if (length < 6)
		return (uint64) length << 48 | word >> 16 >> (48 - 8 * length);
	return (uint64) length << 48 | word >> 16;
}

static int
compare_keys(const JbBuildNode *a, const JbBuildNode *b)
{
	if (a->length != b->length)
		return a->length < b->length ? -1 : 1;
	return memcmp(a->bytes, b->bytes, a->length);
}

/* As lengthCompareJsonbString(). */
static inline int
compare_ranks(const JbBuild *build, const JbRank *a, const JbRank *b)
{
	if (likely(a->rank != b->rank))
		return a->rank < b->rank ? -1 : 1;
	return compare_keys(get_node(build, a->key), get_node(build, b->key));
}

static void
sort_by_insertion(const JbBuild *build, JbRank *ranks, uint32 count)
{
	for (uint32 i = 1; i < count; i++)
	{
		JbRank moved = ranks[i];
		uint32 to = i;

		for (; to > 0 && compare_ranks(build, &moved, &ranks[to - 1]) < 0; to--)
			ranks[to] = ranks[to - 1];
		ranks[to] = moved;
	}
}

static void
merge_runs(const JbBuild *build, const JbRank *left, const JbRank *middle, const JbRank *end, JbRank *out)
{
	const JbRank *right = middle;

	while (left < middle && right < end)
		*out++ = compare_ranks(build, right, left) < 0 ? *right++ : *left++;
	memcpy(out, left, (middle - left) * sizeof(JbRank));
	memcpy(out + (middle - left), right, (end - right) * sizeof(JbRank));
}

/*
 * Equal keys keep their order.  The result is in "ranks" or in "spare", which is
 * as long and not touched up to JB_BUILD_RUN pairs.
 */
static JbRank *
sort_ranks(const JbBuild *build, JbRank *ranks, uint32 count, JbRank *spare)
{
	for (uint32 i = 0; i < count; i += JB_BUILD_RUN)
		sort_by_insertion(build, ranks + i, Min(JB_BUILD_RUN, count - i));
	for (uint32 width = JB_BUILD_RUN; width < count; width *= 2)
	{
		JbRank *sorted = spare;

		for (uint32 i = 0; i < count; i += 2 * width)
			merge_runs(build, ranks + i, ranks + Min(i + width, count), ranks + Min(i + 2 * width, count),
					   sorted + i);
		spare = ranks;
		ranks = sorted;
	}
	return ranks;
}

/* Of equal keys the last one counts.  How many are left. */
static uint32
drop_duplicates(const JbBuild *build, JbRank *ranks, uint32 count)
{
	uint32 kept = 0;

	for (uint32 i = 1; i < count; i++)
	{
		kept += compare_ranks(build, &ranks[i - 1], &ranks[i]) != 0;
		ranks[kept] = ranks[i];
	}
	return kept + 1;
}

/* Rank the pairs as they stand; is that their order? */
static inline bool
rank_pairs(const JbBuild *build, uint32 key, JbRank *ranks, uint32 count)
{
	bool ascending = true;

	for (uint32 i = 0; i < count; i++)
	{
		const JbBuildNode *node = get_node(build, key);

		ranks[i].rank = key_rank(node, build->limit);
		ranks[i].key = key;
		ranks[i].place = i;
		if (i > 0 && ascending)
			ascending = compare_ranks(build, &ranks[i - 1], &ranks[i]) < 0;
		key += 1 + node_span(node + 1);
	}
	return ascending;
}

/*
 * For each number of pairs, where the last such object had which pair.  Often
 * the next one has the same keys, and one look tells.
 */
static uint8 last_places[JB_BUILD_FEW + 1][JB_BUILD_FEW];

static void
learn_places(const JbRank *ordered, uint32 count)
{
	for (uint32 i = 0; i < count; i++)
		last_places[count][i] = (uint8) ordered[i].place;
}

/* Order the pairs as the last ones were; was it right? */
static inline bool
repeat_places(const JbBuild *build, const JbRank *ranks, uint32 count, JbRank *ordered)
{
	for (uint32 i = 0; i < count; i++)
	{
		const JbRank *rank = &ranks[last_places[count][i]];

		ordered[i].rank = rank->rank;
		ordered[i].key = rank->key;
		if (i > 0 && compare_ranks(build, &ordered[i - 1], &ordered[i]) >= 0)
			return false;
	}
	return true;
}

/* The object's pairs are these. */
static void
take_order(JbBuild *build, uint32 number, const JbRank *ordered, uint32 count)
{
	uint32 first = build_list_append(&build->order, sizeof(uint32), count);
	uint32 *order = (uint32 *) build->order.items + first;
	JbBuildNode *object = get_node(build, number);

	object->order = first;
	object->length = count | JB_FOBJECT;
	for (uint32 i = 0; i < count; i++)
		order[i] = ordered[i].key;
}

/* All pairs of the object are there: bring them in order. */
static pg_noinline void
order_pairs(JbBuild *build, uint32 number, uint32 count)
{
	JbRank few[JB_BUILD_FEW * 2];
	JbRank *room = few;
	JbRank *ordered;
	uint32 left = count;

	if (count > JB_BUILD_FEW)
		room = palloc(count * 2 * sizeof(JbRank));
	ordered = room;
	if (!rank_pairs(build, number + 1, room, count))
	{
		if (count <= JB_BUILD_FEW && repeat_places(build, room, count, room + count))
			ordered = room + count;
		else
		{
			ordered = sort_ranks(build, room, count, room + count);
			left = drop_duplicates(build, ordered, count);
			if (count <= JB_BUILD_FEW && left == count)
				learn_places(ordered, count);
		}
	}
	take_order(build, number, ordered, left);
	if (room != few)
		pfree(room);
}


/* ------------------------------------------------------------- containers */

/* The text has been scanned before, so whatever is not above ' ' is white space. */
static pg_noinline const char *
skip_much_space(const char *at, const char *limit)
{
#ifdef JB_HAVE_SSE42
	while (limit - at >= 16)
	{
		__m128i bytes = _mm_loadu_si128((const __m128i *) at);
		__m128i space = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(' ')), bytes);
		int others = _mm_movemask_epi8(space) ^ 0xFFFF;

		if (others != 0)
			return at + __builtin_ctz(others);
		at += 16;
	}
#endif
	return jb_scan_space(at, limit);
}

/* As jb_scan_space(); most often there is none, or a single one. */
static inline const char *
skip_space(const char *at, const char *limit)
{
	if (likely(limit - at >= 2))
	{
		if (likely(*at > ' '))
			return at;
		if (at[1] > ' ')
			return at + 1;
	}
	return skip_much_space(at, limit);
}

/* A key with its colon; returns the first byte of the value. */
static inline const char *
read_key(JbBuild *build, const char *at, JbBuildNode *key)
{
	if (unlikely(at >= build->limit || *at != '"'))
		return NULL;
	at = read_string(build, at + 1, key);
	if (unlikely(at == NULL))
		return NULL;
	at = skip_space(at, build->limit);
	if (unlikely(at >= build->limit || *at != ':'))
		return NULL;
	return skip_space(at + 1, build->limit);
}

/*
 * Behind a child: the first byte of the next one; or, with *closed, the byte
 * behind the closing bracket.
 */
static inline const char *
next_child(const JbBuild *build, const char *at, char close, bool *closed)
{
	at = skip_space(at, build->limit);
	if (unlikely(at >= build->limit))
		return NULL;
	*closed = *at == close;
	if (*closed)
		return at + 1;
	return likely(*at == ',') ? skip_space(at + 1, build->limit) : NULL;
}

/* From the first key to behind the closing brace. */
static const char *
read_pairs(JbBuild *build, const char *at, int depth, uint32 *count)
{
	bool closed = false;

	while (!closed)
	{
		uint32 pair = append_nodes(build, 2);

		at = read_key(build, at, get_node(build, pair));
		if (unlikely(at == NULL))
			return NULL;
		at = read_value(build, at, depth, pair + 1);
		if (unlikely(at == NULL))
			return NULL;
		at = next_child(build, at, '}', &closed);
		if (unlikely(at == NULL))
			return NULL;
		if (unlikely(++*count % JB_BUILD_STRETCH == 0))
			JB_CHECK_FOR_INTERRUPTS();
	}
	return at;
}

/* From the first element to behind the closing bracket. */
static const char *
read_elements(JbBuild *build, const char *at, int depth, uint32 *count)
{
	bool closed = false;

	while (!closed)
	{
		at = read_value(build, at, depth, append_nodes(build, 1));
		if (unlikely(at == NULL))
			return NULL;
		at = next_child(build, at, ']', &closed);
		if (unlikely(at == NULL))
			return NULL;
		if (unlikely(++*count % JB_BUILD_STRETCH == 0))
			JB_CHECK_FOR_INTERRUPTS();
	}
	return at;
}

/* The children, from behind the opening bracket to behind the closing one. */
static inline const char *
read_children(JbBuild *build, const char *at, int depth, bool is_object, uint32 *count)
{
	at = skip_space(at, build->limit);
	if (unlikely(at >= build->limit))
		return NULL;
	if (*at == (is_object ? '}' : ']'))
		return at + 1;
	return is_object ? read_pairs(build, at, depth, count) : read_elements(build, at, depth, count);
}

/* The container whose bracket is at "at", inside "depth" others, into this node. */
static const char *
read_container(JbBuild *build, const char *at, int depth, uint32 number)
{
	const bool is_object = *at == '{';
	uint32 count = 0;
	JbBuildNode *node;

	check_stack_depth();
	JB_CHECK_FOR_INTERRUPTS();
	if (unlikely(depth >= JB_DEPTH_MAX))
		return NULL;
	at = read_children(build, at + 1, depth + 1, is_object, &count);
	if (unlikely(at == NULL))
		return NULL;
	node = get_node(build, number);
	node->type = JENTRY_ISCONTAINER;
	node->length = count | JB_FARRAY;
	node->span = build->nodes.count - number;
	if (is_object)
		order_pairs(build, number, count);

	/* children's entries, own header and padding */
	build->size += (count << is_object) * sizeof(JEntry) + 2 * sizeof(uint32);
	return at;
}

bool
jb_build_read(JbBuild *build, const char *text, size_t length, const char *limit, JbBuildNumber number)
{
	build->limit = limit;
	build->number = number;
	build->size = 0;
	build_list_init(&build->nodes, build->own_nodes, JB_BUILD_NODES);
	build_list_init(&build->order, build->own_order, JB_BUILD_PAIRS);
	build->chunk = (char *) build->own_bytes;
	build->chunk_end = build->chunk + JB_BUILD_BYTES;
	build->chunks = NULL;
	build->chunk_size = JB_BUILD_BYTES;
	if (length < 2 || length > JB_BUILD_TEXT_MAX || (*text != '{' && *text != '['))
		return false;
	return read_container(build, text, 0, append_nodes(build, 1)) == text + length;
}


/* ------------------------------------------------------------------ write */

/* Copy in whole vectors where so much can be read; what they overshoot is room. */
static inline char *
write_bytes(const JbBuild *build, const JbBuildNode *node, char *at)
{
	const char *bytes = node->bytes;
	const uint32 length = node->length;

#ifdef JB_HAVE_SSE42
	/* in the chunks there is always as much behind the bytes */
	if (likely((uintptr_t) build->limit - (uintptr_t) bytes >= (uintptr_t) length + JB_BUILD_SLACK))
	{
		for (uint32 i = 0; i < length; i += 16)
			_mm_storeu_si128((__m128i *) (at + i), _mm_loadu_si128((const __m128i *) (bytes + i)));
		return at + length;
	}
#endif
	memcpy(at, bytes, length);
	return at + length;
}

static inline char *
write_padding(char *at)
{
	memset(at, 0, sizeof(int32));
	return (char *) INTALIGN(at);
}

static pg_attribute_always_inline char *
write_node(const JbBuild *build, const JbBuildNode *node, char *at)
{
	switch (node->type)
	{
		case JENTRY_ISSTRING:
			return write_bytes(build, node, at);
		case JENTRY_ISNUMERIC:
			return write_bytes(build, node, write_padding(at));
		case JENTRY_ISCONTAINER:
			return write_container(build, node, write_padding(at));
		default:
			return at;
	}
}

/* One child of a container as it is written. */
typedef struct JbBuildCursor
{
	JEntry *entry; /* the next child's */
	uint32 number; /* and which it is */
	char *start;   /* of all children's bytes */
	char *at;	   /* of the next child's bytes */
} JbBuildCursor;

/* As convertJsonbArray() and convertJsonbObject() do for each child. */
static pg_attribute_always_inline void
write_child(const JbBuild *build, const JbBuildNode *node, JbBuildCursor *cursor)
{
	char *end = write_node(build, node, cursor->at);
	uint32 length = (uint32) (end - cursor->at);

	if (unlikely(cursor->number++ % JB_OFFSET_STRIDE == 0))
	{
		length = (uint32) (end - cursor->start) | JENTRY_HAS_OFF;
		JB_CHECK_FOR_INTERRUPTS();
	}
	*cursor->entry++ = node->type | length;
	cursor->at = end;
}

static inline char *
write_children(const JbBuild *build, const JbBuildNode *container, uint32 count, JbBuildCursor cursor)
{
	const JbBuildNode *child = container + 1;

	if ((container->length & JB_FOBJECT) != 0)
	{
		const uint32 *order = (const uint32 *) build->order.items + container->order;

		for (uint32 i = 0; i < count; i++)
			write_child(build, get_node(build, order[i]), &cursor);
		for (uint32 i = 0; i < count; i++)
			write_child(build, get_node(build, order[i] + 1), &cursor);
	}
	else
		for (uint32 i = 0; i < count; i++, child += node_span(child))
			write_child(build, child, &cursor);
	return cursor.at;
}

/*
 * Not deeper than read_container() was, which has checked the stack for more
 * than is used here.
 */
static char *
write_container(const JbBuild *build, const JbBuildNode *container, char *at)
{
	const uint32 header = container->length;
	const uint32 count = header & JB_CMASK;
	const uint32 n_entries = count << ((header & JB_FOBJECT) != 0);
	JbBuildCursor cursor;

	memcpy(at, &header, sizeof(header));
	cursor.entry = (JEntry *) (at + sizeof(header));
	cursor.number = 0;
	cursor.start = (char *) (cursor.entry + n_entries);
	cursor.at = cursor.start;
	return write_children(build, container, count, cursor);
}

char *
jb_build_write(const JbBuild *build, char *at)
{
	return write_container(build, get_node(build, 0), at);
}
