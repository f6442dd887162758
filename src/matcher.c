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

/* strangers don't become nodes further from their home in the table */
#define JB_PROBE_MAX 8

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
 * table often differ in a few places only, be it in the middle.  A multiplication
 * carries upwards only, so the upper half is folded down between two.
 */
static inline uint64
mix(uint64 hash, uint64 word)
{
	hash = (hash ^ word) * UINT64CONST(0x9E3779B97F4A7C15);
	return hash ^ hash >> 32;
}

static inline uint32
hash_key(const char *key, size_t length)
{
	uint64 hash = length;

	for (size_t at = 0; length > at + 8; at += 8)
		hash = mix(hash, load8(key + at));
	hash = mix(hash, length >= 8 ? load8(key + length - 8) : load_up_to_8(key, length));
	return (hash * UINT64CONST(0xD6E8FEB86659FD93)) >> 32;
}

/* Keys of one place stand in the ones behind it, and tell each other by tags. */
static inline uint32
home_place(const JbMatcher *matcher, uint32 hash)
{
	return hash & matcher->table_mask;
}

static inline uint16
key_tag(uint32 hash)
{
	return hash >> 16;
}

/* The node of a key, or 0. */
static inline JbNodeIndex
look_up(const JbMatcher *matcher, const char *key, size_t length, uint32 hash)
{
	uint32 place = home_place(matcher, hash);
	uint32 last = place + matcher->longest_probe;

	for (; place <= last; place++)
	{
		JbPlace found = matcher->table[place & matcher->table_mask];
		const JbNode *node;

		if (found.node == 0)
			return 0;
		if (likely(found.tag != key_tag(hash)))
			continue;
		node = &matcher->nodes[found.node];
		if (likely(node->key_length == length && same_key(node->key, key, length)))
			return found.node;
	}
	return 0;
}

/* How far from its home a new key of this hash would stand. */
static uint32
probe_length(const JbMatcher *matcher, uint32 hash)
{
	uint32 length = 0;

	while (matcher->table[(home_place(matcher, hash) + length) & matcher->table_mask].node != 0)
		length++;
	return length;
}

static void
enter_node(JbMatcher *matcher, JbNodeIndex index)
{
	const JbNode *node = &matcher->nodes[index];
	uint32 hash = hash_key(node->key, node->key_length);
	uint32 length = probe_length(matcher, hash);
	JbPlace *place = &matcher->table[(home_place(matcher, hash) + length) & matcher->table_mask];

	place->node = index;
	place->tag = key_tag(hash);
	matcher->longest_probe = Max(matcher->longest_probe, length);
}

/*
 * For so many nodes; if memory runs out the old table stays.  Three quarters are
 * empty, so that most keys that are not there are known by one look.
 */
static void
build_table(JbMatcher *matcher, int room)
{
	JbPlace *table;
	uint32 size = 16;

	while (size < (uint32) room * 4)
		size *= 2;
	table = MemoryContextAllocZero(matcher->context, size * sizeof(JbPlace));
	if (matcher->table)
		pfree(matcher->table);
	matcher->table = table;
	matcher->table_mask = size - 1;
	matcher->longest_probe = 0;
	for (JbNodeIndex i = JB_NODE_KEYS; i < matcher->n_nodes; i++)
		if (matcher->nodes[i].twin != i)
			enter_node(matcher, i);
}

/* Nodes may move: callers hold indexes, not pointers, across this. */
static void
make_room(JbMatcher *matcher)
{
	int room = matcher->nodes_room + Max(matcher->nodes_room / 2, 16);

	if (matcher->n_nodes < matcher->nodes_room)
		return;
	matcher->nodes = repalloc(matcher->nodes, room * sizeof(JbNode));
	build_table(matcher, room);
	matcher->nodes_room = room;
}

/* A node that is not in the table. */
static JbNodeIndex
make_node(JbMatcher *matcher, const char *key, int length, uint16 slot)
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
	return index;
}

