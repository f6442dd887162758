/*
 * inplace.c
 *		Scan and form in one pass, for documents in attribute order.
 *
 * The fused readers here know the one form of a value that documents have all
 * the time, find its end while reading it, and leave the parsing to the parsers
 * that the readers use.  Any other form is scanned and given to the column's
 * reader; what that refuses makes the pass step back.
 *
 * Room: a value takes no more than the text it came from and its column's share
 * of codec->fixed_bound (reader.h), so a row that has room for both, for all the
 * text that may be read, needs no check.
 */
#include "inplace.h"

#include "json_bytes.h"
#include "json_datetime.h"
#include "json_number.h"
#include "read_datetime.h"
#include "tuple.h"

/* most documents between two tries */
#define JB_PENALTY_MAX 1023

/* a string's bytes that are copied while looking for its end */
#define JB_COPY_MAX 112

/* Everything that changes while a row is written. */
typedef struct JbPass
{
	JbFrame *frame;
	const JbInplace *plan;
	char *data;		/* of the row */
	char *to;		/* where the next value goes */
	bool has_nulls; /* the row is laid out for nulls */
	bool any_null;
	bool validating;
	int depth;
	int missing; /* columns without a key */
	int nulls;	 /* columns that are null by their key */
	int unknown; /* keys without a column */
} JbPass;


/* ----------------------------------------------------------------- plan */

/* Its reader gives a value or refuses, and does nothing else. */
static bool
is_pure(const JbColumn *column)
{
	switch (column->reader)
	{
		case JB_READER_BPCHAR:
			/* the room of a row is asked for once: none may ask for more */
			return column->typmod <= (int32) VARHDRSZ + JB_BPCHAR_PADDING;
		case JB_READER_BOOL:
		case JB_READER_INT2:
		case JB_READER_INT4:
		case JB_READER_INT8:
		case JB_READER_OID:
		case JB_READER_FLOAT4:
		case JB_READER_FLOAT8:
		case JB_READER_NUMERIC:
		case JB_READER_TEXT:
		case JB_READER_NAME:
		case JB_READER_CHAR:
		case JB_READER_BYTEA:
		case JB_READER_UUID:
		case JB_READER_DATE:
		case JB_READER_TIME:
		case JB_READER_TIMESTAMP:
		case JB_READER_TIMESTAMPTZ:
		case JB_READER_JSON:
			return true;
		default:
			return false;
	}
}

static void
add_column(JbInplace *plan, const JbColumn *column, int number)
{
	JbInplaceColumn *place = &plan->columns[plan->n_slots++];

	place->column = column;
	place->typmod = column->typmod;
	place->number = number;
	/* values with short headers are the usual ones */
	if ((column->reader == JB_READER_TEXT || column->reader == JB_READER_NUMERIC) && !column->packable)
		place->reader = JB_READER_STOCK;
	else
		place->reader = column->reader;
}

/* Number the columns by slot; false if the pass can't serve this codec. */
static bool
map_slots(const JbCodec *codec, JbInplace *plan)
{
	for (int i = 0; i < codec->n_columns; i++)
	{
		const JbColumn *column = &codec->columns[i];

		plan->has_dropped |= column->reader == JB_READER_DROPPED;
		if (column->reader == JB_READER_DROPPED)
			continue;
		if (!is_pure(column) || column->slot != plan->n_slots)
			return false;
		add_column(plan, column, i);
		plan->all_present[i >> 3] |= 1 << (i & 7);
		if (column->length < 0)
			plan->varlena[i >> 3] |= 1 << (i & 7);
	}
	return plan->n_slots > 0;
}

