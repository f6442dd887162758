/*
 * scan.c
 *		Skipping strings with escapes, numbers and whole containers.
 *
 * The common, short things are inline in scan.h.  Here is what is long: the
 * check of escapes, a bit-parallel skip of trusted containers (64 bytes a step,
 * after Langdale and Lemire, "Parsing Gigabytes of JSON per Second") and a
 * plain state machine that validates.
 *
 * Must not include anything that knows catalogs, memory contexts or codecs.
 */
#include "scan.h"

/* what the baseline doesn't have stands in functions of its own, behind a check */
#if defined(JB_HAVE_SSE42) && defined(__GNUC__) && !defined(JB_FORCE_SSE42)
#define JB_HAVE_AVX2   1
#define JB_TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#include <immintrin.h>
#endif

/* a long way is walked in stretches of this many bytes between interrupts */
#define JB_SCAN_STRETCH (256 * 1024)

bool jb_scan_encoding_is_utf8 = true;


/* ---------------------------------------------------------------- escapes */

/* Four hexadecimal digits as a number, or -1. */
static int
hex4(const char *at, const char *end)
{
	int value = 0;

	if (end - at < 4)
		return -1;
	for (int i = 0; i < 4; i++)
	{
		char c = at[i];

		if (c >= '0' && c <= '9')
			value = value * 16 + (c - '0');
		else if (c >= 'a' && c <= 'f')
			value = value * 16 + (c - 'a') + 10;
		else if (c >= 'A' && c <= 'F')
			value = value * 16 + (c - 'A') + 10;
		else
			return -1;
	}
	return value;
}

/*
 * Check the escape at the backslash "at" as json_lex_string() does when it
 * de-escapes.  Returns the byte behind it (behind the pair, for surrogates), or
 * NULL for what stock refuses, and for escapes whose fate depends on a
 * conversion that only the server can do.
 */
static const char *
check_escape(const char *at, const char *end)
{
	int unit;

	if (end - at < 2)
		return NULL;
	switch (at[1])
	{
		case '"':
		case '\\':
		case '/':
		case 'b':
		case 'f':
		case 'n':
		case 'r':
		case 't':
			return at + 2;
		case 'u':
			break;
		default:
			return NULL;
	}

	unit = hex4(at + 2, end);
	if (unit <= 0)
		return NULL; /* malformed, or \u0000 */
	if (unit >= 0x80 && !jb_scan_encoding_is_utf8)
		return NULL;
	at += 6;
	if ((unit & 0xFC00) == 0xDC00)
		return NULL; /* low surrogate first */
	if ((unit & 0xFC00) == 0xD800)
	{
		if (end - at < 6 || at[0] != '\\' || at[1] != 'u' || (hex4(at + 2, end) & 0xFC00) != 0xDC00)
			return NULL;
		at += 6;
	}
	return at;
}

const char *
jb_scan_string_escaped(const char *at, const char *end)
{
	while (at < end)
	{
		if (*at == '"')
			return at;
		if (*at != '\\')
			return NULL; /* a control character */
		at = check_escape(at, end);
		if (at == NULL)
			return NULL;
		at = jb_scan_special(at, end);
	}
	return NULL;
}


/* ---------------------------------------------------------------- numbers */

static inline bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline const char *
skip_digits(const char *at, const char *end)
{
	while (at < end && is_digit(*at))
		at++;
	return at;
}

const char *
jb_scan_number_validating(const char *at, const char *end)
{
	const char *digits;

	if (at < end && *at == '-')
		at++;

	digits = at;
	at = skip_digits(at, end);
	if (at == digits || (*digits == '0' && at - digits > 1))
		return NULL;

	if (at < end && *at == '.')
	{
		digits = ++at;
		at = skip_digits(at, end);
		if (at == digits)
			return NULL;
	}
	if (at < end && (*at == 'e' || *at == 'E'))
	{
		at++;
		if (at < end && (*at == '+' || *at == '-'))
			at++;
		digits = at;
		at = skip_digits(at, end);
		if (at == digits)
			return NULL;
	}
	return at;
}


