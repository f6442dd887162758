/*
 * matcher.c
 *		The slow tiers of key matching, and what they teach the fast one.
 *
 * Must not include anything that knows catalogs or codecs.
 */
#include "matcher.h"

#include "json_string.h"
#include "utils/memutils.h"

/* learn from one miss in so many once both successors are known */
#define JB_RELEARN_EVERY 16

/* \u001f is the longest way to write one byte */
#define JB_RAW_KEY_MAX (JB_MATCHER_KEY_MAX * 6)


/* ------------------------------------------------------------ the table */

static inline uint64
load8(const char *bytes)
{
	uint64 word;

	memcpy(&word, bytes, sizeof(word));
	return word;
}

static inline uint32
load4(const char *bytes)
{
	uint32 word;

	memcpy(&word, bytes, sizeof(word));
	return word;
}

/* All of up to 8 bytes, some of them twice. */
static inline uint64
load_up_to_8(const char *bytes, size_t length)
{
	if (length >= 4)
		return load4(bytes) | (uint64) load4(bytes + length - 4) << 32;
	if (length == 0)
		return 0;
	return (unsigned char) bytes[0] | (uint64) (unsigned char) bytes[length / 2] << 8 |
		   (uint64) (unsigned char) bytes[length - 1] << 16;
}

/* memcmp() == 0 for the length of keys, without a call. */
static inline bool
same_key(const char *a, const char *b, size_t length)
{
	if (length < 8)
		return load_up_to_8(a, length) == load_up_to_8(b, length);
	for (size_t at = 0; length - at > 8; at += 8)
		if (load8(a + at) != load8(b + at))
			return false;
	return load8(a + length - 8) == load8(b + length - 8);
}

/*
 * All bytes count, eight at a time, the last eight overlapping: names of one
 * table often differ in a few places only, be it in the middle.
 */
static inline uint32
hash_key(const char *key, size_t length)
{
	uint64 hash = length;
	size_t at = 0;

	for (; length - at > 8; at += 8)
	{
		hash = (hash ^ load8(key + at)) * UINT64CONST(0x9E3779B97F4A7C15);
		hash ^= hash >> 32;
	}
	hash ^= length >= 8 ? load8(key + length - 8) : load_up_to_8(key, length);
	hash *= UINT64CONST(0xD6E8FEB86659FD93);
	return (uint32) (hash >> 32);
}

/* The place in the table where the key is, or where it would go. */
static uint32
table_place(const JbMatcher *matcher, const char *key, size_t length)
{
	uint32 place = hash_key(key, length) & matcher->table_mask;

	for (;;)
	{
		JbNodeIndex index = matcher->table[place];
		const JbNode *node = &matcher->nodes[index];

		if (index == 0 || (node->key_length == length && same_key(node->key, key, length)))
			return place;
		place = (place + 1) & matcher->table_mask;
	}
}

/* For so many nodes; if memory runs out the old table stays. */
static void
build_table(JbMatcher *matcher, int room)
{
	JbNodeIndex *table;
	uint32 size = 8;

	while (size < (uint32) room * 2)
		size *= 2;
	table = MemoryContextAllocZero(matcher->context, size * sizeof(JbNodeIndex));
	if (matcher->table)
		pfree(matcher->table);
	matcher->table = table;
	matcher->table_mask = size - 1;
	for (JbNodeIndex i = JB_NODE_STRANGER + 1; i < matcher->n_nodes; i++)
		matcher->table[table_place(matcher, matcher->nodes[i].key, matcher->nodes[i].key_length)] = i;
}

/* Nodes may move: callers hold indexes, not pointers, across this. */
static void
make_room(JbMatcher *matcher)
{
	int room = matcher->nodes_room + 16;

	if (matcher->n_nodes < matcher->nodes_room)
		return;
	matcher->nodes = repalloc(matcher->nodes, room * sizeof(JbNode));
	build_table(matcher, room);
	matcher->nodes_room = room;
}

