/*
 * read_stock.c
 *		The reader that can read everything: the type's own input function.
 *
 * It is a reader like any other, and it is what every other one falls back on,
 * so its rules are stock's: populate_scalar() in jsonfuncs.c.
 */
#include "reader.h"

#include "catalog/pg_type_d.h"
#include "json_string.h"
#include "stock.h"
#include "tuple.h"
#include "utils/lsyscache.h"

static JbState *
state_with_input(JbFrame *frame, const JbColumn *column)
{
	JbState *state = jb_frame_state(frame, column);
	Oid function;

	if (unlikely(state->input.fn_oid == InvalidOid))
	{
		getTypeInputInfo(column->type, &function, &state->input_parameter);
		fmgr_info_cxt(function, &state->input, frame->context);
	}
	return state;
}

/* A string for a json column becomes a JSON literal; all else is the text. */
static char *
input_string(const JbColumn *column, const JbSlot *slot)
{
	char *string;

	if (slot->kind == JB_STRING && (column->type == JSONOID || column->type == JSONBOID))
	{
		string = palloc(JB_STRING_QUOTED_MAX(slot->length) + 1);
		*jb_string_quote(slot->text, slot->length, string) = '\0';
		return string;
	}
	string = palloc((Size) slot->length + 1);
	memcpy(string, slot->text, slot->length);
	string[slot->length] = '\0';
	return string;
}

char *
jb_read_stock(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	JbState *state = state_with_input(frame, column);
	char *string = input_string(column, slot);
	Datum value;

	jb_foreign_calls++;
	frame->codec->tally.stock_values++;
	value = InputFunctionCall(&state->input, string, state->input_parameter, column->typmod);
	pfree(string);
	return jb_row_append(frame->row, column, value, at);
}