/* ---------------------------------------------------- trusting container */

/*
 * One byte at a time; for the last bytes of a text and for machines without
 * SSE4.2.  "depth" counts the containers open at "at", "floor" those that were
 * open before the one to skip.
 */
static const char *
skip_container_bytes(const char *at, const char *end, int depth, int floor)
{
	const char *stretch = at + JB_SCAN_STRETCH;

	while (at < end)
	{
		bool escaped;

		switch (*at++)
		{
			case '"':
				at = jb_scan_string(at, end, &escaped);
				if (at == NULL)
					return NULL;
				at++;
				break;
			case '{':
			case '[':
				if (++depth > JB_DEPTH_MAX)
					return NULL;
				break;
			case '}':
			case ']':
				if (--depth == floor)
					return at;
				break;
			case ',':
				if (unlikely(at >= stretch))
				{
					JB_CHECK_FOR_INTERRUPTS();
					stretch = at + JB_SCAN_STRETCH;
				}
				break;
			default:
				break;
		}
	}
	return NULL;
}

#ifdef JB_HAVE_SSE42

/*
 * Bit i tells whether byte i of the block is of the class.  Backslashes and
 * control characters are seldom and cost as much as the rest, so they are looked
 * up only where there are any.
 */
typedef struct JbBlock
{
	uint64 quote;
	uint64 open;
	uint64 close;
	uint64 backslash;
	uint64 control;
} JbBlock;

/* The 16 bits of a vector, at their place among 64. */
#define JB_CLASS_BITS(vector, i) ((uint64) (uint16) _mm_movemask_epi8(vector) << (16 * (i)))

static inline __m128i
control_bytes(__m128i bytes)
{
	return _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
}

