/*
 * read_scalar.c
 *		Readers of bool, integers, floats, characters, bytes, bits, uuid and json.
 *
 * All are thin: a parser of the byte layer and the layout of the type.
 */
#include "reader.h"

#include "json_bytes.h"
#include "json_number.h"
#include "json_string.h"
#include "mb/pg_wchar.h"
#include "tuple.h"
#include "utils/builtins.h"

char *
jb_read_bool(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	if (slot->kind != JB_TRUE && slot->kind != JB_FALSE)
		return NULL;
	*at = slot->kind == JB_TRUE;
	return at + 1;
}

char *
jb_read_int2(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	int16 value;

	if (unlikely(!jb_parse_int2(slot->text, slot->length, frame->limit, &value)))
		return NULL;
	at = jb_align_short(at);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}

char *
jb_read_int4(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	int32 value;

	if (unlikely(!jb_parse_int4(slot->text, slot->length, frame->limit, &value)))
		return NULL;
	at = jb_align_int(at);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}

char *
jb_read_int8(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	int64 value;

	if (unlikely(!jb_parse_int64(slot->text, slot->length, frame->limit, &value)))
		return NULL;
	at = jb_align_double(at);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}

char *
jb_read_oid(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	Oid value;

	if (unlikely(!jb_parse_oid(slot->text, slot->length, frame->limit, &value)))
		return NULL;
	at = jb_align_int(at);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}

char *
jb_read_float4(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	float4 value;

	if (unlikely(!jb_parse_float4(slot->text, slot->length, frame->limit, &value)))
		return NULL;
	at = jb_align_int(at);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}

char *
jb_read_float8(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	float8 value;

	if (unlikely(!jb_parse_float8(slot->text, slot->length, frame->limit, &value)))
		return NULL;
	at = jb_align_double(at);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}


/* ----------------------------------------------------------- characters */

/* Copy in whole vectors where both sides have the room for it. */
static inline void
copy_text(char *to, const char *from, Size length, const char *limit)
{
#ifdef JB_HAVE_SSE42
	if (likely(length <= 64 && limit - from >= (ptrdiff_t) TYPEALIGN(16, length)))
	{
		for (Size i = 0; i < length; i += 16)
			_mm_storeu_si128((__m128i *) (to + i), _mm_loadu_si128((const __m128i *) (from + i)));
		return;
	}
#endif
	memcpy(to, from, length);
}

/* The header of a varlena of "length" bytes; where its data goes. */
static inline char *
begin_varlena(const JbColumn *column, Size length, char *at)
{
	if (likely(length + VARHDRSZ_SHORT <= VARATT_SHORT_MAX && column->packable))
	{
		SET_VARSIZE_SHORT(at, length + VARHDRSZ_SHORT);
		return at + VARHDRSZ_SHORT;
	}
	at = jb_align_int(at);
	SET_VARSIZE(at, length + VARHDRSZ);
	return at + VARHDRSZ;
}

/*
 * text and varchar.  A varchar of no more bytes than its typmod has characters
 * has certainly no more characters; else varcharin() decides.
 */
char *
jb_read_text(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	if (unlikely(column->typmod >= VARHDRSZ && slot->length > (uint32) (column->typmod - VARHDRSZ)))
		return NULL;
	at = begin_varlena(column, slot->length, at);
	copy_text(at, slot->text, slot->length, frame->limit);
	return at + slot->length;
}

/* What is too long for a short header with its escapes may not be without. */
static char *
read_long_escaped_text(const JbColumn *column, const JbSlot *slot, char *at)
{
	char *aligned = jb_align_int(at);
	char *data = aligned + VARHDRSZ;
	Size length = jb_string_unescape(slot->text, slot->length, data) - data;

	if (column->typmod >= VARHDRSZ && length > (Size) (column->typmod - VARHDRSZ))
		return NULL;
	if (column->packable && length + VARHDRSZ_SHORT <= VARATT_SHORT_MAX)
	{
		memmove(at + VARHDRSZ_SHORT, data, length);
		SET_VARSIZE_SHORT(at, length + VARHDRSZ_SHORT);
		return at + VARHDRSZ_SHORT + length;
	}
	SET_VARSIZE(aligned, length + VARHDRSZ);
	return data + length;
}

