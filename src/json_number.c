/*
 * json_number.c
 *		Number text to floats and numeric.
 *
 * Floats: digits and a power of ten, then the cheapest exact way to the nearest
 * binary value: one correctly rounded operation where both operands are exact,
 * else a 64 x 128 bit product (D. Lemire, "Number Parsing at a Gigabyte per
 * Second", 2021), else std::from_chars behind the wall of simd.h.
 *
 * Numeric: short texts go through one shuffle that puts the decimal point
 * between two groups of four digits, the layout of numeric.c.  The others go
 * through an array of decimal digits, where rounding to a typmod is easy.
 *
 * Bytes only: no catalogs, no palloc, no ereport.
 */
#include "json_number.h"

#include <float.h>

#include "port/pg_bitutils.h"
#include "simd.h"

/* Digits that an uint64 holds, whatever they are */
#define JB_UINT64_DIGITS 19

/* Exponents of more digits than this are refused. */
#define JB_EXPONENT_DIGITS 4
#define JB_EXPONENT_MAX	   9999

/* A decimal number without its sign: digits * 10 ^ exponent. */
typedef struct JbDecimal
{
	uint64 digits;
	int exponent;
	bool complete; /* false: too many digits, digits is garbage */
} JbDecimal;

static inline bool
is_digit(char byte)
{
	return (unsigned char) (byte - '0') <= 9;
}

/* Append the digits from text on to *value; gives the first other byte. */
static inline const char *
scan_digits(const char *text, const char *end, uint64 *value)
{
	while (end - text >= 8)
	{
		uint64 group = jb_load8(text) ^ JB_ASCII_ZEROS;

		if (!jb_are_digits8(group))
			break;
		*value = *value * 100000000 + jb_combine_digits8(group);
		text += 8;
	}
	for (; text < end && is_digit(*text); text++)
		*value = *value * 10 + (uint64) (*text - '0');
	return text;
}

/* An exponent, its 'e' passed already, that must reach to the end. */
static bool
scan_exponent(const char *text, const char *end, int *exponent)
{
	bool negative = text < end && *text == '-';
	uint64 value;

	if (text < end && (*text == '-' || *text == '+'))
		text++;
	if (end - text > JB_EXPONENT_DIGITS || !jb_parse_digits(text, end - text, end, &value))
		return false;
	*exponent = negative ? -(int) value : (int) value;
	return true;
}

/* How many of the digits from text on, a point among them, lead as zeros. */
static size_t
count_leading_zeros(const char *text, const char *end)
{
	size_t zeros = 0;

	for (; text < end && (*text == '0' || *text == '.'); text++)
		zeros += *text == '0';
	return zeros;
}

/* Digits, maybe a fraction, maybe an exponent; nothing else. */
static bool
scan_decimal(const char *text, const char *end, JbDecimal *decimal)
{
	const char *at;
	size_t count;
	int written = 0;

	decimal->digits = 0;
	decimal->exponent = 0;
	at = scan_digits(text, end, &decimal->digits);
	count = at - text;
	if (count == 0)
		return false;
	if (at < end && *at == '.')
	{
		const char *fraction = at + 1;

		at = scan_digits(fraction, end, &decimal->digits);
		if (at == fraction)
			return false;
		count += at - fraction;
		decimal->exponent = (int) (fraction - at);
	}
	if (count > JB_UINT64_DIGITS)
		count -= count_leading_zeros(text, at);
	decimal->complete = count <= JB_UINT64_DIGITS;
	if (at < end)
	{
		if ((*at | 0x20) != 'e' || !scan_exponent(at + 1, end, &written))
			return false;
		decimal->exponent += written;
	}
	return true;
}

#ifdef JB_HAVE_SSE42

/* Texts that load_token() takes; one vector's bytes */
#define JB_TOKEN_LENGTH 16

/*
 * 1 .. 16 bytes that must be digits with at most one point among them, xor-ed
 * with '0' and followed by zeros.  *point is its place, or length if there is
 * none.
 */
static inline bool
load_token(const char *text, size_t length, const char *limit, __m128i *token, uint32 *point)
{
	char copy[JB_TOKEN_LENGTH] = {0};
	const __m128i places = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	__m128i bytes;
	uint32 others;

	if (unlikely(limit - text < JB_TOKEN_LENGTH))
	{
		memcpy(copy, text, length);
		text = copy;
	}
	bytes = _mm_xor_si128(_mm_loadu_si128((const __m128i *) text), _mm_set1_epi8('0'));
	bytes = _mm_and_si128(bytes, _mm_cmpgt_epi8(_mm_set1_epi8((char) length), places));
	others = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(9)), bytes)) ^ 0xFFFF;
	*token = bytes;
	*point = (uint32) length;
	if (others == 0)
		return true;
	*point = pg_rightmost_one_pos32(others);
	return (others & (others - 1)) == 0 && *point > 0 && *point + 1 < length && text[*point] == '.';
}

/*
 * The same of a token whose end isn't known, as JSON writes it; its length, or 0
 * to refuse.
 */
