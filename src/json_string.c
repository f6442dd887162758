/*
 * json_string.c
 *		JSON strings: taking escapes out, and putting quotes and escapes in.
 *
 * The scanner has looked at every escape before, so nothing is checked here.
 * Must not include anything that knows catalogs, memory contexts or codecs.
 */
#include "json_string.h"

#include "scan.h"

#include "mb/pg_wchar.h"

static inline int
hex_digit(char c)
{
	return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

static inline pg_wchar
code_unit(const char *at)
{
	return (pg_wchar) (hex_digit(at[0]) << 12 | hex_digit(at[1]) << 8 | hex_digit(at[2]) << 4 |
					   hex_digit(at[3]));
}

/* Code point to UTF-8, RFC 3629, section 3. */
static inline char *
write_code_point(pg_wchar c, char *out)
{
	if (c < 0x80)
		*out++ = (char) c;
	else if (c < 0x800)
	{
		*out++ = (char) (0xC0 | (c >> 6));
		*out++ = (char) (0x80 | (c & 0x3F));
	}
	else if (c < 0x10000)
	{
		*out++ = (char) (0xE0 | (c >> 12));
		*out++ = (char) (0x80 | ((c >> 6) & 0x3F));
		*out++ = (char) (0x80 | (c & 0x3F));
	}
	else
	{
		*out++ = (char) (0xF0 | (c >> 18));
		*out++ = (char) (0x80 | ((c >> 12) & 0x3F));
		*out++ = (char) (0x80 | ((c >> 6) & 0x3F));
		*out++ = (char) (0x80 | (c & 0x3F));
	}
	return out;
}

/* The escape behind the backslash at "*raw"; moves *raw behind it. */
static inline char *
write_unescaped(const char **raw, char *out)
{
	const char *at = *raw + 2;

	switch (at[-1])
	{
		case 'b':
			*out++ = '\b';
			break;
		case 'f':
			*out++ = '\f';
			break;
		case 'n':
			*out++ = '\n';
			break;
		case 'r':
			*out++ = '\r';
			break;
		case 't':
			*out++ = '\t';
			break;
		case 'u':
		{
			pg_wchar c = code_unit(at);

			at += 4;
			if ((c & 0xFC00) == 0xD800)
			{
				c = surrogate_pair_to_codepoint(c, code_unit(at + 2));
				at += 6;
			}
			out = write_code_point(c, out);
			break;
		}
		default: /* quote, backslash, slash */
			*out++ = at[-1];
			break;
	}
	*raw = at;
	return out;
}

/*
 * Never ahead of the raw text, so whole vectors that may be read there may be
 * written here.
 */
char *
jb_string_unescape(const char *raw, size_t length, char *out)
{
	const char *end = raw + length;

#ifdef JB_HAVE_SSE42
	while (end - raw >= 16)
	{
		__m128i bytes = _mm_loadu_si128((const __m128i *) raw);
		int found = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
		int plain = found ? __builtin_ctz(found) : 16;

		_mm_storeu_si128((__m128i *) out, bytes);
		raw += plain;
		out += plain;
		if (found != 0)
			out = write_unescaped(&raw, out);
	}
#endif
	while (raw < end)
	{
		if (*raw == '\\')
			out = write_unescaped(&raw, out);
		else
			*out++ = *raw++;
	}
	return out;
}

char *
jb_string_quote(const char *text, size_t length, char *out)
{
	static const char digits[] = "0123456789abcdef";

	*out++ = '"';
	for (const char *end = text + length; text < end; text++)
	{
		unsigned char c = (unsigned char) *text;
		char letter = 0;

		switch (c)
		{
			case '\b':
				letter = 'b';
				break;
			case '\f':
				letter = 'f';
				break;
			case '\n':
				letter = 'n';
				break;
			case '\r':
				letter = 'r';
				break;
			case '\t':
				letter = 't';
				break;
			case '"':
			case '\\':
				letter = (char) c;
				break;
			default:
				break;
		}
		if (letter != 0)
		{
			*out++ = '\\';
			*out++ = letter;
		}
		else if (c < 0x20)
		{
			memcpy(out, "\\u00", 4);
			out[4] = digits[c >> 4];
			out[5] = digits[c & 15];
			out += 6;
		}
		else
			*out++ = (char) c;
	}
	*out++ = '"';
	return out;
}