static JbNodeIndex
add_node(JbMatcher *matcher, const char *key, int length, uint16 slot)
{
	JbNodeIndex index = make_node(matcher, key, length, slot);

	enter_node(matcher, index);
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
	matcher->nodes_room = JB_NODE_KEYS + n_keys;
	matcher->nodes = MemoryContextAllocZero(context, matcher->nodes_room * sizeof(JbNode));
	matcher->n_nodes = JB_NODE_KEYS;
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

	Assert(index == JB_NODE_KEYS + matcher->n_keys);
	matcher->n_keys++;

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
	index = look_up(matcher, key, length, hash_key(key, length));
	if (index == 0 || matcher->nodes[index].slot == matcher->ignored_slot)
		return -1;
	return matcher->nodes[index].slot;
}


/* ------------------------------------------------------------- learning */

static inline bool
image_is(const JbNode *node, const char *image, ptrdiff_t length, const char *end)
{
	return node->image_length == length && jb_node_is_at(node, image, end);
}

static void
set_image(JbNode *node, const char *image, ptrdiff_t length)
{
	memcpy(node->image, image, length);
	node->image_length = (uint8) length;
}

/* The node's twin, which is made if need be. */
static JbNodeIndex
twin_of(JbMatcher *matcher, JbNodeIndex index)
{
	JbNodeIndex twin = matcher->nodes[index].twin;

	if (twin == JB_TWIN_NONE)
	{
		const JbNode node = matcher->nodes[index];

		twin = make_node(matcher, node.key, node.key_length, node.slot);
		matcher->nodes[twin].twin = twin;
		matcher->nodes[index].twin = twin;
	}
	return twin;
}

/*
 * The node's key stands from "image" to "value": the node that has, or now gets,
 * this image.  A guess is given up at once; what a document has shown stays, and
 * the twin takes what is different.
 */
static inline JbNodeIndex
learn_image(JbMatcher *matcher, JbNodeIndex index, const char *image, const char *value, const char *end)
{
	ptrdiff_t length = value - image;

	if (likely(image_is(&matcher->nodes[index], image, length, end)) || length > JB_MATCHER_IMAGE_MAX)
		return index;
	if (matcher->nodes[index].twin == JB_TWIN_GUESS)
		matcher->nodes[index].twin = JB_TWIN_NONE;
	else
		index = twin_of(matcher, index);
	if (!image_is(&matcher->nodes[index], image, length, end))
		set_image(&matcher->nodes[index], image, length);
	return index;
}

/*
 * A key no column has.  Floods are stopped by the cap, and keys made to share a
 * place in the table by JB_PROBE_MAX.
 */
