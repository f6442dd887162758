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

/* What a slot holds.  Up to JB_NULL there is no value. */
typedef enum JbKind
{
	JB_MISSING = 0,				/* no such key in the document */
	JB_NULL,					/* JSON null */
	JB_FALSE,
	JB_TRUE,
	JB_NUMBER,
	JB_STRING,
	JB_OBJECT,
	JB_ARRAY,
	/* values of a jsonb document, in jsonb's own binary form */
	JB_BINARY_NUMERIC,			/* text points at a Numeric */
	JB_BINARY_OBJECT,			/* text points at a JsonbContainer */
	JB_BINARY_ARRAY				/* text points at a JsonbContainer */
} JbKind;

/* One column's value, still in the document. */
typedef struct JbSlot
{
	const char *text;			/* first byte; after the quote for strings */
	uint32		length;			/* bytes; without the quotes for strings */
	uint8		kind;			/* a JbKind */
	bool		escaped;		/* a string that still has its escapes */
	bool		quoted;			/* text[-1] and text[length] are its quotes */
} JbSlot;

StaticAssertDecl(sizeof(void *) != 8 || sizeof(JbSlot) == 16,
				 "a slot is a quarter of a cache line");

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
static inline const char *jb_scan_value(const char *at, const char *end, int depth,
										bool validating, JbSlot *slot);

/* Is [at, end) one whole JSON document that stock would take? */
extern bool jb_scan_is_valid(const char *at, const char *end);


/* ---------------------------------------------------------------- bodies */

static inline bool
jb_is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static inline const char *
jb_scan_space(const char *at, const char *end)
{
	while (at < end && jb_is_space(*at))
		at++;
	return at;
}

/* The first quote, backslash or control character at or after "at", or end. */
static inline const char *
jb_scan_special(const char *at, const char *end)
{
#ifdef JB_HAVE_SSE42
	while (end - at >= 16)
	{
		__m128i		bytes = _mm_loadu_si128((const __m128i *) at);
		__m128i		quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
		__m128i		backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
		__m128i		control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
		int			found = _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), control));

		if (found != 0)
			return at + __builtin_ctz(found);
		at += 16;
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
		__m128i		bytes = _mm_loadu_si128((const __m128i *) at);
		__m128i		comma = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(','));
		__m128i		space = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(' ')), bytes);
		__m128i		close = _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), _mm_set1_epi8('}'));
		int			found = _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(comma, space), close));

		if (found != 0)
			return at + __builtin_ctz(found);
		at += 16;
	}
#endif
	while (at < end && *at != ',' && *at != '}' && *at != ']' && !jb_is_space(*at))
		at++;
	return at;
}

static inline const char *
jb_scan_literal(const char *at, const char *end, JbSlot *slot)
{
	const char *word;
	int			length;

	switch (*at)
	{
		case 't':
			word = "true";
			length = 4;
			slot->kind = JB_TRUE;
			break;
		case 'f':
			word = "false";
			length = 5;
			slot->kind = JB_FALSE;
			break;
		case 'n':
			word = "null";
			length = 4;
			slot->kind = JB_NULL;
			break;
		default:
			return NULL;
	}
	if (end - at < length || memcmp(at, word, length) != 0)
		return NULL;
	slot->text = at;
	slot->length = length;
	return at + length;
}

static inline const char *
jb_scan_value(const char *at, const char *end, int depth, bool validating, JbSlot *slot)
{
	const char *after;

	if (unlikely(at >= end))
		return NULL;

	slot->escaped = false;
	slot->quoted = false;

	switch (*at)
	{
		case '"':
			slot->text = ++at;
			after = jb_scan_string(at, end, &slot->escaped);
			if (unlikely(after == NULL))
				return NULL;
			slot->kind = JB_STRING;
			slot->quoted = true;
			slot->length = (uint32) (after - at);
			return after + 1;

		case '-':
		case '0':
		case '1':
		case '2':
		case '3':
		case '4':
		case '5':
		case '6':
		case '7':
		case '8':
		case '9':
			after = validating ? jb_scan_number_validating(at, end)
				: jb_scan_number_trusting(at, end);
			if (unlikely(after == NULL))
				return NULL;
			slot->kind = JB_NUMBER;
			break;

		case '{':
		case '[':
			after = validating ? jb_scan_container_validating(at, end, depth)
				: jb_scan_container_trusting(at, end, depth);
			if (unlikely(after == NULL))
				return NULL;
			slot->kind = *at == '{' ? JB_OBJECT : JB_ARRAY;
			break;

		default:
			return jb_scan_literal(at, end, slot);
	}

	slot->text = at;
	slot->length = (uint32) (after - at);
	return after;
}

#endif							/* JB_SCAN_H */