static pg_attribute_always_inline uint32
find_token(const char *text, const char *limit, __m128i *token, uint32 *point)
{
	const __m128i places = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	__m128i bytes;
	uint32 others;
	uint32 length;

	/* nothing undefined for the caller, refused or not */
	*token = places;
	*point = 0;
	if (unlikely(limit - text < JB_TOKEN_LENGTH))
		return 0;
	bytes = _mm_xor_si128(_mm_loadu_si128((const __m128i *) text), _mm_set1_epi8('0'));
	others = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(9)), bytes)) ^ 0xFFFF;
	if (unlikely(others == 0))
		return 0;
	length = *point = pg_rightmost_one_pos32(others);
	if (text[length] == '.')
	{
		others &= others - 1;
		if (unlikely(others == 0))
			return 0;
		length = pg_rightmost_one_pos32(others);
		if (unlikely(length == *point + 1))
			return 0;
	}
	if (unlikely(*point == 0 || (*point > 1 && *text == '0')))
		return 0;
	*token = _mm_and_si128(bytes, _mm_cmpgt_epi8(_mm_set1_epi8((char) length), places));
	return length;
}

/* A token's digits without the point, as a number and a power of ten. */
static pg_attribute_always_inline void
combine_token(__m128i digits, uint32 length, uint32 point, JbDecimal *decimal)
{
	const __m128i places = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	__m128i sources;
	uint32 count = length - (point < length);
	uint64 halves;

	decimal->exponent = (int) point - (int) count;
	decimal->complete = true;

	/* move them to the vector's end, closing the gap that the point leaves */
	sources = _mm_add_epi8(places, _mm_set1_epi8((char) (count - JB_TOKEN_LENGTH)));
	sources = _mm_sub_epi8(sources, _mm_cmpgt_epi8(sources, _mm_set1_epi8((char) (point - 1))));
	digits = _mm_shuffle_epi8(digits, sources);
	digits = _mm_maddubs_epi16(digits, _mm_set1_epi16(0x010A));
	digits = _mm_madd_epi16(digits, _mm_set1_epi32(0x00010064));
	digits = _mm_packus_epi32(digits, digits);
	digits = _mm_madd_epi16(digits, _mm_set1_epi32(0x00012710));
	_mm_storel_epi64((__m128i *) &halves, digits);
	decimal->digits = (halves & 0xFFFFFFFF) * 100000000 + (halves >> 32);
}

static inline bool
load_decimal(const char *text, size_t length, const char *limit, JbDecimal *decimal)
{
	__m128i digits;
	uint32 point;

	if (!load_token(text, length, limit, &digits, &point))
		return false;
	combine_token(digits, (uint32) length, point, decimal);
	return true;
}

#endif /* JB_HAVE_SSE42 */

/* A whole number text without its sign. */
static inline bool
read_decimal(const char *text, size_t length, const char *limit, JbDecimal *decimal)
{
#ifdef JB_HAVE_SSE42
	if (likely(length - 1 < JB_TOKEN_LENGTH) && likely(load_decimal(text, length, limit, decimal)))
		return true;
#else
	(void) limit;
#endif
	return scan_decimal(text, text + length, decimal);
}

/* What rounding to a binary format needs to know of it. */
typedef struct JbBinaryFormat
{
	int fraction_bits;
	int bias;
	int infinite; /* the exponent field that isn't finite */
	int tie_low;  /* powers of ten that can end in a tie */
	int tie_high;
} JbBinaryFormat;

#ifdef HAVE_INT128

/* Powers of ten, and so of five, that power_of_five[] covers */
#define JB_POWER_MIN (-40)
#define JB_POWER_MAX 40

/*
 * The top 128 bits of 5 ^ q, scaled so that the first is set: exact or cut for
 * q >= 0, rounded up for q < 0.
 */
