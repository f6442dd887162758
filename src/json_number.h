/*
 * json_number.h
 *		Number text to integers, floats and numeric.
 *
 * A parser gives exactly what the type's input function gives for these bytes,
 * or refuses (false, NULL) and the caller asks the input function, which gives
 * the value or the error.  It reads nothing before text and nothing at or
 * beyond limit (text + length <= limit), allocates nothing and raises no error;
 * *value is written only when true is returned.  Every text is safe, the token
 * of a JSON number and the content of a JSON string alike.
 *
 * The digit helpers at the top are shared with json_datetime.c.
 */
#ifndef JB_JSON_NUMBER_H
#define JB_JSON_NUMBER_H

#include "compat.h"

#include "port/pg_bitutils.h"
#include "port/pg_bswap.h"

#ifndef JB_FORCE_SCALAR
#if defined(__SSE4_2__)
#define JB_HAVE_SSE42 1
#include <nmmintrin.h>
#endif
#endif

/* Most bytes that jb_write_numeric() touches, whatever the text. */
#define JB_NUMERIC_MAX_BYTES 96

/* Longer number texts are left to numeric_in. */
#define JB_NUMERIC_MAX_LENGTH 128

/*
 * int8, int4, int2: optional '-', then digits only (leading zeros allowed).
 * Out of range is refused.
 */
static inline bool jb_parse_int64(const char *text, size_t length, const char *limit, int64 *value);
static inline bool jb_parse_int4(const char *text, size_t length, const char *limit, int32 *value);
static inline bool jb_parse_int2(const char *text, size_t length, const char *limit, int16 *value);

/*
 * oid: digits only.  A leading zero is refused: from 16 on oidin takes it for
 * octal.
 */
static inline bool jb_parse_oid(const char *text, size_t length, const char *limit, Oid *value);

/*
 * float8, float4: optional '-', digits, optional fraction, optional exponent,
 * to the nearest value (each type rounded once).  Overflow, underflow,
 * subnormals, infinities and NaN are refused.
 */
extern bool jb_parse_float8(const char *text, size_t length, const char *limit, float8 *value);
extern bool jb_parse_float4(const char *text, size_t length, const char *limit, float4 *value);

/*
 * numeric: writes the finished datum, byte for byte what numeric_in(text, -,
 * typmod) returns, and gives the address behind it; NULL to refuse.
 *
 * packable: use the 1-byte header, as heap_fill_tuple does for a column whose
 * storage isn't plain (a numeric from here is always short enough); then at
 * needs no alignment.  Else the 4-byte header, and at must be int-aligned.
 *
 * The bytes touched, those behind the returned end included, are at most
 * Min(length + 16, JB_NUMERIC_MAX_BYTES), on refusal too; what lies between the
 * returned end and that bound is undefined.
 */
extern char *jb_write_numeric(const char *text, size_t length, const char *limit, int32 typmod, bool packable,
							  char *at);

/*
 * The takers read a number whose end isn't known yet, and only its usual forms
 * as JSON writes them (no leading zeros, no exponent, up to 15 bytes).  They
 * return the byte behind the last digit, which is below limit, or NULL to
 * refuse.  The number may go on there (with an exponent, or as no number at
 * all): the caller looks what follows.
 *
 * jb_take_numeric() writes at *at as jb_write_numeric() does with packable, and
 * moves it.
 */
static pg_attribute_always_inline const char *jb_take_int64(const char *text, const char *limit,
															int64 *value);
extern const char *jb_take_float8(const char *text, const char *limit, float8 *value);
extern const char *jb_take_float4(const char *text, const char *limit, float4 *value);
extern const char *jb_take_numeric(const char *text, const char *limit, int32 typmod, char **at);

/*
 * The other way round, from a finite numeric as jsonb holds it: with a 4-byte
 * header, int-aligned.  The value is what the type's input function gives for
 * numeric_out()'s text; false or NULL to refuse.
 *
 * int64: refused with digits behind the point, be they zeros.
 */
extern bool jb_numeric_int64(const char *numeric, int64 *value);
extern bool jb_numeric_float8(const char *numeric, float8 *value);
extern bool jb_numeric_float4(const char *numeric, float4 *value);

/*
 * A copy, with packable and typmod as above; what would have to be rounded is
 * refused.  Writes at most two bytes more than the original has.
 */
extern char *jb_numeric_copy(const char *numeric, int32 typmod, bool packable, char *at);

/* "00000000" as jb_load8() reads it */
#define JB_ASCII_ZEROS UINT64CONST(0x3030303030303030)

/* Eight bytes of text, the first one lowest. */
static inline uint64
jb_load8(const char *text)
{
	uint64 word;

	memcpy(&word, text, sizeof(word));
#ifdef WORDS_BIGENDIAN
	word = pg_bswap64(word);
#endif
	return word;
}

/*
 * Of eight bytes already xor-ed with '0': a word whose lowest bit set stands in
 * the first byte that is no digit; 0 if all are digits.
 */
static inline uint64
jb_find_nondigit8(uint64 digits)
{
	return ((digits + UINT64CONST(0x7676767676767676)) | digits) & UINT64CONST(0x8080808080808080);
}

static inline bool
jb_are_digits8(uint64 digits)
{
	return jb_find_nondigit8(digits) == 0;
}

/* Eight digits 0 .. 9, the first one lowest, to their value. */
static inline uint32
jb_combine_digits8(uint64 digits)
{
	/* pairs, then quads, then the eight; each in the high half of its lane */
	digits = digits * 10 + (digits >> 8);
	digits = ((digits & UINT64CONST(0x000000FF000000FF)) * (UINT64CONST(100) + (UINT64CONST(1000000) << 32)) +
			  ((digits >> 16) & UINT64CONST(0x000000FF000000FF)) *
				  (UINT64CONST(1) + (UINT64CONST(10000) << 32))) >>
			 32;
	return (uint32) digits;
}