static pg_noinline JbNodeIndex
learn_stranger(JbMatcher *matcher, const char *key, size_t length, uint32 hash)
{
	char *copy;

	if (length + 3 > JB_MATCHER_IMAGE_MAX || probe_length(matcher, hash) > JB_PROBE_MAX)
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

static inline void
swap_successors(JbNode *node)
{
	JbNodeIndex first = node->next[0];

	node->next[0] = node->next[1];
	node->next[1] = first;
}

static const JbKey no_key = {NULL, NULL};

static inline JbKey
key_at(const JbMatcher *matcher, JbNodeIndex index, const char *value)
{
	JbKey key = {&matcher->nodes[index], value};

	return key;
}

JbKey
jb_matcher_skip_ahead(JbMatcher *matcher, JbNodeIndex previous, int slot, int n_slots, const char *at,
					  const char *end)
{
	int last = Min(slot + JB_MATCHER_AHEAD, n_slots);

	for (; slot < last; slot++)
	{
		JbNodeIndex index = JB_NODE_KEYS + slot;

		if (jb_node_is_at(&matcher->nodes[index], at, end))
		{
			matcher->tally.second++;
			learn_successor(matcher, previous, index);
			return key_at(matcher, index, at + matcher->nodes[index].image_length);
		}
	}
	return no_key;
}


/* ---------------------------------------------------------------- resync */

/*
 * The node of a key by its bytes without escapes; a new one may be made.  *found
 * counts the keys that have one.
 */
static inline JbNodeIndex
find_key(JbMatcher *matcher, const char *key, size_t length, uint64 *found, int *overlong)
{
	JbNodeIndex index;
	uint32 hash;

	if (unlikely(length >= JB_MATCHER_KEY_MAX))
	{
		++*overlong;
		matcher->tally.unknown++;
		return JB_NODE_STRANGER;
	}
	hash = hash_key(key, length);
	index = look_up(matcher, key, length, hash);
	if (index != 0)
	{
		++*found;
		return index;
	}
	matcher->tally.unknown++;
	if (likely(matcher->n_strangers >= JB_MATCHER_STRANGERS_MAX))
		return JB_NODE_STRANGER;
	return learn_stranger(matcher, key, length, hash);
}

/*
 * The same for a key with escapes; raw ones that are longer than the buffer are
 * too long for any column as well.
 */
static pg_noinline JbNodeIndex
find_escaped_key(JbMatcher *matcher, const char *key, size_t length, int *overlong)
{
	char buffer[JB_RAW_KEY_MAX];

	if (length < JB_RAW_KEY_MAX)
	{
		length = jb_string_unescape(key, length, buffer) - buffer;
		key = buffer;
	}
	return find_key(matcher, key, length, &matcher->tally.escaped, overlong);
}

/* The first byte of the value behind a key whose closing quote is at "close", or NULL. */
static inline const char *
find_value(const char *close, const char *end)
{
	const char *colon = jb_scan_space(close + 1, end);

	return likely(colon < end && *colon == ':') ? jb_scan_space(colon + 1, end) : NULL;
}

JbKey
jb_matcher_resync(JbMatcher *matcher, JbNodeIndex previous, const char *at, const char *end, int *overlong)
{
	const char *key;
	const char *close;
	const char *value;
	bool escaped;
	JbNodeIndex index;

	if (previous != JB_NODE_STRANGER)
	{
		JbNodeIndex second = matcher->nodes[previous].next[1];

		if (jb_node_is_at(&matcher->nodes[second], at, end))
		{
			matcher->tally.second++;
			/* how an object begins is how it goes on: a lasting change shows here */
			if (previous == JB_NODE_START)
				swap_successors(&matcher->nodes[JB_NODE_START]);
			return key_at(matcher, second, at + matcher->nodes[second].image_length);
		}
	}

	key = jb_scan_space(at, end) + 1;
	if (unlikely(key > end || key[-1] != '"'))
		return no_key;
	close = jb_scan_string(key, end, &escaped);
	if (unlikely(close == NULL))
		return no_key;
	value = find_value(close, end);
	if (unlikely(value == NULL))
		return no_key;

	if (unlikely(escaped))
		index = find_escaped_key(matcher, key, close - key, overlong);
	else
		index = find_key(matcher, key, close - key, &matcher->tally.hashed, overlong);
	if (index != JB_NODE_STRANGER)
	{
		if (likely(!escaped))
			index = learn_image(matcher, index, at, value, end);
		learn_successor(matcher, previous, index);
	}
	return key_at(matcher, index, value);
}

JbKey
jb_matcher_widen(JbMatcher *matcher, JbNodeIndex index, const char *at, const char *end)
{
	const JbNode *node = &matcher->nodes[index];
	const char *image = at - node->image_length;
	const char *value = jb_scan_space(at, end);

	/* a twin's first node may have this image */
	if (node->twin == index)
		index = look_up(matcher, node->key, node->key_length, hash_key(node->key, node->key_length));
	return key_at(matcher, learn_image(matcher, index, image, value, end), value);
}
