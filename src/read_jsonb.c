/*
 * read_jsonb.c
 *		The reader of jsonb columns; and values of a jsonb document into columns
 *		without a way through text.
 *
 * Everything is written where it would stand with a header of four bytes, as the
 * inside of a jsonb wants to be aligned; a short value then moves to its short
 * header.
 */
#include "reader.h"

#include "json_number.h"
#include "jsonb_build.h"
#include "tuple.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/numeric.h"

/* Header word and JEntry of a scalar on its own. */
#define JB_SCALAR_OVERHEAD (sizeof(uint32) + sizeof(JEntry))

/* numeric_in() has nothing to say against this many digits. */
#define JB_NUMBER_SURE 16000


/* -------------------------------------------------------------- the layout */

/* Give the value its header; it has been written at "value", and started at "at". */
static char *
finish_varlena(const JbColumn *column, char *at, char *value, char *end)
{
	Size size;

	SET_VARSIZE(value, end - value);
	if (!column->packable || !VARATT_CAN_MAKE_SHORT(value))
		return end;
	size = VARATT_CONVERTED_SHORT_SIZE(value);
	memmove(at + VARHDRSZ_SHORT, VARDATA(value), size - VARHDRSZ_SHORT);
	SET_VARSIZE_SHORT(at, size);
	return at + size;
}

/* The array that stands for a scalar whose bytes are value + its overhead .. end. */
static char *
finish_scalar(const JbColumn *column, JEntry type, char *at, char *value, char *end)
{
	uint32 *words = (uint32 *) VARDATA(value);

	words[0] = JB_FARRAY | JB_FSCALAR | 1;
	words[1] = type | JENTRY_HAS_OFF | (uint32) (end - (char *) (words + 2));
	return finish_varlena(column, at, value, end);
}

static char *
put_scalar(const JbColumn *column, JEntry type, const char *bytes, Size length, char *at)
{
	char *value = jb_align_int(at);
	char *data = VARDATA(value) + JB_SCALAR_OVERHEAD;

	memcpy(data, bytes, length);
	return finish_scalar(column, type, at, value, data + length);
}


/* --------------------------------------------------------------- from text */

static char *
jsonb_from_number(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	char *value = jb_align_int(at);
	char *end = jb_write_numeric(slot->text, slot->length, frame->limit, -1, false,
								 VARDATA(value) + JB_SCALAR_OVERHEAD);

	return end ? finish_scalar(column, JENTRY_ISNUMERIC, at, value, end) : NULL;
}

/* Long numbers are numeric_in()'s, if it can't but take them. */
static struct varlena *
number_by_stock(const char *text, size_t length)
{
	char *string;
	Datum number;

	if (length > JB_NUMBER_SURE || memchr(text, 'e', length) || memchr(text, 'E', length))
		return NULL;
	string = pnstrdup(text, length);
	number = DirectFunctionCall3(numeric_in, CStringGetDatum(string), ObjectIdGetDatum(InvalidOid),
								 Int32GetDatum(-1));
	pfree(string);
	return (struct varlena *) DatumGetPointer(number);
}

/* {} or []: nothing but the header word. */
static char *
jsonb_from_empty(const JbColumn *column, const JbSlot *slot, char *at)
{
	uint32 header = slot->kind == JB_OBJECT ? JB_FOBJECT : JB_FARRAY;
	char *value = jb_align_int(at);

	memcpy(VARDATA(value), &header, sizeof(header));
	return finish_varlena(column, at, value, VARDATA(value) + sizeof(header));
}

static char *
jsonb_from_container(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	JbBuild build;
	char *value;
	Size room;

	if (slot->length == strlen("{}"))
		return jsonb_from_empty(column, slot, at);
	if (!jb_build_read(&build, slot->text, slot->length, frame->limit, number_by_stock))
	{
		jb_build_free(&build);
		return NULL;
	}
	room = VARHDRSZ + build.size + sizeof(int32) + JB_BUILD_SLACK;
	if (room > (Size) slot->length + column->bound)
		at = jb_row_room(frame->row, at, room);
	value = jb_align_int(at);
	at = finish_varlena(column, at, value, jb_build_write(&build, VARDATA(value)));
	jb_build_free(&build);
	return at;
}