static pg_noinline void
classify_rare_bytes(const char *at, JbBlock *block)
{
	for (int i = 0; i < 4; i++)
	{
		__m128i bytes = _mm_loadu_si128((const __m128i *) (at + 16 * i));

		block->backslash |= JB_CLASS_BITS(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')), i);
		block->control |= JB_CLASS_BITS(control_bytes(bytes), i);
	}
}

/* 16 of the bytes; what is rare among them goes to *rare. */
static pg_attribute_always_inline void
classify_vector(const char *at, int i, JbBlock *block, __m128i *rare)
{
	__m128i bytes = _mm_loadu_si128((const __m128i *) (at + 16 * i));
	__m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20)); /* [ ] to { } */

	block->quote |= JB_CLASS_BITS(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), i);
	block->open |= JB_CLASS_BITS(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')), i);
	block->close |= JB_CLASS_BITS(_mm_cmpeq_epi8(folded, _mm_set1_epi8('}')), i);
	*rare =
		_mm_or_si128(*rare, _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')), control_bytes(bytes)));
}

static pg_attribute_always_inline void
classify_block(const char *at, JbBlock *block)
{
	__m128i rare = _mm_setzero_si128();

	memset(block, 0, sizeof(*block));
	classify_vector(at, 0, block, &rare);
	classify_vector(at, 1, block, &rare);
	classify_vector(at, 2, block, &rare);
	classify_vector(at, 3, block, &rare);
	if (_mm_movemask_epi8(rare) != 0)
		classify_rare_bytes(at, block);
}

/* Bit i becomes the parity of bits 0..i: from quotes to "inside a string". */
static inline uint64
prefix_parity(uint64 bits)
{
	bits ^= bits << 1;
	bits ^= bits << 2;
	bits ^= bits << 4;
	bits ^= bits << 8;
	bits ^= bits << 16;
	bits ^= bits << 32;
	return bits;
}

/*
 * Check the escapes that begin in this block and take escaped quotes out of
 * block->quote.  *resume is the first byte that no earlier escape has eaten;
 * false when stock would refuse an escape.
 */
static pg_noinline bool
settle_escapes(const char *at, const char *end, JbBlock *block, const char **resume)
{
	if (*resume > at)
	{
		ptrdiff_t eaten = *resume - at;
		uint64 keep = eaten >= 64 ? 0 : ~UINT64CONST(0) << eaten;

		block->backslash &= keep;
		block->quote &= keep;
	}
	while (block->backslash != 0)
	{
		int first = __builtin_ctzll(block->backslash);
		ptrdiff_t eaten;
		uint64 keep;

		*resume = check_escape(at + first, end);
		if (*resume == NULL)
			return false;
		eaten = *resume - at;
		keep = eaten >= 64 ? 0 : ~UINT64CONST(0) << eaten;
		/* what lies before the escape has no backslash left to look at */
		block->backslash &= keep;
		block->quote &= keep | ((UINT64CONST(1) << first) - 1);
	}
	return true;
}

/*
 * Follow the depth through one block.  Returns the byte behind the closing
 * bracket that brings it down to "floor", or NULL if that is not in this block.
 */
static inline const char *
close_in_block(const char *at, uint64 open, uint64 close, int *depth, int floor)
{
	int closes = __builtin_popcountll(close);

	/* can't get down to the floor here: only count */
	if (*depth - closes > floor)
	{
		*depth += __builtin_popcountll(open) - closes;
		return NULL;
	}
	while (close != 0)
	{
		uint64 upto = close & -close;

		*depth += __builtin_popcountll(open & (upto - 1));
		open &= ~(upto - 1);
		if (--*depth == floor)
			return at + __builtin_ctzll(upto) + 1;
		close &= close - 1;
	}
	*depth += __builtin_popcountll(open);
	return NULL;
}

/* A walk through blocks. */
typedef struct JbSkip
{
	const char *end;
	const char *resume;	 /* first byte that no escape has eaten */
	const char *stretch; /* where to look for interrupts next */
	uint64 in_string;	 /* all ones while a string goes on */
	int depth;
	int floor;
} JbSkip;

/*
 * One block; the byte behind the container if it ends here.  *failed is set to
 * give up.  The limit on depth is checked once a block, so it may be overshot by
 * what one block opens; nothing here depends on the exact number.
 */
static pg_attribute_always_inline const char *
skip_block(JbSkip *skip, const char *at, JbBlock *block, bool *failed)
{
	const char *after;
	uint64 strings;

	if (unlikely(block->backslash != 0 || skip->resume > at) &&
		!settle_escapes(at, skip->end, block, &skip->resume))
	{
		*failed = true;
		return NULL;
	}
	strings = prefix_parity(block->quote) ^ skip->in_string;
	skip->in_string = (uint64) ((int64) strings >> 63);
	after = close_in_block(at, block->open & ~strings, block->close & ~strings, &skip->depth, skip->floor);
	*failed = (block->control & strings) != 0 || (after == NULL && skip->depth > JB_DEPTH_MAX);
	if (unlikely(at >= skip->stretch))
	{
		JB_CHECK_FOR_INTERRUPTS();
		skip->stretch = at + JB_SCAN_STRETCH;
	}
	return after;
}

/* The last bytes, which fill no block. */
static const char *
skip_rest(JbSkip *skip, const char *at)
{
	if (skip->resume > at)
		at = skip->resume;
	if (skip->in_string != 0)
	{
		bool escaped;

		at = jb_scan_string(at, skip->end, &escaped);
		if (at == NULL)
			return NULL;
		at++;
	}
	return skip_container_bytes(at, skip->end, skip->depth, skip->floor);
}

/* The walk, for each way to classify a block. */
#define JB_SKIP_BLOCKS(skip, at, classify)                        \
	do                                                            \
	{                                                             \
		bool failed_ = false;                                     \
		for (; (skip)->end - (at) >= 64; (at) += 64)              \
		{                                                         \
			JbBlock block_;                                       \
			const char *after_;                                   \
			classify((at), &block_);                              \
			after_ = skip_block((skip), (at), &block_, &failed_); \
			if (unlikely(failed_))                                \
				return NULL;                                      \
			if (unlikely(after_ != NULL))                         \
				return after_;                                    \
		}                                                         \
		return skip_rest((skip), (at));                           \
	} while (0)

static const char *
skip_blocks(JbSkip *skip, const char *at)
{
	JB_SKIP_BLOCKS(skip, at, classify_block);
}

#ifdef JB_HAVE_AVX2

/* The bits of two vectors of 32 bytes. */
#define JB_WIDE_BITS(low, high) \
	((uint64) (uint32) _mm256_movemask_epi8(low) | (uint64) (uint32) _mm256_movemask_epi8(high) << 32)

static inline JB_TARGET_AVX2 __m256i
control_bytes_wide(__m256i bytes)
{
	return _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, _mm256_set1_epi8(0x1f)), bytes);
}