static const uint64 power_of_five[JB_POWER_MAX - JB_POWER_MIN + 1][2] = {
	{UINT64CONST(0x8B61313BBABCE2C6), UINT64CONST(0x2323AC4B3B3DA016)},
	{UINT64CONST(0xAE397D8AA96C1B77), UINT64CONST(0xABEC975E0A0D081B)},
	{UINT64CONST(0xD9C7DCED53C72255), UINT64CONST(0x96E7BD358C904A22)},
	{UINT64CONST(0x881CEA14545C7575), UINT64CONST(0x7E50D64177DA2E55)},
	{UINT64CONST(0xAA242499697392D2), UINT64CONST(0xDDE50BD1D5D0B9EA)},
	{UINT64CONST(0xD4AD2DBFC3D07787), UINT64CONST(0x955E4EC64B44E865)},
	{UINT64CONST(0x84EC3C97DA624AB4), UINT64CONST(0xBD5AF13BEF0B113F)},
	{UINT64CONST(0xA6274BBDD0FADD61), UINT64CONST(0xECB1AD8AEACDD58F)},
	{UINT64CONST(0xCFB11EAD453994BA), UINT64CONST(0x67DE18EDA5814AF3)},
	{UINT64CONST(0x81CEB32C4B43FCF4), UINT64CONST(0x80EACF948770CED8)},
	{UINT64CONST(0xA2425FF75E14FC31), UINT64CONST(0xA1258379A94D028E)},
	{UINT64CONST(0xCAD2F7F5359A3B3E), UINT64CONST(0x096EE45813A04331)},
	{UINT64CONST(0xFD87B5F28300CA0D), UINT64CONST(0x8BCA9D6E188853FD)},
	{UINT64CONST(0x9E74D1B791E07E48), UINT64CONST(0x775EA264CF55347E)},
	{UINT64CONST(0xC612062576589DDA), UINT64CONST(0x95364AFE032A819E)},
	{UINT64CONST(0xF79687AED3EEC551), UINT64CONST(0x3A83DDBD83F52205)},
	{UINT64CONST(0x9ABE14CD44753B52), UINT64CONST(0xC4926A9672793543)},
	{UINT64CONST(0xC16D9A0095928A27), UINT64CONST(0x75B7053C0F178294)},
	{UINT64CONST(0xF1C90080BAF72CB1), UINT64CONST(0x5324C68B12DD6339)},
	{UINT64CONST(0x971DA05074DA7BEE), UINT64CONST(0xD3F6FC16EBCA5E04)},
	{UINT64CONST(0xBCE5086492111AEA), UINT64CONST(0x88F4BB1CA6BCF585)},
	{UINT64CONST(0xEC1E4A7DB69561A5), UINT64CONST(0x2B31E9E3D06C32E6)},
	{UINT64CONST(0x9392EE8E921D5D07), UINT64CONST(0x3AFF322E62439FD0)},
	{UINT64CONST(0xB877AA3236A4B449), UINT64CONST(0x09BEFEB9FAD487C3)},
	{UINT64CONST(0xE69594BEC44DE15B), UINT64CONST(0x4C2EBE687989A9B4)},
	{UINT64CONST(0x901D7CF73AB0ACD9), UINT64CONST(0x0F9D37014BF60A11)},
	{UINT64CONST(0xB424DC35095CD80F), UINT64CONST(0x538484C19EF38C95)},
	{UINT64CONST(0xE12E13424BB40E13), UINT64CONST(0x2865A5F206B06FBA)},
	{UINT64CONST(0x8CBCCC096F5088CB), UINT64CONST(0xF93F87B7442E45D4)},
	{UINT64CONST(0xAFEBFF0BCB24AAFE), UINT64CONST(0xF78F69A51539D749)},
	{UINT64CONST(0xDBE6FECEBDEDD5BE), UINT64CONST(0xB573440E5A884D1C)},
	{UINT64CONST(0x89705F4136B4A597), UINT64CONST(0x31680A88F8953031)},
	{UINT64CONST(0xABCC77118461CEFC), UINT64CONST(0xFDC20D2B36BA7C3E)},
	{UINT64CONST(0xD6BF94D5E57A42BC), UINT64CONST(0x3D32907604691B4D)},
	{UINT64CONST(0x8637BD05AF6C69B5), UINT64CONST(0xA63F9A49C2C1B110)},
	{UINT64CONST(0xA7C5AC471B478423), UINT64CONST(0x0FCF80DC33721D54)},
	{UINT64CONST(0xD1B71758E219652B), UINT64CONST(0xD3C36113404EA4A9)},
	{UINT64CONST(0x83126E978D4FDF3B), UINT64CONST(0x645A1CAC083126EA)},
	{UINT64CONST(0xA3D70A3D70A3D70A), UINT64CONST(0x3D70A3D70A3D70A4)},
	{UINT64CONST(0xCCCCCCCCCCCCCCCC), UINT64CONST(0xCCCCCCCCCCCCCCCD)},
	{UINT64CONST(0x8000000000000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xA000000000000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xC800000000000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xFA00000000000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0x9C40000000000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xC350000000000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xF424000000000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0x9896800000000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xBEBC200000000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xEE6B280000000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0x9502F90000000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xBA43B74000000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xE8D4A51000000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0x9184E72A00000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xB5E620F480000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xE35FA931A0000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0x8E1BC9BF04000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xB1A2BC2EC5000000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xDE0B6B3A76400000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0x8AC7230489E80000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xAD78EBC5AC620000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xD8D726B7177A8000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0x878678326EAC9000), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xA968163F0A57B400), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xD3C21BCECCEDA100), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0x84595161401484A0), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xA56FA5B99019A5C8), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0xCECB8F27F4200F3A), UINT64CONST(0x0000000000000000)},
	{UINT64CONST(0x813F3978F8940984), UINT64CONST(0x4000000000000000)},
	{UINT64CONST(0xA18F07D736B90BE5), UINT64CONST(0x5000000000000000)},
	{UINT64CONST(0xC9F2C9CD04674EDE), UINT64CONST(0xA400000000000000)},
	{UINT64CONST(0xFC6F7C4045812296), UINT64CONST(0x4D00000000000000)},
	{UINT64CONST(0x9DC5ADA82B70B59D), UINT64CONST(0xF020000000000000)},
	{UINT64CONST(0xC5371912364CE305), UINT64CONST(0x6C28000000000000)},
	{UINT64CONST(0xF684DF56C3E01BC6), UINT64CONST(0xC732000000000000)},
	{UINT64CONST(0x9A130B963A6C115C), UINT64CONST(0x3C7F400000000000)},
	{UINT64CONST(0xC097CE7BC90715B3), UINT64CONST(0x4B9F100000000000)},
	{UINT64CONST(0xF0BDC21ABB48DB20), UINT64CONST(0x1E86D40000000000)},
	{UINT64CONST(0x96769950B50D88F4), UINT64CONST(0x1314448000000000)},
	{UINT64CONST(0xBC143FA4E250EB31), UINT64CONST(0x17D955A000000000)},
	{UINT64CONST(0xEB194F8E1AE525FD), UINT64CONST(0x5DCFAB0800000000)},
};