JbInplace *
jb_inplace_create(int n_columns)
{
	JbInplace *plan = palloc0(sizeof(JbInplace));

	plan->columns = palloc0((n_columns + 1) * sizeof(JbInplaceColumn));
	plan->all_present = palloc0(BITMAPLEN(n_columns) + 1);
	plan->varlena = palloc0(BITMAPLEN(n_columns) + 1);
	plan->plain_offset = MAXALIGN(SizeofHeapTupleHeader);
	plan->nulls_offset = MAXALIGN(SizeofHeapTupleHeader + BITMAPLEN(n_columns));
	return plan;
}

void
jb_inplace_plan(JbCodec *codec)
{
	JbInplace *plan = codec->inplace;

	plan->room = plan->nulls_offset + codec->fixed_bound;
	plan->possible = map_slots(codec, plan);
}

void
jb_inplace_step_back(JbFrame *frame, char *data)
{
	JbInplace *plan = frame->codec->inplace;

	plan->penalty = Min(plan->penalty * 2 + 1, JB_PENALTY_MAX);
	plan->pause = plan->penalty;
	if (data != frame->scratch.data)
		pfree(data);
}


/* ---------------------------------------------------------------- nulls */

/* The first null of a row that wasn't laid out for any: make place. */
static void
expect_nulls(JbPass *pass)
{
	const JbInplace *plan = pass->plan;
	Size shift = plan->nulls_offset - plan->plain_offset;
	char *values = pass->data + plan->plain_offset;

	if (shift > 0)
		memmove(values + shift, values, pass->to - values);
	pass->to += shift;
	pass->has_nulls = true;
}

/* There is at least one null. */
static pg_noinline void
begin_nulls(JbPass *pass)
{
	bits8 *bits = ((HeapTupleHeader) pass->data)->t_bits;

	if (!pass->has_nulls)
		expect_nulls(pass);
	memcpy(bits, pass->plan->all_present, BITMAPLEN(pass->frame->codec->n_columns));
	pass->any_null = true;
}

/* The columns of slots first .. last-1 are null, at least one. */
static inline void
set_nulls(JbPass *pass, int first, int last)
{
	bits8 *bits = ((HeapTupleHeader) pass->data)->t_bits;

	if (unlikely(!pass->any_null))
		begin_nulls(pass);
	do
	{
		int number = pass->plan->columns[first].number;

		bits[number >> 3] &= ~(1 << (number & 7));
	} while (unlikely(++first < last));
}

static bool
any_varlena(const JbPass *pass)
{
	const bits8 *bits = ((HeapTupleHeader) pass->data)->t_bits;
	int length = BITMAPLEN(pass->frame->codec->n_columns);

	if (!pass->any_null)
		return pass->frame->codec->has_varlena;
	for (int i = 0; i < length; i++)
		if (bits[i] & pass->plan->varlena[i])
			return true;
	return false;
}


/* -------------------------------------------------------- fused readers */

/*
 * A fused reader looks at the value at "at" and writes it at *to, which it
 * moves.  It returns the byte behind the value, which is below "end"; or NULL
 * for another form than the usual one.  What follows is checked by the caller,
 * who then may still have the value read in the other way.
 */

static inline char *
put_int4(char *to, const void *value)
{
	to = jb_align_int(to);
	memcpy(to, value, sizeof(int32));
	return to + sizeof(int32);
}

static inline char *
put_int8(char *to, const void *value)
{
	to = jb_align_double(to);
	memcpy(to, value, sizeof(int64));
	return to + sizeof(int64);
}

static inline const char *
take_bool(const char *at, const char *end, char **to)
{
	if (unlikely(end - at < 6))
		return NULL;
	if (memcmp(at, "true", 4) == 0)
	{
		*(*to)++ = true;
		return at + 4;
	}
	if (*at == 'f' && memcmp(at + 1, "alse", 4) == 0)
	{
		*(*to)++ = false;
		return at + 5;
	}
	return NULL;
}