/* classify_block() in half the steps. */
static inline JB_TARGET_AVX2 void
classify_block_wide(const char *at, JbBlock *block)
{
	const __m256i quote = _mm256_set1_epi8('"');
	const __m256i open = _mm256_set1_epi8('{');
	const __m256i close = _mm256_set1_epi8('}');
	const __m256i backslash = _mm256_set1_epi8('\\');
	const __m256i fold = _mm256_set1_epi8(0x20);
	__m256i a = _mm256_loadu_si256((const __m256i *) at);
	__m256i b = _mm256_loadu_si256((const __m256i *) (at + 32));
	__m256i fold_a = _mm256_or_si256(a, fold);
	__m256i fold_b = _mm256_or_si256(b, fold);

	block->quote = JB_WIDE_BITS(_mm256_cmpeq_epi8(a, quote), _mm256_cmpeq_epi8(b, quote));
	block->open = JB_WIDE_BITS(_mm256_cmpeq_epi8(fold_a, open), _mm256_cmpeq_epi8(fold_b, open));
	block->close = JB_WIDE_BITS(_mm256_cmpeq_epi8(fold_a, close), _mm256_cmpeq_epi8(fold_b, close));
	block->backslash = JB_WIDE_BITS(_mm256_cmpeq_epi8(a, backslash), _mm256_cmpeq_epi8(b, backslash));
	block->control = JB_WIDE_BITS(control_bytes_wide(a), control_bytes_wide(b));
}

static JB_TARGET_AVX2 const char *
skip_blocks_wide(JbSkip *skip, const char *at)
{
	JB_SKIP_BLOCKS(skip, at, classify_block_wide);
}

#endif /* JB_HAVE_AVX2 */

static const char *
skip_container_blocks(const char *at, const char *end, int depth, int floor)
{
	JbSkip skip = {.end = end, .resume = at, .stretch = at + JB_SCAN_STRETCH, .depth = depth, .floor = floor};

#ifdef JB_HAVE_AVX2
	static int wide = -1;

	if (unlikely(wide < 0))
		wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
			   __builtin_cpu_supports("popcnt");
	if (likely(wide))
		return skip_blocks_wide(&skip, at);
#endif
	return skip_blocks(&skip, at);
}

#endif /* JB_HAVE_SSE42 */

const char *
jb_scan_container_trusting(const char *at, const char *end, int depth)
{
#ifdef JB_HAVE_SSE42
	if (end - at >= 64)
		return skip_container_blocks(at, end, depth, depth);
#endif
	return skip_container_bytes(at, end, depth, depth);
}


/* -------------------------------------------------- validating container */

/*
 * A key with its colon; "at" is at the opening quote.  Returns the first byte
 * of the value.
 */
static inline const char *
skip_key(const char *at, const char *end)
{
	bool escaped;

	if (at >= end || *at != '"')
		return NULL;
	at = jb_scan_string(at + 1, end, &escaped);
	if (at == NULL)
		return NULL;
	at = jb_scan_space(at + 1, end);
	if (at >= end || *at != ':')
		return NULL;
	return jb_scan_space(at + 1, end);
}