/* The product's upper half; the lower goes to *low. */
static inline uint64
multiply(uint64 a, uint64 b, uint64 *low)
{
	uint128 product = (uint128) a * b;

	*low = (uint64) product;
	return (uint64) (product >> 64);
}

/*
 * Round digits * 10 ^ power to the format's nearest value, as bits without a
 * sign.  Refuses what isn't a normal number, and the few products that 128 bits
 * can't decide.  digits isn't 0.
 */
static inline bool
round_to_binary(uint64 digits, int power, const JbBinaryFormat *format, uint64 *bits)
{
	const int spare = 64 - format->fraction_bits - 3;
	const uint64 undecided = ~UINT64CONST(0) >> (format->fraction_bits + 3);
	const uint64 *five;
	int zeros = 63 - pg_leftmost_one_pos64(digits);
	uint64 high;
	uint64 low;
	uint64 ignored;
	uint64 mantissa;
	int upper;
	int exponent;

	if (power < JB_POWER_MIN || power > JB_POWER_MAX)
		return false;
	five = power_of_five[power - JB_POWER_MIN];
	digits <<= zeros;
	high = multiply(digits, five[0], &low);
	if ((high & undecided) == undecided)
	{
		uint64 more = multiply(digits, five[1], &ignored);

		low += more;
		high += low < more;
		if (low == ~UINT64CONST(0) && power < -27)
			return false;
	}
	upper = (int) (high >> 63);
	mantissa = high >> (upper + spare);

	/* 217706 / 2^16 is log2(10), near enough for all powers here */
	exponent = ((217706 * power) >> 16) + 63 + upper - zeros + format->bias;

	/* an exact tie goes to the even neighbour, everything else up */
	if (low <= 1 && power >= format->tie_low && power <= format->tie_high && (mantissa & 3) == 1 &&
		(mantissa << (upper + spare)) == high)
		mantissa &= ~UINT64CONST(1);
	mantissa = (mantissa + (mantissa & 1)) >> 1;
	if (mantissa >> (format->fraction_bits + 1) != 0)
	{
		mantissa >>= 1;
		exponent++;
	}
	if (exponent <= 0 || exponent >= format->infinite)
		return false;
	*bits = ((uint64) exponent << format->fraction_bits) |
			(mantissa & ((UINT64CONST(1) << format->fraction_bits) - 1));
	return true;
}

#else

static inline bool
round_to_binary(uint64 digits, int power, const JbBinaryFormat *format, uint64 *bits)
{
	return false;
}

#endif /* HAVE_INT128 */

static const JbBinaryFormat float8_format = {52, 1023, 0x7FF, -4, 23};
static const JbBinaryFormat float4_format = {23, 127, 0xFF, -17, 10};

/*
 * With operands that are exact and an operation that rounds once the result is
 * the nearest value.  Not so where intermediates are wider than the type.
 */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 0
#define JB_ROUNDS_ONCE true
#else
#define JB_ROUNDS_ONCE false
#endif

/* Powers of ten that a float8 holds exactly, and the integers */
#define JB_FLOAT8_EXACT_POWER  22
#define JB_FLOAT8_EXACT_DIGITS (UINT64CONST(1) << 53)

/* The same of float4 */
#define JB_FLOAT4_EXACT_POWER  10
#define JB_FLOAT4_EXACT_DIGITS (UINT64CONST(1) << 24)