static JbNodeIndex
add_node(JbMatcher *matcher, const char *key, int length, uint16 slot)
{
	JbNodeIndex index;
	JbNode *node;

	make_room(matcher);
	index = matcher->n_nodes++;
	node = &matcher->nodes[index];
	memset(node, 0, sizeof(JbNode));
	node->key = key;
	node->key_length = (uint8) length;
	node->slot = slot;
	node->next[0] = node->next[1] = JB_NODE_STRANGER;
	matcher->table[table_place(matcher, key, length)] = index;
	return index;
}

/*
 * The image of a key that no document has shown yet: compact JSON.  A key that
 * needs escapes gets none: its bare bytes would be another key, or no JSON.
 */
static void
guess_image(JbNode *node)
{
	const char *key_end = node->key + node->key_length;

	if (node->key_length + 3 > JB_MATCHER_IMAGE_MAX || jb_scan_special(node->key, key_end) != key_end)
		return;
	node->image[0] = '"';
	memcpy(node->image + 1, node->key, node->key_length);
	memcpy(node->image + 1 + node->key_length, "\":", 2);
	node->image_length = node->key_length + 3;
}

JbMatcher *
jb_matcher_create(MemoryContext context, int n_keys, uint16 ignored_slot)
{
	JbMatcher *matcher = MemoryContextAllocZero(context, sizeof(JbMatcher));

	matcher->context = context;
	matcher->ignored_slot = ignored_slot;
	matcher->nodes_room = JB_NODE_STRANGER + 1 + n_keys;
	matcher->nodes = MemoryContextAllocZero(context, matcher->nodes_room * sizeof(JbNode));
	matcher->n_nodes = JB_NODE_STRANGER + 1;
	for (int i = 0; i < matcher->n_nodes; i++)
	{
		matcher->nodes[i].slot = ignored_slot;
		matcher->nodes[i].next[0] = matcher->nodes[i].next[1] = JB_NODE_STRANGER;
	}
	build_table(matcher, matcher->nodes_room);
	return matcher;
}

void
jb_matcher_add(JbMatcher *matcher, const char *key, int length, uint16 slot)
{
	JbNodeIndex before = matcher->n_nodes - 1;
	JbNodeIndex index = add_node(matcher, key, length, slot);

	/* until documents tell better: compact, keys in the order of columns */
	guess_image(&matcher->nodes[index]);
	matcher->nodes[before == JB_NODE_STRANGER ? JB_NODE_START : before].next[0] = index;
}

int
jb_matcher_find(const JbMatcher *matcher, const char *key, size_t length)
{
	JbNodeIndex index;

	if (length >= JB_MATCHER_KEY_MAX)
		return -1;
	index = matcher->table[table_place(matcher, key, length)];
	if (index == 0 || matcher->nodes[index].slot == matcher->ignored_slot)
		return -1;
	return matcher->nodes[index].slot;
}


/* ------------------------------------------------------------- learning */

static void
learn_image(JbNode *node, const char *image, ptrdiff_t length)
{
	if (length > JB_MATCHER_IMAGE_MAX)
		return;
	memcpy(node->image, image, length);
	node->image_length = (uint8) length;
}

/* A key no column has; NULL-safe against floods by its cap. */
static JbNodeIndex
learn_stranger(JbMatcher *matcher, const char *key, size_t length)
{
	char *copy;

	if (matcher->n_strangers >= JB_MATCHER_STRANGERS_MAX || length + 3 > JB_MATCHER_IMAGE_MAX)
		return JB_NODE_STRANGER;
	matcher->n_strangers++;
	copy = MemoryContextAlloc(matcher->context, Max(length, 1));
	memcpy(copy, key, length);
	return add_node(matcher, copy, (int) length, matcher->ignored_slot);
}

/*
 * The new successor goes first, the old first one second.  Where keys come in
 * any order there is nothing to learn, and writing it down costs: then only one
 * miss in JB_RELEARN_EVERY is used, enough to follow a lasting change.
 */