/*
 * The open containers are a stack of bits: set for an object, clear for an
 * array.  JB_DEPTH_MAX fits in two words.
 */
typedef struct JbNesting
{
	uint64 is_object[JB_DEPTH_MAX / 64];
	int depth;
} JbNesting;

static inline bool
nesting_push(JbNesting *nesting, bool is_object)
{
	uint64 bit;

	if (nesting->depth >= JB_DEPTH_MAX)
		return false;
	bit = UINT64CONST(1) << (nesting->depth & 63);
	if (is_object)
		nesting->is_object[nesting->depth >> 6] |= bit;
	else
		nesting->is_object[nesting->depth >> 6] &= ~bit;
	nesting->depth++;
	return true;
}

static inline bool
nesting_top_is_object(const JbNesting *nesting)
{
	int top = nesting->depth - 1;

	return (nesting->is_object[top >> 6] >> (top & 63)) & 1;
}

/* Behind a value: close what ends here, and step to the next value. */
static const char *
next_value(const char *at, const char *end, JbNesting *nesting, int floor, bool *done)
{
	for (;;)
	{
		bool in_object = nesting_top_is_object(nesting);

		at = jb_scan_space(at, end);
		if (at >= end)
			return NULL;
		if (*at == ',')
		{
			at = jb_scan_space(at + 1, end);
			return in_object ? skip_key(at, end) : at;
		}
		if (*at != (in_object ? '}' : ']'))
			return NULL;
		at++;
		if (--nesting->depth == floor)
		{
			*done = true;
			return at;
		}
	}
}

const char *
jb_scan_container_validating(const char *at, const char *end, int depth)
{
	JbNesting nesting = {.depth = depth};
	const char *stretch = at + JB_SCAN_STRETCH;
	bool done = false;

	while (!done)
	{
		JbSlot ignored;

		if (at >= end)
			return NULL;
		if (*at == '{' || *at == '[')
		{
			bool is_object = *at == '{';

			if (!nesting_push(&nesting, is_object))
				return NULL;
			at = jb_scan_space(at + 1, end);
			if (at >= end)
				return NULL;
			if (*at != (is_object ? '}' : ']'))
			{
				/* not empty: on to its first value */
				if (is_object)
				{
					at = skip_key(at, end);
					if (at == NULL)
						return NULL;
				}
				continue;
			}
			at++;
			if (--nesting.depth == depth)
				return at;
		}
		else
		{
			at = jb_scan_value(at, end, nesting.depth, true, &ignored);
			if (at == NULL)
				return NULL;
		}

		at = next_value(at, end, &nesting, depth, &done);
		if (at == NULL)
			return NULL;
		if (unlikely(at >= stretch))
		{
			JB_CHECK_FOR_INTERRUPTS();
			stretch = at + JB_SCAN_STRETCH;
		}
	}
	return at;
}

bool
jb_scan_is_valid(const char *at, const char *end)
{
	JbSlot ignored;

	at = jb_scan_value(jb_scan_space(at, end), end, 0, true, &ignored);
	return at != NULL && jb_scan_space(at, end) == end;
}

bool
jb_scan_is_too_deep(const char *at, const char *end)
{
	const char *stretch = at + JB_SCAN_STRETCH;
	int depth = 0;
	bool escaped;

	for (; at < end; at++)
	{
		if (*at == '"')
			at = jb_scan_string(at + 1, end, &escaped);
		else if ((*at == '{' || *at == '[') && ++depth > JB_DEPTH_MAX)
			return true;
		else if (*at == '}' || *at == ']')
			depth--;
		if (at == NULL)
			return false;
		if (unlikely(at >= stretch))
		{
			JB_CHECK_FOR_INTERRUPTS();
			stretch = at + JB_SCAN_STRETCH;
		}
	}
	return false;
}
