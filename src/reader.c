/*
 * reader.c
 *		What all readers share: the tables made from readers.def, the state a
 *		column keeps in a frame, and bringing a value into text without escapes.
 */
#include "reader.h"

#include "json_string.h"
#include "stock.h"
#include "tuple.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/memutils.h"

const JbReadFunction jb_reader_functions[] = {
#define JB_READER(id, function, name) function,
#include "readers.def"
#undef JB_READER
};

const char *const jb_reader_names[] = {
#define JB_READER(id, function, name) name,
#include "readers.def"
#undef JB_READER
};

StaticAssertDecl(lengthof(jb_reader_functions) == JB_READER_COUNT, "a function for each reader");
StaticAssertDecl(lengthof(jb_reader_names) == JB_READER_COUNT, "a name for each reader");

JbState *
jb_frame_state(JbFrame *frame, const JbColumn *column)
{
	if (frame->states == NULL)
		frame->states = MemoryContextAllocZero(frame->context, frame->codec->n_states * sizeof(JbState *));
	if (frame->states[column->state] == NULL)
		frame->states[column->state] = MemoryContextAllocZero(frame->context, sizeof(JbState));
	return frame->states[column->state];
}

void
jb_check_domain(JbFrame *frame, const JbColumn *column, Datum value, bool is_null)
{
	JbState *state = jb_frame_state(frame, column);

	jb_foreign_calls++;
	domain_check(value, is_null, column->type, &state->domain_info, frame->context);
}

void
jb_check_null(JbFrame *frame, const JbColumn *column)
{
	if (column->reader == JB_READER_COMPOSITE)
		jb_frame_child(frame, column);
	jb_check_domain(frame, column, (Datum) 0, true);
}

/*
 * Read a slot that stands in memory of its own, up to "limit".  It may be longer
 * than what the row has room for.
 */
static char *
read_elsewhere(JbFrame *frame, const JbColumn *column, const JbSlot *slot, const char *limit, char *at)
{
	const char *outer_limit = frame->limit;

	at = jb_row_room(frame->row, at, (Size) slot->length + column->bound);
	frame->limit = limit;
	at = jb_read_value(frame, column, slot, at);
	frame->limit = outer_limit;
	return at;
}

static pg_noinline char *
read_unescaped(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	char *text;
	char *end;
	JbSlot plain = {.kind = JB_STRING};

	if (column->reader == JB_READER_TEXT)
	{
		end = jb_read_escaped_text(frame, column, slot, at);
		if (end != NULL)
			return end;
	}
	text = palloc(slot->length + 1);
	end = jb_string_unescape(slot->text, slot->length, text);
	plain.text = text;
	plain.length = (uint32) (end - text);
	at = read_elsewhere(frame, column, &plain, end, at);
	pfree(text);
	return at;
}

/* The text that populate_scalar() in jsonfuncs.c makes of a binary value. */
static pg_noinline char *
read_binary_as_text(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	JbSlot plain = {.kind = JB_NUMBER};
	char *text;

	if (slot->kind == JB_BINARY_NUMERIC)
		text = DatumGetCString(DirectFunctionCall1(numeric_out, PointerGetDatum(slot->text)));
	else
	{
		text = JsonbToCString(NULL, (JsonbContainer *) slot->text, slot->length);
		plain.kind = slot->kind == JB_BINARY_OBJECT ? JB_OBJECT : JB_ARRAY;
	}
	plain.text = text;
	plain.length = strlen(text);
	at = read_elsewhere(frame, column, &plain, text + plain.length, at);
	pfree(text);
	return at;
}

static char *
read_binary(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	char *next = NULL;

	switch (column->reader)
	{
			/* these look into the value themselves */
		case JB_READER_DOMAIN:
		case JB_READER_COMPOSITE:
		case JB_READER_ARRAY:
			return column->read(frame, column, slot, at);
		default:
			next = jb_read_binary(frame, column, slot, at);
			break;
	}
	return next ? next : read_binary_as_text(frame, column, slot, at);
}

char *
jb_read_converted(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	if (slot->form == JB_BINARY)
		return read_binary(frame, column, slot, at);
	return read_unescaped(frame, column, slot, at);
}

/* Dropped columns look at a slot that never has a value. */
char *
jb_read_never(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	elog(ERROR, "dropped column has a value");
	return NULL;
}
