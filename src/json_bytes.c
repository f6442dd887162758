/*
 * json_bytes.c
 *		Text to bytes: uuid, bytea, bit and varbit.
 *
 * Sixteen hexadecimal digits become eight bytes at a time; those loads lie
 * inside the text, so they need no limit.  The SSE code and its scalar twin
 * accept the same texts.  Eight binary digits become a byte by a multiplication.
 *
 * Bytes only: no catalogs, no palloc, no ereport.
 */
#include "json_bytes.h"

#include "json_number.h"

/*
 * Value of a hexadecimal digit plus one, so that every other byte is left to
 * be 0.
 */
static const uint8 hex_values[256] = {
	['0'] = 1,	['1'] = 2,	['2'] = 3,	['3'] = 4,	['4'] = 5,	['5'] = 6,	['6'] = 7,	['7'] = 8,
	['8'] = 9,	['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
	['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16};

/* count pairs of digits to bytes. */
static inline bool
decode_pairs(const char *text, size_t count, unsigned char *out)
{
	unsigned int wrong = 0;

	for (size_t i = 0; i < count; i++)
	{
		/* what is no digit becomes a number above 15 */
		unsigned int high = hex_values[(unsigned char) text[2 * i]] - 1U;
		unsigned int low = hex_values[(unsigned char) text[2 * i + 1]] - 1U;

		wrong |= high | low;
		out[i] = (unsigned char) (high << 4 | low);
	}
	return wrong <= 15;
}

#ifdef JB_HAVE_SSE42

/*
 * Sixteen digits to eight bytes in the low half; *valid loses its bits where a
 * byte is no digit.
 */
static inline __m128i
decode_sixteen(__m128i text, __m128i *valid)
{
	__m128i decimal = _mm_sub_epi8(text, _mm_set1_epi8('0'));
	__m128i letter = _mm_sub_epi8(_mm_or_si128(text, _mm_set1_epi8(0x20)), _mm_set1_epi8('a'));
	__m128i is_decimal = _mm_cmpeq_epi8(decimal, _mm_min_epu8(decimal, _mm_set1_epi8(9)));
	__m128i is_letter = _mm_cmpeq_epi8(letter, _mm_min_epu8(letter, _mm_set1_epi8(5)));
	__m128i nibbles = _mm_blendv_epi8(_mm_add_epi8(letter, _mm_set1_epi8(10)), decimal, is_decimal);
	__m128i bytes = _mm_maddubs_epi16(nibbles, _mm_set1_epi16(0x0110));

	*valid = _mm_and_si128(*valid, _mm_or_si128(is_decimal, is_letter));
	return _mm_packus_epi16(bytes, bytes);
}

bool
jb_parse_uuid(const char *text, size_t length, const char *limit, unsigned char out[JB_UUID_BYTES])
{
	__m128i head;	/* bytes 0 .. 15 */
	__m128i middle; /* bytes 14 .. 29 */
	__m128i tail;	/* bytes 20 .. 35 */
	__m128i valid = _mm_set1_epi8(-1);

	(void) limit;
	if (unlikely(length != JB_UUID_TEXT_LENGTH))
		return false;
	head = _mm_loadu_si128((const __m128i *) text);
	middle = _mm_loadu_si128((const __m128i *) (text + 14));
	tail = _mm_loadu_si128((const __m128i *) (text + 20));
	if (unlikely(text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-'))
		return false;

	/* the 16 digits of each half, without the dashes */
	head = _mm_or_si128(
		_mm_shuffle_epi8(head, _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, -1, -1, -1, -1)),
		_mm_shuffle_epi8(middle, _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3)));
	tail = _mm_or_si128(
		_mm_shuffle_epi8(middle, _mm_setr_epi8(5, 6, 7, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1)),
		_mm_shuffle_epi8(tail, _mm_setr_epi8(-1, -1, -1, -1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)));
	head = decode_sixteen(head, &valid);
	tail = decode_sixteen(tail, &valid);
	_mm_storeu_si128((__m128i *) out, _mm_unpacklo_epi64(head, tail));
	return _mm_movemask_epi8(valid) == 0xFFFF;
}

/* The part of a bytea that fills whole vectors; gives the pairs done. */
static size_t
decode_wide(const char *text, size_t count, unsigned char *out, bool *valid)
{
	__m128i good = _mm_set1_epi8(-1);
	size_t done = 0;

	for (; count - done >= 16; done += 16)
	{
		const char *at = text + 2 * done;
		__m128i low = decode_sixteen(_mm_loadu_si128((const __m128i *) at), &good);
		__m128i high = decode_sixteen(_mm_loadu_si128((const __m128i *) (at + 16)), &good);

		_mm_storeu_si128((__m128i *) (out + done), _mm_unpacklo_epi64(low, high));
	}
	if (count - done >= 8)
	{
		_mm_storel_epi64((__m128i *) (out + done),
						 decode_sixteen(_mm_loadu_si128((const __m128i *) (text + 2 * done)), &good));
		done += 8;
	}
	*valid = _mm_movemask_epi8(good) == 0xFFFF;
	return done;
}

#else

bool
jb_parse_uuid(const char *text, size_t length, const char *limit, unsigned char out[JB_UUID_BYTES])
{
	(void) limit;
	if (length != JB_UUID_TEXT_LENGTH)
		return false;
	return text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-' &&
		   decode_pairs(text, 4, out) && decode_pairs(text + 9, 2, out + 4) &&
		   decode_pairs(text + 14, 2, out + 6) && decode_pairs(text + 19, 2, out + 8) &&
		   decode_pairs(text + 24, 6, out + 10);
}

static size_t
decode_wide(const char *text, size_t count, unsigned char *out, bool *valid)
{
	(void) text;
	(void) count;
	(void) out;
	*valid = true;
	return 0;
}

#endif /* JB_HAVE_SSE42 */

bool
jb_parse_bytea_hex(const char *text, size_t length, const char *limit, unsigned char *out)
{
	size_t count;
	size_t done;
	bool valid;

	(void) limit;
	if (length < 2 || length % 2 != 0 || text[0] != '\\' || text[1] != 'x')
		return false;
	text += 2;
	count = JB_BYTEA_HEX_BYTES(length);
	done = decode_wide(text, count, out, &valid);
	return valid && decode_pairs(text + 2 * done, count - done, out + done);
}

/* Eight 0s and 1s, the first one lowest, to a byte with the first one highest. */
static inline unsigned char
gather_bits(uint64 bits)
{
	/* bit 8 * i goes to 63 - i; no two of the other products meet, so nothing carries */
	return (unsigned char) ((bits * UINT64CONST(0x8040201008040201)) >> 56);
}

static bool
pack_bits(const char *text, size_t length, const char *limit, unsigned char *out)
{
	int32 count = (int32) length;
	uint64 seen = 0;

	memcpy(out, &count, sizeof(count));
	out += sizeof(count);
	for (; length >= 8; text += 8, length -= 8)
	{
		uint64 bits = jb_load8(text) ^ JB_ASCII_ZEROS;

		seen |= bits;
		*out++ = gather_bits(bits);
	}
	if (length > 0)
	{
		uint64 wanted = (UINT64CONST(1) << (8 * length)) - 1;
		uint64 bits = (jb_load_some(text, length, limit) ^ JB_ASCII_ZEROS) & wanted;

		seen |= bits;
		*out = gather_bits(bits);
	}
	return (seen & ~UINT64CONST(0x0101010101010101)) == 0;
}

bool
jb_parse_bit(const char *text, size_t length, const char *limit, int32 typmod, unsigned char *out)
{
	return (typmod <= 0 || length == (size_t) typmod) && pack_bits(text, length, limit, out);
}

bool
jb_parse_varbit(const char *text, size_t length, const char *limit, int32 typmod, unsigned char *out)
{
	return (typmod <= 0 || length <= (size_t) typmod) && pack_bits(text, length, limit, out);
}