static inline const char *
take_int2(const char *at, const char *end, char **to)
{
	int64 wide;
	int16 value;

	at = jb_take_int64(at, end, &wide);
	value = (int16) wide;
	if (unlikely(at == NULL || value != wide))
		return NULL;
	*to = jb_align_short(*to);
	memcpy(*to, &value, sizeof(value));
	*to += sizeof(value);
	return at;
}

static inline const char *
take_int4(const char *at, const char *end, char **to)
{
	int64 wide;
	int32 value;

	at = jb_take_int64(at, end, &wide);
	value = (int32) wide;
	if (unlikely(at == NULL || value != wide))
		return NULL;
	*to = put_int4(*to, &value);
	return at;
}

static inline const char *
take_int8(const char *at, const char *end, char **to)
{
	int64 value;

	at = jb_take_int64(at, end, &value);
	if (likely(at != NULL))
		*to = put_int8(*to, &value);
	return at;
}

static inline const char *
take_float8(const char *at, const char *end, char **to)
{
	float8 value;

	at = jb_take_float8(at, end, &value);
	if (likely(at != NULL))
		*to = put_int8(*to, &value);
	return at;
}

static inline const char *
take_float4(const char *at, const char *end, char **to)
{
	float4 value;

	at = jb_take_float4(at, end, &value);
	if (likely(at != NULL))
		*to = put_int4(*to, &value);
	return at;
}

/* Short strings are copied while their end is looked for. */
static inline const char *
take_text(const JbInplaceColumn *place, const char *at, const char *end, char **to)
{
#ifdef JB_HAVE_SSE42
	char *out = *to + VARHDRSZ_SHORT;
	int most = Min(end - at - 1, JB_COPY_MAX) - 16;

	if (unlikely(most < 0 || *at != '"'))
		return NULL;
	at++;
	for (int i = 0; i <= most; i += 16)
	{
		__m128i bytes = _mm_loadu_si128((const __m128i *) (at + i));
		int found = jb_special_bytes(bytes);

		_mm_storeu_si128((__m128i *) (out + i), bytes);
		if (found != 0)
		{
			Size length = i + __builtin_ctz(found);

			if (unlikely(at[length] != '"' || at + length + 1 >= end))
				return NULL;
			if (unlikely(place->typmod >= VARHDRSZ && length > (Size) (place->typmod - VARHDRSZ)))
				return NULL;
			SET_VARSIZE_SHORT(*to, length + VARHDRSZ_SHORT);
			*to = out + length;
			return at + length + 1;
		}
	}
#endif
	return NULL;
}

/* A string of this length, whose bytes the parser will look at, and more. */
static inline bool
is_quoted(const char *at, const char *end, int length)
{
	return end - at > length + 2 && at[0] == '"' && at[length + 1] == '"';
}

static inline const char *
take_uuid(const char *at, const char *end, char **to)
{
	if (unlikely(!is_quoted(at, end, JB_UUID_TEXT_LENGTH) ||
				 !jb_parse_uuid(at + 1, JB_UUID_TEXT_LENGTH, end, (unsigned char *) *to)))
		return NULL;
	*to += JB_UUID_BYTES;
	return at + 1 + JB_UUID_TEXT_LENGTH + 1;
}

/* No letters in it, so what these mean (read_datetime.c) doesn't matter. */
static inline const char *
take_date(const char *at, const char *end, char **to)
{
	DateADT value;

	if (unlikely(!is_quoted(at, end, JB_DATE_LENGTH) || !jb_parse_date(at + 1, JB_DATE_LENGTH, end, &value)))
		return NULL;
	*to = put_int4(*to, &value);
	return at + 1 + JB_DATE_LENGTH + 1;
}

/*
 * The length of the string at "at": most likely that of the last one; what is
 * wrong with it the parser will see.  0: no plain string.
 */
static inline Size
guess_length(JbInplaceColumn *place, const char *at, const char *end)
{
	const char *quote;

	if (likely(is_quoted(at, end, place->length)))
		return place->length;
	if (at >= end || *at != '"')
		return 0;
	quote = jb_scan_special(at + 1, end);
	if (quote + 1 >= end || *quote != '"')
		return 0;
	place->length = (uint8) Min(quote - at - 1, PG_UINT8_MAX);
	return quote - at - 1;
}