static void
learn_successor(JbMatcher *matcher, JbNodeIndex previous, JbNodeIndex index)
{
	JbNode *node = &matcher->nodes[previous];

	if (previous == JB_NODE_STRANGER || index == JB_NODE_STRANGER || node->next[0] == index)
		return;
	if (node->next[1] != JB_NODE_STRANGER && ++matcher->shuffles % JB_RELEARN_EVERY != 0)
		return;
	node->next[1] = node->next[0];
	node->next[0] = index;
}


const JbNode *
jb_matcher_skip_ahead(JbMatcher *matcher, JbNodeIndex previous, int slot, int n_slots, const char *at,
					  const char *end)
{
	int last = Min(slot + JB_MATCHER_AHEAD, n_slots);

	for (; slot < last; slot++)
	{
		JbNodeIndex index = JB_NODE_STRANGER + 1 + slot;

		if (jb_node_is_at(&matcher->nodes[index], at, end))
		{
			matcher->tally.second++;
			learn_successor(matcher, previous, index);
			return &matcher->nodes[index];
		}
	}
	return NULL;
}


/* ---------------------------------------------------------------- resync */

/* A key as found in the text, its escapes taken out if it had any. */
typedef struct JbFoundKey
{
	const char *bytes;
	size_t length;
	bool escaped;
	char buffer[JB_RAW_KEY_MAX];
} JbFoundKey;

/* Read the key and its colon at "at"; the byte of the value, or NULL. */
static const char *
read_key(const char *at, const char *end, JbFoundKey *found)
{
	const char *close;

	at = jb_scan_space(at, end);
	if (at >= end || *at != '"')
		return NULL;
	found->bytes = ++at;
	close = jb_scan_string(at, end, &found->escaped);
	if (close == NULL)
		return NULL;
	found->length = close - at;
	/* raw keys longer than the buffer are too long for any column as well */
	if (found->escaped && found->length < JB_RAW_KEY_MAX)
	{
		found->length = jb_string_unescape(at, found->length, found->buffer) - found->buffer;
		found->bytes = found->buffer;
	}
	at = jb_scan_space(close + 1, end);
	if (at >= end || *at != ':')
		return NULL;
	return jb_scan_space(at + 1, end);
}

static JbNodeIndex
find_key(JbMatcher *matcher, const JbFoundKey *found, int *overlong)
{
	JbNodeIndex index;

	if (found->length >= JB_MATCHER_KEY_MAX)
	{
		++*overlong;
		matcher->tally.unknown++;
		return JB_NODE_STRANGER;
	}
	index = matcher->table[table_place(matcher, found->bytes, found->length)];
	if (index != 0)
	{
		found->escaped ? matcher->tally.escaped++ : matcher->tally.hashed++;
		return index;
	}
	matcher->tally.unknown++;
	return learn_stranger(matcher, found->bytes, found->length);
}

const JbNode *
jb_matcher_resync(JbMatcher *matcher, JbNodeIndex previous, const char **at, const char *end, int *overlong)
{
	const JbNode *second = &matcher->nodes[matcher->nodes[previous].next[1]];
	const char *start = *at;
	const char *value;
	JbFoundKey found;
	JbNodeIndex index;

	if (jb_node_is_at(second, start, end))
	{
		matcher->tally.second++;
		*at = start + second->image_length;
		return second;
	}

	value = read_key(start, end, &found);
	if (value == NULL)
		return NULL;
	*at = value;
	index = find_key(matcher, &found, overlong);
	if (index != JB_NODE_STRANGER && !found.escaped &&
		!(matcher->nodes[index].image_length == value - start &&
		  jb_node_is_at(&matcher->nodes[index], start, end)))
		learn_image(&matcher->nodes[index], start, value - start);
	learn_successor(matcher, previous, index);
	return &matcher->nodes[index];
}

const char *
jb_matcher_widen(JbMatcher *matcher, JbNodeIndex index, const char *at, const char *end)
{
	JbNode *node = &matcher->nodes[index];
	const char *value = jb_scan_space(at, end);

	learn_image(node, at - node->image_length, node->image_length + (value - at));
	return value;
}
