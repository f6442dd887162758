/*
 * read_jsonb.c
 *		Values that are jsonb already: into columns without a way through text;
 *		and the reader of jsonb columns.
 */
#include "reader.h"

#include "json_number.h"
#include "tuple.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/numeric.h"

char *
jb_read_jsonb(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	return NULL;
}

/*
 * Stock prints the number and reads it again with the typmod; the numeric cast
 * rounds and complains in the same way.
 */
static char *
numeric_from_binary(JbFrame *frame, const JbColumn *column, Datum number, char *at)
{
	if (column->typmod >= (int32) VARHDRSZ)
		number = DirectFunctionCall2(numeric, number, Int32GetDatum(column->typmod));
	return jb_row_append(frame->row, column, number, at);
}

/* A container as a jsonb value of its own: stock copies it as it stands, too. */
static char *
jsonb_from_binary(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	Jsonb	   *value = palloc(VARHDRSZ + slot->length);

	SET_VARSIZE(value, VARHDRSZ + slot->length);
	memcpy(VARDATA(value), slot->text, slot->length);
	at = jb_row_append(frame->row, column, JsonbPGetDatum(value), at);
	pfree(value);
	return at;
}

char *
jb_read_binary(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	if (slot->kind == JB_BINARY_NUMERIC)
	{
		if (column->reader == JB_READER_NUMERIC)
			return numeric_from_binary(frame, column, PointerGetDatum(slot->text), at);
		return NULL;
	}
	if (column->reader == JB_READER_JSONB)
		return jsonb_from_binary(frame, column, slot, at);
	return NULL;
}