static inline const char *
take_timestamp(JbInplaceColumn *place, const char *at, const char *end, char **to)
{
	Size length = guess_length(place, at, end);
	Timestamp value;

	if (unlikely(!jb_datetime_may_read_letters() ||
				 !jb_parse_timestamp(at + 1, length, end, place->typmod, &value)))
		return NULL;
	*to = put_int8(*to, &value);
	return at + length + 2;
}

static inline const char *
take_timestamptz(JbInplaceColumn *place, const char *at, const char *end, char **to)
{
	Size length = guess_length(place, at, end);
	TimestampTz value;

	if (unlikely(!jb_datetime_may_read_letters() ||
				 !jb_parse_timestamptz(at + 1, length, end, place->typmod, &value)))
		return NULL;
	*to = put_int8(*to, &value);
	return at + length + 2;
}

static pg_attribute_always_inline const char *
take_usual(JbInplaceColumn *place, const char *at, const char *end, char **to)
{
	switch (place->reader)
	{
		case JB_READER_BOOL:
			return take_bool(at, end, to);
		case JB_READER_INT2:
			return take_int2(at, end, to);
		case JB_READER_INT4:
			return take_int4(at, end, to);
		case JB_READER_INT8:
			return take_int8(at, end, to);
		case JB_READER_FLOAT4:
			return take_float4(at, end, to);
		case JB_READER_FLOAT8:
			return take_float8(at, end, to);
		case JB_READER_NUMERIC:
			return jb_take_numeric(at, end, place->typmod, to);
		case JB_READER_TEXT:
			return take_text(place, at, end, to);
		case JB_READER_UUID:
			return take_uuid(at, end, to);
		case JB_READER_DATE:
			return take_date(at, end, to);
		case JB_READER_TIMESTAMP:
			return take_timestamp(place, at, end, to);
		case JB_READER_TIMESTAMPTZ:
			return take_timestamptz(place, at, end, to);
		default:
			return NULL;
	}
}


/* -------------------------------------------------------------- members */

/* What may stand behind a value, at the comma or closing brace; else NULL. */
static inline const char *
find_separator(const char *at, const char *end)
{
	at = jb_scan_space(at, end);
	return at < end && (*at == ',' || *at == '}') ? at : NULL;
}

/* White space before the value at "at" that the key's image doesn't have yet. */
static inline JbKey
widen_key(JbMatcher *matcher, const JbNode *node, const char *at, const char *end)
{
	JbKey key = {node, at};

	if (unlikely(at < end && jb_is_space(*at)))
		key = jb_matcher_widen(matcher, node - matcher->nodes, at, end);
	return key;
}

/* The value of a key that no column has.  Returns the separator behind it. */
static pg_noinline const char *
skip_unknown(JbPass *pass, const char *at, const char *end)
{
	JbSlot ignored;

	pass->unknown++;
	at = jb_scan_value(at, end, pass->depth + 1, pass->validating, &ignored);
	return at ? find_separator(at, end) : NULL;
}

/*
 * The value of a slot in any form, by the column's reader.  Returns the
 * separator behind it.
 */
static pg_noinline const char *
take_unusual(JbPass *pass, const JbNode *node, const char *at, const char *end)
{
	const JbColumn *column = pass->plan->columns[node->slot].column;
	JbSlot slot;
	char *next;

	if (column == NULL)
		return skip_unknown(pass, at, end);
	at = jb_scan_value(at, end, pass->depth + 1, pass->validating, &slot);
	if (at == NULL)
		return NULL;
	if (slot.kind == JB_NULL)
	{
		pass->nulls++;
		set_nulls(pass, node->slot, node->slot + 1);
		return find_separator(at, end);
	}
	if (slot.form == JB_PLAIN)
		next = column->read(pass->frame, column, &slot, pass->to);
	else if (column->reader == JB_READER_TEXT)
		next = jb_read_escaped_text(pass->frame, column, &slot, pass->to);
	else
		next = NULL;
	if (next == NULL)
		return NULL;
	pass->to = next;
	return find_separator(at, end);
}

