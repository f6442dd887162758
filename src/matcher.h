/*
 * matcher.h
 *		Which column is this key?  Asked once per key, so it must cost nothing.
 *
 * Documents of one source carry their keys in the same order with the same
 * white space.  So each key is a node that remembers
 *
 *	- its image: the bytes from behind the comma (or brace) to the value, as
 *	  they were last time: spaces, quoted key, colon, spaces;
 *	- its successors: the two keys that came after it lately.
 *
 * A key that is seen with other white space gets a second node, its twin, so that
 * sources that write differently may take turns: each walks nodes of its own.
 *
 * In the usual case one compare of the first successor's image matches key and
 * separators and leaves the cursor on the value.  The tiers below it, each
 * ending in a compare of length and bytes, so none can give a wrong column:
 *
 *	predicted	the first successor's image
 *	second		the second successor's image
 *	hashed		a hash of length and bytes, then the whole name
 *	escaped		the same after the escapes are taken out
 *	unknown		no column; the key may become a node of its own, so that it
 *				is predicted and skipped quickly next time
 *
 * What jsonb_source.h remembers are whole objects, whose keys it counts by the
 * same words.
 *
 * Nothing that documents teach grows without a cap: unknown keys become nodes
 * only up to JB_MATCHER_STRANGERS_MAX.
 *
 * Keys of JB_MATCHER_KEY_MAX bytes or more match no column (stock ignores them,
 * see hash_object_field_end() in jsonfuncs.c).
 *
 * Knows memory contexts, as learning allocates; no catalogs, no codecs.
 */
#ifndef JB_MATCHER_H
#define JB_MATCHER_H

#include "scan.h"

#define JB_MATCHER_KEY_MAX		 NAMEDATALEN
#define JB_MATCHER_IMAGE_MAX	 46
#define JB_MATCHER_IMAGE_LOAD	 48 /* bytes that are looked at to compare a long one */
#define JB_MATCHER_STRANGERS_MAX 256
#define JB_MATCHER_AHEAD		 4

typedef uint16 JbNodeIndex;

typedef struct JbNode
{
	char image[JB_MATCHER_IMAGE_MAX]; /* compared in 16-byte steps, of which the last goes on into twin */
	JbNodeIndex twin;				  /* the key's node for another image; or JB_TWIN_* */
	const char *key;				  /* the key's bytes, not terminated */
	uint8 image_length;				  /* 0: the image doesn't fit, never matches */
	uint8 key_length;
	uint16 slot;		 /* the slot its value goes to */
	JbNodeIndex next[2]; /* nodes of the keys that came after it */
} JbNode;

StaticAssertDecl(sizeof(void *) != 8 || sizeof(JbNode) == 64, "a node is one cache line");

/* A twin's own index stands in its "twin"; in that of another node without one: */
#define JB_TWIN_GUESS 0 /* no document has shown the image */
#define JB_TWIN_NONE  1

/* A place in the table. */
typedef struct JbPlace
{
	JbNodeIndex node; /* 0: empty */
	uint16 tag;		  /* bits of the hash that the place doesn't tell */
} JbPlace;

/*
 * How keys were found that weren't predicted; each is counted once.  Those that
 * were predicted are not counted, they are what remains.
 */
typedef struct JbMatcherTally
{
	uint64 second; /* the next guess was right */
	uint64 hashed;
	uint64 escaped;
	uint64 unknown; /* no node had it */
} JbMatcherTally;

typedef struct JbMatcher
{
	JbNode *nodes;	/* [0] start of object, [1] stranger, then keys */
	JbPlace *table; /* by hash, open addressing */
	uint32 table_mask;
	uint32 longest_probe; /* furthest that a node stands from its home */
	uint16 n_keys;		  /* added ones: the nodes from JB_NODE_KEYS on */
	uint16 n_nodes;
	uint16 nodes_room;
	uint16 n_strangers;	   /* unknown keys that became nodes */
	uint16 ignored_slot;   /* the slot of every key that is no column */
	uint32 shuffles;	   /* misses since both successors are known */
	MemoryContext context; /* owns all of the above */
	JbMatcherTally tally;
} JbMatcher;

/* Where an object's walk begins. */
#define JB_NODE_START 0
/* An unknown key that is no node. */
#define JB_NODE_STRANGER 1
/* The first key. */
#define JB_NODE_KEYS 2

/*
 * Make a matcher in "context".  The caller then adds each distinct column name
 * with jb_matcher_add().  "ignored_slot" takes the values of all other keys.
 */
extern JbMatcher *jb_matcher_create(MemoryContext context, int n_keys, uint16 ignored_slot);

/*
 * Add a key (shorter than JB_MATCHER_KEY_MAX, not yet there; its bytes must live
 * as long as the matcher).
 */
extern void jb_matcher_add(JbMatcher *matcher, const char *key, int length, uint16 slot);

/* The slot of the key with exactly these bytes, or -1.  Learns nothing. */
extern int jb_matcher_find(const JbMatcher *matcher, const char *key, size_t length);

/* A key found in the text.  "node" is good until the next call. */
typedef struct JbKey
{
	const JbNode *node; /* NULL: none */
	const char *value;	/* the first byte of its value */
} JbKey;

/*
 * The tiers below "predicted", at the byte behind a comma or opening brace:
 * find the key there and learn from it.  No node when there is no key that stock
 * would take.  *overlong is counted up when the key is too long for any column.
 */
extern JbKey jb_matcher_resync(JbMatcher *matcher, JbNodeIndex previous, const char *at, const char *end,
							   int *overlong);

/*
 * The same for keys in the order in which they were added (slot 0, 1, ..): is
 * the key at "at" that of "slot" or one soon behind it?
 */
extern JbKey jb_matcher_skip_ahead(JbMatcher *matcher, JbNodeIndex previous, int slot, int n_slots,
								   const char *at, const char *end);

/*
 * The node's image has matched, but white space follows at "at" instead of the
 * value: learn that.  The node may be another one now.
 */
extern JbKey jb_matcher_widen(JbMatcher *matcher, JbNodeIndex index, const char *at, const char *end);

#ifdef JB_HAVE_SSE42
/* Are the first "length" (0 to 16) of 16 bytes the same? */
static inline bool
jb_same_bytes16(const char *a, const char *b, int length)
{
	__m128i same = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *) a), _mm_loadu_si128((const __m128i *) b));

	/* the place of the first that differs, or 16 */
	return __builtin_ctz(~(uint32) _mm_movemask_epi8(same)) >= length;
}
#endif

/* Is the node's image at "at"?  Reads nothing at or beyond "end". */
static inline bool
jb_node_is_at(const JbNode *node, const char *at, const char *end)
{
	int length = node->image_length;

#ifdef JB_HAVE_SSE42
	if (likely(length - 1U < 16))
	{
		if (likely(end - at >= 16))
			return jb_same_bytes16(at, node->image, length);
	}
	else if (likely(length != 0 && end - at >= JB_MATCHER_IMAGE_LOAD))
		return jb_same_bytes16(at, node->image, 16) &&
			   jb_same_bytes16(at + 16, node->image + 16, Min(length, 32) - 16) &&
			   (length <= 32 || jb_same_bytes16(at + 32, node->image + 32, length - 32));
#endif
	return length != 0 && end - at >= length && memcmp(at, node->image, length) == 0;
}

#endif /* JB_MATCHER_H */