static inline bool
decimal_to_float8(const JbDecimal *decimal, float8 *value)
{
	static const float8 powers[JB_FLOAT8_EXACT_POWER + 1] = {1e0,  1e1,	 1e2,  1e3,	 1e4,  1e5,	 1e6,  1e7,
															 1e8,  1e9,	 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
															 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
	int power = decimal->exponent;
	uint64 bits;

	if (likely(JB_ROUNDS_ONCE && decimal->digits <= JB_FLOAT8_EXACT_DIGITS &&
			   power >= -JB_FLOAT8_EXACT_POWER && power <= JB_FLOAT8_EXACT_POWER))
	{
		if (power <= 0)
			*value = (float8) (int64) decimal->digits / powers[-power];
		else
			*value = (float8) (int64) decimal->digits * powers[power];
		return true;
	}
	*value = 0;
	if (decimal->digits == 0)
		return true;
	if (!round_to_binary(decimal->digits, power, &float8_format, &bits))
		return false;
	memcpy(value, &bits, sizeof(*value));
	return true;
}

static inline bool
decimal_to_float4(const JbDecimal *decimal, float4 *value)
{
	static const float4 powers[JB_FLOAT4_EXACT_POWER + 1] = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f,
															 1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
	int power = decimal->exponent;
	uint64 bits;
	uint32 narrow;

	if (likely(JB_ROUNDS_ONCE && decimal->digits <= JB_FLOAT4_EXACT_DIGITS &&
			   power >= -JB_FLOAT4_EXACT_POWER && power <= JB_FLOAT4_EXACT_POWER))
	{
		if (power <= 0)
			*value = (float4) (int32) decimal->digits / powers[-power];
		else
			*value = (float4) (int32) decimal->digits * powers[power];
		return true;
	}
	*value = 0;
	if (decimal->digits == 0)
		return true;
	if (!round_to_binary(decimal->digits, power, &float4_format, &bits))
		return false;
	narrow = (uint32) bits;
	memcpy(value, &narrow, sizeof(*value));
	return true;
}

bool
jb_parse_float8(const char *text, size_t length, const char *limit, float8 *value)
{
	bool negative = length > 0 && *text == '-';
	JbDecimal decimal;
	float8 magnitude;

	if (unlikely(!read_decimal(text + negative, length - negative, limit, &decimal)))
		return false;
	if (likely(decimal.complete && decimal_to_float8(&decimal, &magnitude)))
	{
		*value = negative ? -magnitude : magnitude;
		return true;
	}
	return jb_simd_parse_double(text, length, value);
}

bool
jb_parse_float4(const char *text, size_t length, const char *limit, float4 *value)
{
	bool negative = length > 0 && *text == '-';
	JbDecimal decimal;
	float4 magnitude;

	if (unlikely(!read_decimal(text + negative, length - negative, limit, &decimal)))
		return false;
	if (likely(decimal.complete && decimal_to_float4(&decimal, &magnitude)))
	{
		*value = negative ? -magnitude : magnitude;
		return true;
	}
	return jb_simd_parse_float(text, length, value);
}

#ifdef JB_HAVE_SSE42

/* A token's decimal, which is complete; the byte behind it, or NULL. */
static pg_attribute_always_inline const char *
take_decimal(const char *text, const char *limit, JbDecimal *decimal)
{
	__m128i digits;
	uint32 point;
	uint32 length = find_token(text, limit, &digits, &point);

	if (unlikely(length == 0))
		return NULL;
	combine_token(digits, length, point, decimal);
	return text + length;
}

const char *
jb_take_float8(const char *text, const char *limit, float8 *value)
{
	bool negative = limit > text && *text == '-';
	JbDecimal decimal;
	float8 magnitude;

	text = take_decimal(text + negative, limit, &decimal);
	if (unlikely(text == NULL || !decimal_to_float8(&decimal, &magnitude)))
		return NULL;
	*value = negative ? -magnitude : magnitude;
	return text;
}

const char *
jb_take_float4(const char *text, const char *limit, float4 *value)
{
	bool negative = limit > text && *text == '-';
	JbDecimal decimal;
	float4 magnitude;

	text = take_decimal(text + negative, limit, &decimal);
	if (unlikely(text == NULL || !decimal_to_float4(&decimal, &magnitude)))
		return NULL;
	*value = negative ? -magnitude : magnitude;
	return text;
}

#else

const char *
jb_take_float8(const char *text, const char *limit, float8 *value)
{
	(void) text;
	(void) limit;
	(void) value;
	return NULL;
}

const char *
jb_take_float4(const char *text, const char *limit, float4 *value)
{
	(void) text;
	(void) limit;
	(void) value;
	return NULL;
}

#endif /* JB_HAVE_SSE42 */

/*
 * The numeric datum, which numeric.c keeps to itself: after the varlena header
 * a header word, in the long form a second word with the weight, then the
 * groups of four decimal digits, the first and last of them not zero.
 */
#define JB_GROUP_DIGITS		 4
#define JB_SHORT_FORM		 0x8000
#define JB_SHORT_NEGATIVE	 0x2000
#define JB_SHORT_SCALE_SHIFT 7
#define JB_SHORT_SCALE_MAX	 63
#define JB_SHORT_WEIGHT_MASK 0x007F /* sign bit and six bits */
#define JB_SHORT_WEIGHT_MIN	 (-64)
#define JB_SHORT_WEIGHT_MAX	 63
#define JB_LONG_NEGATIVE	 0x4000
#define JB_LONG_SCALE_MASK	 0x3FFF
#define JB_FORM_MASK		 0xC000
#define JB_SPECIAL			 0xC000 /* not finite */

/* Precision and scale of a numeric column. */
typedef struct JbNumericLimits
{
	bool given; /* false: any number as it is */
	int scale;
	int whole_digits; /* digits allowed before the point; may be < 0 */
} JbNumericLimits;

/* As numeric_typmod_precision() and _scale(), which numeric.c keeps static. */
static inline JbNumericLimits
numeric_limits(int32 typmod)
{
	JbNumericLimits limits = {false, 0, 0};

	if (typmod >= (int32) VARHDRSZ)
	{
		uint32 packed = (uint32) typmod - VARHDRSZ;

		limits.given = true;
		limits.scale = (int) ((packed & 0x7FF) ^ 1024) - 1024;
		limits.whole_digits = (int) (packed >> 16 & 0xFFFF) - limits.scale;
	}
	return limits;
}

/* Write the varlena header of a datum with size bytes of content. */
static inline char *
put_varlena_header(char *at, size_t size, bool packable)
{
	if (packable)
	{
		SET_VARSIZE_SHORT(at, VARHDRSZ_SHORT + size);
		return at + VARHDRSZ_SHORT;
	}
	SET_VARSIZE(at, VARHDRSZ + size);
	return at + VARHDRSZ;
}

/*
 * Write both headers of a numeric with so many groups; gives the place of the
 * first group.
 */
static inline char *
put_numeric_header(char *at, bool packable, bool negative, int scale, int weight, int groups)
{
	size_t size = groups * sizeof(int16);
	uint16 word;

	if (likely(scale <= JB_SHORT_SCALE_MAX && weight >= JB_SHORT_WEIGHT_MIN && weight <= JB_SHORT_WEIGHT_MAX))
	{
		at = put_varlena_header(at, sizeof(word) + size, packable);
		word = (uint16) (JB_SHORT_FORM | (negative ? JB_SHORT_NEGATIVE : 0) | scale << JB_SHORT_SCALE_SHIFT |
						 (weight & JB_SHORT_WEIGHT_MASK));
		memcpy(at, &word, sizeof(word));
		return at + sizeof(word);
	}
	at = put_varlena_header(at, 2 * sizeof(word) + size, packable);
	word = (uint16) ((negative ? JB_LONG_NEGATIVE : 0) | scale);
	memcpy(at, &word, sizeof(word));
	word = (uint16) (int16) weight;
	memcpy(at + sizeof(word), &word, sizeof(word));
	return at + 2 * sizeof(word);
}

#ifdef JB_HAVE_SSE42

/*
 * Does a text with so many digits on either side of the point fit without
 * rounding?  *scale is the scale to show.
 */
static inline bool
fits_limits(const JbNumericLimits *limits, int whole, int fraction, int *scale)
{
	*scale = fraction;
	if (!limits->given)
		return true;
	*scale = limits->scale;
	return fraction <= limits->scale && limits->scale <= JB_SHORT_SCALE_MAX && whole <= limits->whole_digits;
}

/*
 * Tokens of up to 15 bytes and four groups that need no rounding; NULL for
 * others.
 */
static pg_attribute_always_inline char *
put_token(const char *text, size_t length, __m128i digits, uint32 point, const JbNumericLimits *limits,
		  bool negative, bool packable, char *at)
{
	const __m128i places = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	__m128i sources;
	int fraction;
	int border; /* the place of the point among the groups */
	int scale;
	int first;
	int last;
	uint64 groups;

	fraction = point < length ? (int) (length - point) - 1 : 0;
	border = (int) (point + JB_GROUP_DIGITS - 1) & ~(JB_GROUP_DIGITS - 1);
	if (border + fraction > JB_TOKEN_LENGTH ||
		!fits_limits(limits, point == 1 && *text == '0' ? 0 : (int) point, fraction, &scale))
		return NULL;

	/* below border the digits before the point, from it those behind */
	sources = _mm_add_epi8(places, _mm_set1_epi8((char) ((int) point - border)));
	sources = _mm_sub_epi8(sources, _mm_cmpgt_epi8(places, _mm_set1_epi8((char) (border - 1))));
	sources = _mm_min_epi8(sources, _mm_set1_epi8(JB_TOKEN_LENGTH - 1));
	digits = _mm_shuffle_epi8(digits, sources);
	digits = _mm_maddubs_epi16(digits, _mm_set1_epi16(0x010A));
	digits = _mm_madd_epi16(digits, _mm_set1_epi32(0x00010064));
	digits = _mm_packus_epi32(digits, digits);
	_mm_storel_epi64((__m128i *) &groups, digits);

	if (unlikely(groups == 0))
		return put_numeric_header(at, packable, false, scale, 0, 0);
	first = pg_rightmost_one_pos64(groups) / 16;
	last = pg_leftmost_one_pos64(groups) / 16;
	groups >>= 16 * first;
	at = put_numeric_header(at, packable, negative, scale, border / JB_GROUP_DIGITS - 1 - first,
							last - first + 1);
	memcpy(at, &groups, sizeof(groups));
	return at + (last - first + 1) * sizeof(int16);
}

static inline char *
write_short_numeric(const char *text, size_t length, const char *limit, const JbNumericLimits *limits,
					bool negative, bool packable, char *at)
{
	__m128i digits;
	uint32 point;

	if (!load_token(text, length, limit, &digits, &point))
		return NULL;
	return put_token(text, length, digits, point, limits, negative, packable, at);
}

const char *
jb_take_numeric(const char *text, const char *limit, int32 typmod, char **at)
{
	JbNumericLimits limits = numeric_limits(typmod);
	bool negative = limit > text && *text == '-';
	__m128i digits;
	uint32 point;
	uint32 length;
	char *end;

	text += negative;
	length = find_token(text, limit, &digits, &point);
	if (unlikely(length == 0))
		return NULL;
	end = put_token(text, length, digits, point, &limits, negative, true, *at);
	if (unlikely(end == NULL))
		return NULL;
	*at = end;
	return text + length;
}

#else

const char *
jb_take_numeric(const char *text, const char *limit, int32 typmod, char **at)
{
	(void) text;
	(void) limit;
	(void) typmod;
	(void) at;
	return NULL;
}

#endif /* JB_HAVE_SSE42 */

/* Room for zeros before the first digit: a carry and a group's alignment */
#define JB_DIGITS_BEFORE JB_GROUP_DIGITS

/* Decimal digits of any number that fits the buffer. */
typedef struct JbDigits
{
	int first;	/* index of the first digit that isn't 0 */
	int count;	/* 0: the number is zero */
	int weight; /* power of ten of the first digit */
	int scale;	/* digits behind the point to show */

	/* zeros stand before and behind the digits */
	char digits[JB_DIGITS_BEFORE + JB_NUMERIC_MAX_LENGTH + JB_GROUP_DIGITS];
} JbDigits;

/* Take zeros off both ends. */
static void
trim_digits(JbDigits *number)
{
	while (number->count > 0 && number->digits[number->first] == 0)
	{
		number->first++;
		number->count--;
		number->weight--;
	}
	while (number->count > 0 && number->digits[number->first + number->count - 1] == 0)
		number->count--;
}

/* As set_var_from_str(), for digits, maybe a fraction, maybe an exponent. */
static bool
read_digits(const char *text, const char *end, JbDigits *number)
{
	int exponent = 0;
	int whole;
	int fraction = 0;
	char *to = number->digits + JB_DIGITS_BEFORE;

	memset(number->digits, 0, JB_DIGITS_BEFORE);
	for (whole = 0; text < end && is_digit(*text); whole++)
		*to++ = *text++ - '0';
	if (text < end && *text == '.')
	{
		for (text++; text < end && is_digit(*text); fraction++)
			*to++ = *text++ - '0';
		if (fraction == 0)
			return false;
	}
	if (whole == 0)
		return false;
	if (text < end && ((*text | 0x20) != 'e' || !scan_exponent(text + 1, end, &exponent)))
		return false;
	number->first = JB_DIGITS_BEFORE;
	number->count = whole + fraction;
	number->weight = whole - 1 + exponent;
	number->scale = Max(fraction - exponent, 0);
	trim_digits(number);
	return true;
}

/* Cut to scale digits behind the point (or before it), half away from zero. */
static void
round_digits(JbDigits *number, int scale)
{
	int keep = number->weight + 1 + scale;
	int at;

	number->scale = Max(scale, 0);
	if (keep >= number->count)
		return;
	if (keep < 0)
	{
		number->count = 0;
		return;
	}
	number->count = keep;
	at = number->first + keep;
	if (number->digits[at] < 5)
	{
		trim_digits(number);
		return;
	}

	/* the nines before the cut become zeros, what stands before them grows */
	while (number->digits[--at] == 9)
		number->digits[at] = 0;
	number->digits[at]++;
	if (at < number->first)
	{
		number->first--;
		number->count++;
		number->weight++;
	}
	trim_digits(number);
}

/* As make_result(). */
static char *
put_digits(JbDigits *number, bool negative, bool packable, char *at)
{
	int weight;
	int groups;
	const char *digit;

	if (number->count == 0)
		return put_numeric_header(at, packable, false, number->scale, 0, 0);

	/* rounds down, below zero too */
	weight = (number->weight + JB_GROUP_DIGITS * JB_EXPONENT_MAX) / JB_GROUP_DIGITS - JB_EXPONENT_MAX;
	digit = number->digits + number->first - (JB_GROUP_DIGITS * (weight + 1) - (number->weight + 1));
	memset(number->digits + number->first + number->count, 0, JB_GROUP_DIGITS);
	groups = (int) (number->digits + number->first + number->count - digit + JB_GROUP_DIGITS - 1) /
			 JB_GROUP_DIGITS;
	at = put_numeric_header(at, packable, negative, number->scale, weight, groups);
	for (int i = 0; i < groups; i++, digit += JB_GROUP_DIGITS)
	{
		int16 group = digit[0] * 1000 + digit[1] * 100 + digit[2] * 10 + digit[3];

		memcpy(at, &group, sizeof(group));
		at += sizeof(group);
	}
	return at;
}

/* Any text that read_digits() takes. */
static pg_noinline char *
write_long_numeric(const char *text, size_t length, const JbNumericLimits *limits, bool negative,
				   bool packable, char *at)
{
	JbDigits number;

	if (length > JB_NUMERIC_MAX_LENGTH || !read_digits(text, text + length, &number))
		return NULL;
	if (limits->given)
	{
		round_digits(&number, limits->scale);
		if (number.count > 0 && number.weight + 1 > limits->whole_digits)
			return NULL;
	}
	return put_digits(&number, negative, packable, at);
}

char *
jb_write_numeric(const char *text, size_t length, const char *limit, int32 typmod, bool packable, char *at)
{
	JbNumericLimits limits = numeric_limits(typmod);
	bool negative = length > 0 && *text == '-';

	text += negative;
	length -= negative;
#ifdef JB_HAVE_SSE42
	if (likely(length - 1 < JB_TOKEN_LENGTH - 1))
	{
		char *end = write_short_numeric(text, length, limit, &limits, negative, packable, at);

		if (likely(end != NULL))
			return end;
	}
#else
	(void) limit;
#endif
	return write_long_numeric(text, length, &limits, negative, packable, at);
}

/* A numeric taken apart: the sum of groups[i] * 10000 ^ (weight - i). */
typedef struct JbNumericParts
{
	const int16 *groups;
	int count;
	int weight;
	int scale;
	bool negative;
} JbNumericParts;

/* As NUMERIC_WEIGHT() and its like, which numeric.c keeps to itself; false if not finite. */
static inline bool
take_numeric(const char *numeric, JbNumericParts *parts)
{
	const uint16 *words = (const uint16 *) (numeric + VARHDRSZ);
	int count = (int) (VARSIZE(numeric) - VARHDRSZ) / (int) sizeof(int16);
	uint16 word = words[0];

	if (likely((word & JB_FORM_MASK) == JB_SHORT_FORM))
	{
		parts->negative = (word & JB_SHORT_NEGATIVE) != 0;
		parts->scale = word >> JB_SHORT_SCALE_SHIFT & JB_SHORT_SCALE_MAX;
		parts->weight = ((word & JB_SHORT_WEIGHT_MASK) ^ (JB_SHORT_WEIGHT_MAX + 1)) + JB_SHORT_WEIGHT_MIN;
		parts->groups = (const int16 *) words + 1;
		parts->count = count - 1;
		return true;
	}
	parts->negative = (word & JB_FORM_MASK) == JB_LONG_NEGATIVE;
	parts->scale = word & JB_LONG_SCALE_MASK;
	parts->weight = (int16) words[1];
	parts->groups = (const int16 *) words + 2;
	parts->count = count - 2;
	return (word & JB_FORM_MASK) != JB_SPECIAL;
}

/* Groups whose number certainly fits an uint64, and the highest that a fifth may have */
#define JB_UINT64_GROUPS	4
#define JB_FIFTH_GROUP_LAST 999

/* The groups as one number of groups; refuses more than 19 digits. */
static inline bool
join_groups(const JbNumericParts *parts, uint64 *value)
{
	if (parts->count > JB_UINT64_GROUPS &&
		(parts->count > JB_UINT64_GROUPS + 1 || parts->groups[0] > JB_FIFTH_GROUP_LAST))
		return false;
	*value = 0;
	for (int i = 0; i < parts->count; i++)
		*value = *value * 10000 + parts->groups[i];
	return true;
}

/* So many groups of zeros; refuses fractions and more than 19 digits. */
static inline bool
append_groups(uint64 *value, int count)
{
	static const uint64 powers[] = {1, 10000, 100000000, UINT64CONST(1000000000000),
									UINT64CONST(10000000000000000)};

	if (likely(count == 0))
		return true;
	if (count < 0 || count > JB_UINT64_GROUPS || *value > UINT64CONST(9999999999999999999) / powers[count])
		return false;
	*value *= powers[count];
	return true;
}

bool
jb_numeric_int64(const char *numeric, int64 *value)
{
	JbNumericParts parts;
	uint64 magnitude;

	if (!take_numeric(numeric, &parts) || parts.scale != 0 || !join_groups(&parts, &magnitude))
		return false;
	if (magnitude != 0 && !append_groups(&magnitude, parts.weight + 1 - parts.count))
		return false;
	if (magnitude > (uint64) PG_INT64_MAX + parts.negative)
		return false;
	*value = (int64) (parts.negative ? 0 - magnitude : magnitude);
	return true;
}

static inline bool
numeric_to_decimal(const char *numeric, JbDecimal *decimal, bool *negative)
{
	JbNumericParts parts;

	if (!take_numeric(numeric, &parts) || !join_groups(&parts, &decimal->digits))
		return false;
	decimal->exponent = (parts.weight + 1 - parts.count) * JB_GROUP_DIGITS;
	decimal->complete = true;
	*negative = parts.negative;
	return true;
}

bool
jb_numeric_float8(const char *numeric, float8 *value)
{
	JbDecimal decimal;
	bool negative;
	float8 magnitude;

	if (!numeric_to_decimal(numeric, &decimal, &negative) || !decimal_to_float8(&decimal, &magnitude))
		return false;
	*value = negative ? -magnitude : magnitude;
	return true;
}

bool
jb_numeric_float4(const char *numeric, float4 *value)
{
	JbDecimal decimal;
	bool negative;
	float4 magnitude;

	if (!numeric_to_decimal(numeric, &decimal, &negative) || !decimal_to_float4(&decimal, &magnitude))
		return false;
	*value = negative ? -magnitude : magnitude;
	return true;
}

/* Digits before the point, none for less than 1. */
static inline int
count_whole_digits(const JbNumericParts *parts)
{
	int group = parts->groups[0];
	int missing = (group < 1000) + (group < 100) + (group < 10);

	return (parts->weight + 1) * JB_GROUP_DIGITS - missing;
}

char *
jb_numeric_copy(const char *numeric, int32 typmod, bool packable, char *at)
{
	JbNumericLimits limits = numeric_limits(typmod);
	JbNumericParts parts;

	if (!take_numeric(numeric, &parts) || (packable && VARSIZE(numeric) > VARATT_SHORT_MAX))
		return NULL;
	if (limits.given)
	{
		if (parts.scale > limits.scale ||
			(parts.count > 0 && count_whole_digits(&parts) > limits.whole_digits))
			return NULL;
		parts.scale = limits.scale;
	}
	at = put_numeric_header(at, packable, parts.negative, parts.scale, parts.weight, parts.count);
	memcpy(at, parts.groups, parts.count * sizeof(int16));
	return at + parts.count * sizeof(int16);
}