/* Another key than expected behind that of "node": most likely some are missing. */
static pg_noinline JbKey
take_unexpected_key(const JbPass *pass, int slot, const JbNode *node, const char *at, const char *end)
{
	JbMatcher *matcher = pass->frame->codec->matcher;
	JbNodeIndex previous = node - matcher->nodes;
	int overlong = 0;

	if (likely(previous != JB_NODE_STRANGER))
	{
		JbKey key = jb_matcher_skip_ahead(matcher, previous, slot, pass->plan->n_slots, at, end);

		if (likely(key.node != NULL))
			return key;
	}
	return jb_matcher_resync(matcher, previous, at, end, &overlong);
}

/*
 * The members behind the opening brace at "at".  Returns the byte behind the
 * object, or NULL.  Long, as everything is built around this loop.
 */
static const char *
take_members(JbPass *pass, const char *at, const char *end)
{
	const JbInplace *plan = pass->plan;
	JbMatcher *matcher = pass->frame->codec->matcher;
	const JbNode *nodes = matcher->nodes;
	const JbNode *node = &nodes[JB_NODE_START];
	int slot = 0; /* the lowest that may come */

	for (;;)
	{
		const JbNode *expected = &nodes[node->next[0]];
		const char *after;
		char *to;
		JbKey key;

		/* key: behind a comma or the opening brace */
		at++;
		if (likely(jb_node_is_at(expected, at, end)))
		{
			node = expected;
			at += node->image_length;
		}
		else
		{
			key = take_unexpected_key(pass, slot, node, at, end);
			if (unlikely(key.node == NULL))
				return NULL;
			nodes = matcher->nodes;
			node = key.node;
			at = key.value;
		}

		/* whose? */
		if (unlikely(node->slot != slot))
		{
			if (node->slot >= plan->n_slots)
			{
				key = widen_key(matcher, node, at, end);
				nodes = matcher->nodes;
				node = key.node;
				at = skip_unknown(pass, key.value, end);
				if (unlikely(at == NULL))
					return NULL;
				if (*at == '}')
					break;
				continue;
			}
			if (node->slot < slot)
				return NULL;
			pass->missing += node->slot - slot;
			set_nulls(pass, slot, node->slot);
			slot = node->slot;
		}

		/* value, and what follows: tested apart, as the one is the usual and the other the last */
		to = pass->to; /* nulls may just have moved it */
		after = take_usual(&plan->columns[slot], at, end, &to);
		slot++;
		if (likely(after != NULL && *after == ','))
		{
			pass->to = to;
			at = after;
			continue;
		}
		if (likely(after != NULL && *after == '}'))
		{
			pass->to = to;
			at = after;
			break;
		}
		key = widen_key(matcher, node, at, end);
		nodes = matcher->nodes;
		node = key.node;
		at = take_unusual(pass, node, key.value, end);
		if (unlikely(at == NULL))
			return NULL;
		if (*at == '}')
			break;
	}

	if (unlikely(slot < plan->n_slots))
	{
		pass->missing += plan->n_slots - slot;
		set_nulls(pass, slot, plan->n_slots);
	}
	return at + 1;
}

/* The usual row has a key and a value for each slot, which needs no count. */
static inline void
count_row(const JbPass *pass, Size bytes)
{
	JbTally *tally = &pass->frame->codec->tally;

	tally->in_place++;
	tally->bytes += bytes;
	if (unlikely((pass->unknown | pass->missing | pass->nulls) != 0))
	{
		tally->keys += pass->unknown - pass->missing;
		tally->values -= pass->missing + pass->nulls;
	}
}

