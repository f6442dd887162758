/*
 * scan.h
 *		From JSON text to slots: where a value starts, where it ends, what it is.
 *
 * The scanner converts nothing and allocates nothing.  It walks text and says
 * where things are; the readers convert later, in column order.  Two promises
 * hold whatever the bytes are:
 *
 *	- no byte outside [at, end) is read: a wide load stands behind a check of
 *	  the room left;
 *	- what the scanner can't vouch for (bad syntax, escapes that stock refuses,
 *	  nesting beyond JB_DEPTH_MAX) makes it return NULL, never an error: the
 *	  caller then gives the whole document to stock, which raises its own error.
 *
 * "Trusting" functions are for text that stock has validated before (a json
 * datum, or a part of a document already scanned): they find the end of a
 * value without checking its grammar.  "Validating" ones accept exactly what
 * PostgreSQL's json parser accepts (src/common/jsonapi.c; RFC 8259).  In both,
 * every string's escapes are checked the way stock's de-escaping does, as stock
 * de-escapes even keys and values that nobody reads.
 *
 * Bytes only: no catalogs, no palloc, no ereport.
 */
#ifndef JB_SCAN_H
#define JB_SCAN_H

#include "compat.h"

#ifndef JB_FORCE_SCALAR
#if defined(__SSE4_2__)
#define JB_HAVE_SSE42 1
#include <nmmintrin.h>
#endif
#endif

/*
 * Deeper documents go to stock, which has its own limit (max_stack_depth) and
 * its own error for it.  It is also what keeps repeated skips of nested parts
 * linear in the document.
 */
#define JB_DEPTH_MAX 128

#define JB_CACHE_LINE 64

/* What a slot holds.  Up to JB_NULL there is no value. */
typedef enum JbKind
{
	JB_MISSING = 0, /* no such key in the document */
	JB_NULL,		/* JSON null */
	JB_FALSE,
	JB_TRUE,
	JB_NUMBER,
	JB_STRING,
	JB_OBJECT,
	JB_ARRAY,
	/* values of a jsonb document, in jsonb's own binary form */
	JB_BINARY_NUMERIC, /* text points at a Numeric */
	JB_BINARY_OBJECT,  /* text points at a JsonbContainer */
	JB_BINARY_ARRAY	   /* text points at a JsonbContainer */
} JbKind;

/* How the value stands there. */
typedef enum JbForm
{
	JB_PLAIN = 0, /* text, as readers take it */
	JB_ESCAPED,	  /* a string that still has its escapes */
	JB_BINARY	  /* one of the kinds JB_BINARY_* */
} JbForm;

/* One column's value, still in the document. */
typedef struct JbSlot
{
	const char *text; /* first byte; after the quote for strings */
	uint32 length;	  /* bytes; without the quotes for strings */
	uint8 kind;		  /* a JbKind */
	uint8 form;		  /* a JbForm */
	bool quoted;	  /* text[-1] and text[length] are its quotes */
} JbSlot;

StaticAssertDecl(sizeof(void *) != 8 || sizeof(JbSlot) == 16, "a slot is a quarter of a cache line");

/* How escapes turn into bytes: settled once per server by its encoding. */
extern bool jb_scan_encoding_is_utf8;

/*
 * Skip the string whose opening quote is before "at".  Returns its closing
 * quote, or NULL.  *escaped tells whether it has escapes.
 */
static inline const char *jb_scan_string(const char *at, const char *end, bool *escaped);

/*
 * The same from the first backslash on: the slow lane behind jb_scan_string.
 */
extern const char *jb_scan_string_escaped(const char *at, const char *end);

/* Skip the number that starts at "at"; trusting. Returns the byte behind it. */
static inline const char *jb_scan_number_trusting(const char *at, const char *end);

/* Skip the number that starts at "at" by RFC 8259, section 6.  NULL if bad. */
extern const char *jb_scan_number_validating(const char *at, const char *end);

/*
 * Skip the object or array that starts at "at" and lies inside "depth" others.
 * Returns the byte behind it, or NULL.
 */
extern const char *jb_scan_container_trusting(const char *at, const char *end, int depth);
extern const char *jb_scan_container_validating(const char *at, const char *end, int depth);

/*
 * Read the value that starts at "at" (no white space before it) into *slot.
 * Returns the byte behind the value, or NULL.
 */
static pg_attribute_always_inline const char *jb_scan_value(const char *at, const char *end, int depth,
															bool validating, JbSlot *slot);

/* Is [at, end) one whole JSON document that stock would take? */
extern bool jb_scan_is_valid(const char *at, const char *end);

/* Does it nest deeper than JB_DEPTH_MAX?  The text need not be valid. */
extern bool jb_scan_is_too_deep(const char *at, const char *end);