/*
 * Up to eight bytes of text, the first one lowest.  What stands above the count
 * wanted (0 .. 8) is undefined.
 */
static inline uint64
jb_load_some(const char *text, size_t count, const char *limit)
{
	uint64 word = 0;

	if (likely(limit - text >= 8))
		return jb_load8(text);
	for (size_t i = 0; i < count; i++)
		word |= (uint64) (unsigned char) text[i] << (8 * i);
	return word;
}

/*
 * count (1 .. 8) bytes xor-ed with '0', moved up so that the missing ones are
 * leading zeros.
 */
static inline uint64
jb_load_digits(const char *text, size_t count, const char *limit)
{
	return (jb_load_some(text, count, limit) ^ JB_ASCII_ZEROS) << (64 - 8 * count);
}

/* 1 .. 19 digits; refuses any other byte. */
static inline bool
jb_parse_digits(const char *text, size_t count, const char *limit, uint64 *value)
{
	uint64 head;
	uint64 tail;

	if (likely(count - 1 < 8))
	{
		head = jb_load_digits(text, count, limit);
		*value = jb_combine_digits8(head);
		return jb_are_digits8(head);
	}
	if (unlikely(count - 1 >= 19))
		return false;
	*value = 0;
	if (count > 16)
	{
		head = jb_load_digits(text, count - 16, limit);
		if (!jb_are_digits8(head))
			return false;
		*value = jb_combine_digits8(head) * UINT64CONST(10000000000000000);
		text += count - 16;
		count = 16;
	}
	head = jb_load_digits(text, count - 8, limit);
	tail = jb_load8(text + count - 8) ^ JB_ASCII_ZEROS;
	*value += jb_combine_digits8(head) * UINT64CONST(100000000) + jb_combine_digits8(tail);
	return jb_are_digits8(head) && jb_are_digits8(tail);
}

/* See above.  19 digits fit an uint64, so one compare finds any overflow. */
static inline bool
jb_parse_int64(const char *text, size_t length, const char *limit, int64 *value)
{
	bool negative = length > 0 && *text == '-';
	uint64 magnitude;

	if (unlikely(!jb_parse_digits(text + negative, length - negative, limit, &magnitude)))
		return false;
	if (unlikely(magnitude > (uint64) PG_INT64_MAX + negative))
		return false;
	*value = (int64) (negative ? 0 - magnitude : magnitude);
	return true;
}

static inline bool
jb_parse_int4(const char *text, size_t length, const char *limit, int32 *value)
{
	int64 wide;

	if (unlikely(!jb_parse_int64(text, length, limit, &wide) || wide < PG_INT32_MIN || wide > PG_INT32_MAX))
		return false;
	*value = (int32) wide;
	return true;
}

static inline bool
jb_parse_int2(const char *text, size_t length, const char *limit, int16 *value)
{
	int64 wide;

	if (unlikely(!jb_parse_int64(text, length, limit, &wide) || wide < PG_INT16_MIN || wide > PG_INT16_MAX))
		return false;
	*value = (int16) wide;
	return true;
}

/* Above eight digits: those in "head", and what the next eight bytes hold. */
static pg_attribute_always_inline const char *
jb_take_long_digits(const char *text, uint64 head, uint64 *value)
{
	static const uint32 powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
	uint64 tail = jb_load8(text + 8) ^ JB_ASCII_ZEROS;
	uint64 stop = jb_find_nondigit8(tail);
	int bits;

	*value = 0;
	if (unlikely(stop == 0))
		return NULL;
	/* 8 for each digit; two shifts, as there may be none */
	bits = pg_rightmost_one_pos64(stop) & ~7;
	tail = tail << (56 - bits) << 8;
	*value = (uint64) jb_combine_digits8(head) * powers[bits / 8] + jb_combine_digits8(tail);
	return text + 8 + bits / 8;
}

static pg_attribute_always_inline const char *
jb_take_int64(const char *text, const char *limit, int64 *value)
{
	bool negative;
	uint64 digits;
	uint64 stop;
	uint64 magnitude;
	const char *after;

	/* callers look at it before they ask whether it was there */
	*value = 0;
	/* a sign, two words, and what follows */
	if (unlikely(limit - text < 18))
		return NULL;
	negative = *text == '-';
	text += negative;
	digits = jb_load8(text) ^ JB_ASCII_ZEROS;
	if (unlikely((digits & 0xFF) == 0 && (uint8) (digits >> 8) <= 9))
		return NULL;
	stop = jb_find_nondigit8(digits);
	if (likely(stop != 0))
	{
		int bits = pg_rightmost_one_pos64(stop) & ~7;

		if (unlikely(bits == 0))
			return NULL;
		magnitude = jb_combine_digits8(digits << (64 - bits));
		after = text + bits / 8;
	}
	else
	{
		after = jb_take_long_digits(text, digits, &magnitude);
		if (unlikely(after == NULL))
			return NULL;
	}
	*value = negative ? -(int64) magnitude : (int64) magnitude;
	return after;
}

static inline bool
jb_parse_oid(const char *text, size_t length, const char *limit, Oid *value)
{
	uint64 wide;

	if (length == 0 || (*text == '0' && length > 1))
		return false;
	if (!jb_parse_digits(text, length, limit, &wide) || wide > PG_UINT32_MAX)
		return false;
	*value = (Oid) wide;
	return true;
}

#endif /* JB_JSON_NUMBER_H */