/* Close the gap that nulls would have needed; write the header. */
static HeapTupleHeader
finish_row(JbPass *pass)
{
	const JbInplace *plan = pass->plan;
	HeapTupleHeader tuple = (HeapTupleHeader) pass->data;
	bits8 first_bits;

	if (unlikely(pass->has_nulls && !pass->any_null))
	{
		char *values = pass->data + plan->nulls_offset;
		Size shift = plan->nulls_offset - plan->plain_offset;

		if (shift > 0)
			memmove(values - shift, values, pass->to - values);
		pass->to -= shift;
	}

	/* the template is as long as a header without nulls, padding included */
	first_bits = tuple->t_bits[0];
	memcpy(pass->data, pass->frame->codec->header, sizeof(pass->frame->codec->header));
	tuple->t_hoff = plan->plain_offset;
	if (unlikely(pass->any_null))
	{
		Size bits = BITMAPLEN(pass->frame->codec->n_columns);

		tuple->t_bits[0] = first_bits;
		memset(tuple->t_bits + bits, 0, plan->nulls_offset - SizeofHeapTupleHeader - bits);
		tuple->t_infomask |= HEAP_HASNULL;
		tuple->t_hoff = plan->nulls_offset;
	}
	if (any_varlena(pass))
		tuple->t_infomask |= HEAP_HASVARWIDTH;
	HeapTupleHeaderSetDatumLength(tuple, pass->to - pass->data);
	return tuple;
}

/*
 * The object at *at into a row at "data", for which there is room.  NULL to step
 * back.
 */
static HeapTupleHeader
take_object(JbFrame *frame, const char **at, const char *end, int depth, bool validating, char *data)
{
	JbInplace *plan = frame->codec->inplace;
	const JbMatcherTally before = frame->codec->matcher->tally;
	JbPass pass = {.frame = frame, .plan = plan, .data = data, .depth = depth, .validating = validating};
	const char *after;

	if (unlikely(*at >= end || **at != '{'))
		return NULL;
	frame->limit = end;
	pass.has_nulls = plan->expects_nulls;
	pass.to = data + (pass.has_nulls ? plan->nulls_offset : plan->plain_offset);
	if (unlikely(plan->has_dropped))
		begin_nulls(&pass);
	after = take_members(&pass, *at, end);
	if (unlikely(after == NULL))
	{
		/* the two phases will meet the keys again */
		frame->codec->matcher->tally = before;
		return NULL;
	}
	count_row(&pass, after - *at);
	*at = after;
	plan->expects_nulls = pass.any_null;
	return finish_row(&pass);
}

static HeapTupleHeader
take_document(JbFrame *frame, const char *text, const char *end, bool validating, char *data)
{
	const char *at = jb_scan_space(text, end);
	HeapTupleHeader tuple = take_object(frame, &at, end, 0, validating, data);

	return likely(tuple != NULL && jb_scan_space(at, end) == end) ? tuple : NULL;
}

HeapTupleHeader
jb_inplace_document(JbFrame *frame, const char *text, const char *end, bool validating)
{
	char *data;

	if (unlikely((Size) (end - text) > JB_INPLACE_MAX))
		return NULL;
	data = jb_inplace_room(frame, frame->codec->inplace->room + (end - text), true);
	return jb_inplace_finish(frame, data, take_document(frame, text, end, validating, data), true);
}

HeapTupleHeader
jb_inplace_object(JbFrame *frame, const char **at, const char *end, int depth, bool validating)
{
	Size length = Min((Size) (end - *at), JB_INPLACE_MAX);
	char *data = jb_inplace_room(frame, frame->codec->inplace->room + length, false);

	return jb_inplace_finish(frame, data, take_object(frame, at, *at + length, depth, validating, data),
							 false);
}