/* ---------------------------------------------------------------- bodies */

static inline bool
jb_is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static inline const char *
jb_scan_space(const char *at, const char *end)
{
	/* mostly there is none */
	if (likely(at < end && (unsigned char) *at > ' '))
		return at;
	while (at < end && jb_is_space(*at))
		at++;
	return at;
}

#ifdef JB_HAVE_SSE42
/* Which of 16 bytes are a quote, a backslash or a control character? */
static inline int
jb_special_bytes(__m128i bytes)
{
	__m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
	__m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
	__m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);

	return _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), control));
}
#endif

/* The first quote, backslash or control character at or after "at", or end. */
static inline const char *
jb_scan_special(const char *at, const char *end)
{
#ifdef JB_HAVE_SSE42
	int found;

	while (likely(end - at >= 16))
	{
		found = jb_special_bytes(_mm_loadu_si128((const __m128i *) at));
		if (found != 0)
			return at + __builtin_ctz(found);
		at += 16;
	}
	if (end - at >= 8)
	{
		/* the upper half is zeroes, which count as control characters */
		found = jb_special_bytes(_mm_loadl_epi64((const __m128i *) at)) & 0xFF;
		if (found != 0)
			return at + __builtin_ctz(found);
		at += 8;
	}
#endif
	while (at < end && *at != '"' && *at != '\\' && (unsigned char) *at >= 0x20)
		at++;
	return at;
}

static inline const char *
jb_scan_string(const char *at, const char *end, bool *escaped)
{
	*escaped = false;
	at = jb_scan_special(at, end);
	if (unlikely(at >= end))
		return NULL;
	if (likely(*at == '"'))
		return at;
	*escaped = true;
	return jb_scan_string_escaped(at, end);
}

static inline const char *
jb_scan_number_trusting(const char *at, const char *end)
{
#ifdef JB_HAVE_SSE42
	/* the first of: comma, closing bracket or brace, white space */
	while (end - at >= 16)
	{
		__m128i bytes = _mm_loadu_si128((const __m128i *) at);
		__m128i comma = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(','));
		__m128i space = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(' ')), bytes);
		__m128i close = _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), _mm_set1_epi8('}'));
		int found = _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(comma, space), close));

		if (found != 0)
			return at + __builtin_ctz(found);
		at += 16;
	}
#endif
	while (at < end && *at != ',' && *at != '}' && *at != ']' && !jb_is_space(*at))
		at++;
	return at;
}

/* Is the four-byte word at "at"? */
static inline bool
jb_is_word4(const char *at, const char *end, const char *word)
{
	return end - at >= 4 && memcmp(at, word, 4) == 0;
}

/* true, false, null; all else is no value. */
static inline const char *
jb_scan_literal(const char *at, const char *end, JbSlot *slot)
{
	slot->text = at;
	slot->length = 4;
	if (jb_is_word4(at, end, "true"))
		slot->kind = JB_TRUE;
	else if (jb_is_word4(at, end, "null"))
		slot->kind = JB_NULL;
	else if (*at == 'f' && jb_is_word4(at + 1, end, "alse"))
	{
		slot->kind = JB_FALSE;
		slot->length = 5;
	}
	else
		return NULL;
	return at + slot->length;
}

static pg_attribute_always_inline const char *
jb_scan_value(const char *at, const char *end, int depth, bool validating, JbSlot *slot)
{
	const char *after;
	char first;

	if (unlikely(at >= end))
		return NULL;

	first = *at;
	if (first == '"')
	{
		after = jb_scan_special(++at, end);
		if (unlikely(after >= end))
			return NULL;
		slot->kind = JB_STRING;
		slot->form = JB_PLAIN;
		slot->quoted = true;
		if (unlikely(*after != '"'))
		{
			after = jb_scan_string_escaped(after, end);
			if (after == NULL)
				return NULL;
			slot->form = JB_ESCAPED;
		}
		slot->text = at;
		slot->length = (uint32) (after - at);
		return after + 1;
	}

	slot->form = JB_PLAIN;
	slot->quoted = false;
	if ((first >= '0' && first <= '9') || first == '-')
	{
		after = validating ? jb_scan_number_validating(at, end) : jb_scan_number_trusting(at, end);
		slot->kind = JB_NUMBER;
	}
	else if (first == '{' || first == '[')
	{
		after = validating ? jb_scan_container_validating(at, end, depth)
						   : jb_scan_container_trusting(at, end, depth);
		slot->kind = first == '{' ? JB_OBJECT : JB_ARRAY;
	}
	else
		return jb_scan_literal(at, end, slot);

	if (unlikely(after == NULL))
		return NULL;
	slot->text = at;
	slot->length = (uint32) (after - at);
	return after;
}

#endif /* JB_SCAN_H */