char *
jb_read_escaped_text(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	Size length;

	/* short even with its escapes: then its header is one byte for sure */
	if (!column->packable || slot->length + VARHDRSZ_SHORT > VARATT_SHORT_MAX)
		return read_long_escaped_text(column, slot, at);
	length = jb_string_unescape(slot->text, slot->length, at + VARHDRSZ_SHORT) - at - VARHDRSZ_SHORT;
	if (column->typmod >= VARHDRSZ && length > (Size) (column->typmod - VARHDRSZ))
		return NULL;
	SET_VARSIZE_SHORT(at, length + VARHDRSZ_SHORT);
	return at + VARHDRSZ_SHORT + length;
}

/* char(n): padded with blanks to n characters; too long ones go to bpcharin(). */
char *
jb_read_bpchar(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	int characters = column->typmod - VARHDRSZ;
	int padding;

	if (column->typmod < VARHDRSZ)
		return jb_read_text(frame, column, slot, at);
	padding = characters - pg_mbstrlen_with_len(slot->text, slot->length);
	if (padding < 0)
		return NULL;
	if (unlikely(padding > JB_BPCHAR_PADDING))
		at = jb_row_room(frame->row, at, padding);
	at = begin_varlena(column, slot->length + padding, at);
	memcpy(at, slot->text, slot->length);
	memset(at + slot->length, ' ', padding);
	return at + slot->length + padding;
}

char *
jb_read_name(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	if (slot->length >= NAMEDATALEN)
		return NULL;
	memset(at, 0, NAMEDATALEN);
	memcpy(at, slot->text, slot->length);
	return at + NAMEDATALEN;
}

/* "char": one byte that is no part of an escape; the rest is charin()'s. */
char *
jb_read_char(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	if (slot->length != 1)
		return NULL;
	*at = *slot->text;
	return at + 1;
}


/* ---------------------------------------------------------------- bytes */

char *
jb_read_uuid(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	if (!jb_parse_uuid(slot->text, slot->length, frame->limit, (unsigned char *) at))
		return NULL;
	return at + JB_UUID_BYTES;
}

char *
jb_read_bytea(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	Size length;

	if (slot->length < 2)
		return NULL;
	length = JB_BYTEA_HEX_BYTES(slot->length);
	at = begin_varlena(column, length, at);
	if (!jb_parse_bytea_hex(slot->text, slot->length, frame->limit, (unsigned char *) at))
		return NULL;
	return at + length;
}

char *
jb_read_bit(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	Size length = JB_BITS_BYTES(slot->length);

	at = begin_varlena(column, length, at);
	if (!jb_parse_bit(slot->text, slot->length, frame->limit, column->typmod, (unsigned char *) at))
		return NULL;
	return at + length;
}

char *
jb_read_varbit(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	Size length = JB_BITS_BYTES(slot->length);

	at = begin_varlena(column, length, at);
	if (!jb_parse_varbit(slot->text, slot->length, frame->limit, column->typmod, (unsigned char *) at))
		return NULL;
	return at + length;
}


/* ----------------------------------------------------------------- json */

/*
 * json keeps the text as it stands in the document.  A string that had escapes
 * is written again, as stock does: that may be longer than what there was.
 */
char *
jb_read_json(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	const char *text = slot->text;
	Size length = slot->length;

	if (slot->kind == JB_STRING)
	{
		if (!slot->quoted)
			return NULL;
		text--;
		length += 2;
	}
	at = begin_varlena(column, length, at);
	copy_text(at, text, length, frame->limit);
	return at + length;
}