char *
jb_read_jsonb(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	switch (slot->kind)
	{
		case JB_OBJECT:
		case JB_ARRAY:
			return jsonb_from_container(frame, column, slot, at);
		case JB_STRING:
			if (slot->length > JENTRY_OFFLENMASK - JB_SCALAR_OVERHEAD)
				return NULL;
			return put_scalar(column, JENTRY_ISSTRING, slot->text, slot->length, at);
		case JB_NUMBER:
			return jsonb_from_number(frame, column, slot, at);
		case JB_TRUE:
			return put_scalar(column, JENTRY_ISBOOL_TRUE, "", 0, at);
		case JB_FALSE:
			return put_scalar(column, JENTRY_ISBOOL_FALSE, "", 0, at);
		default:
			return NULL;
	}
}


/* -------------------------------------------------------------- from jsonb */

/* Containers and numbers stand in a jsonb value as they do in another one. */
static char *
jsonb_from_binary(const JbColumn *column, const JbSlot *slot, char *at)
{
	char *value;

	if (slot->kind == JB_BINARY_NUMERIC)
		return put_scalar(column, JENTRY_ISNUMERIC, slot->text, VARSIZE(slot->text), at);
	value = jb_align_int(at);
	memcpy(VARDATA(value), slot->text, slot->length);
	return finish_varlena(column, at, value, VARDATA(value) + slot->length);
}

/*
 * Stock prints the number and reads it again with the typmod; the numeric cast
 * rounds and complains in the same way.
 */
static char *
numeric_by_cast(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	Datum number = PointerGetDatum(slot->text);

	if (column->typmod >= (int32) VARHDRSZ)
		number = DirectFunctionCall2(numeric, number, Int32GetDatum(column->typmod));
	return jb_row_append(frame->row, column, number, at);
}

static char *
int2_from_numeric(const char *numeric, char *at)
{
	int64 value;
	int16 narrow;

	if (!jb_numeric_int64(numeric, &value) || value < PG_INT16_MIN || value > PG_INT16_MAX)
		return NULL;
	narrow = (int16) value;
	at = jb_align_short(at);
	memcpy(at, &narrow, sizeof(narrow));
	return at + sizeof(narrow);
}

/* int4 and oid: any 32 bits from "least" on. */
static char *
int4_from_numeric(const char *numeric, int64 least, int64 most, char *at)
{
	int64 value;
	uint32 narrow;

	if (!jb_numeric_int64(numeric, &value) || value < least || value > most)
		return NULL;
	narrow = (uint32) value;
	at = jb_align_int(at);
	memcpy(at, &narrow, sizeof(narrow));
	return at + sizeof(narrow);
}

static char *
int8_from_numeric(const char *numeric, char *at)
{
	int64 value;

	if (!jb_numeric_int64(numeric, &value))
		return NULL;
	at = jb_align_double(at);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}

static char *
float4_from_numeric(const char *numeric, char *at)
{
	float4 value;

	if (!jb_numeric_float4(numeric, &value))
		return NULL;
	at = jb_align_int(at);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}

static char *
float8_from_numeric(const char *numeric, char *at)
{
	float8 value;

	if (!jb_numeric_float8(numeric, &value))
		return NULL;
	at = jb_align_double(at);
	memcpy(at, &value, sizeof(value));
	return at + sizeof(value);
}

char *
jb_read_binary_number(const JbColumn *column, const char *numeric, char *at)
{
	switch (column->reader)
	{
		case JB_READER_INT2:
			return int2_from_numeric(numeric, at);
		case JB_READER_INT4:
			return int4_from_numeric(numeric, PG_INT32_MIN, PG_INT32_MAX, at);
		case JB_READER_INT8:
			return int8_from_numeric(numeric, at);
		case JB_READER_OID:
			return int4_from_numeric(numeric, 0, PG_UINT32_MAX, at);
		case JB_READER_FLOAT4:
			return float4_from_numeric(numeric, at);
		case JB_READER_FLOAT8:
			return float8_from_numeric(numeric, at);
		case JB_READER_NUMERIC:
			return jb_numeric_copy(numeric, column->typmod, column->packable,
								   column->packable ? at : jb_align_int(at));
		default:
			return NULL;
	}
}

char *
jb_read_binary(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	char *next;

	if (column->reader == JB_READER_JSONB)
		return jsonb_from_binary(column, slot, at);
	if (slot->kind != JB_BINARY_NUMERIC)
		return NULL;
	next = jb_read_binary_number(column, slot->text, at);
	if (unlikely(next == NULL && column->reader == JB_READER_NUMERIC))
		return numeric_by_cast(frame, column, slot, at);
	return next;
}
