/*
 * read_composite.c
 *		The reader of nested composite values, and of domains over them.
 *
 * A nested object is one more object: it has a frame of its own, made at first
 * use, and is merged over the base's value of the column as
 * populate_composite() in jsonfuncs.c does.
 */
#include "reader.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "tuple.h"
#include "utils/builtins.h"

static JbState *
state_with_child(JbFrame *frame, const JbColumn *column)
{
	JbState *state = jb_frame_state(frame, column);

	if (unlikely(state->child == NULL))
		state->child = jb_frame_create(column->row_type, column->typmod, frame->context);
	return state;
}

/* The base's value of this column, or NULL. */
static HeapTupleHeader
nested_base(const JbFrame *frame, const JbColumn *column)
{
	int i;

	if (frame->base == NULL || column->name == NULL)
		return NULL;
	i = (int) (column - frame->codec->columns);
	if (frame->base->nulls[i])
		return NULL;
	return DatumGetHeapTupleHeader(frame->base->values[i]);
}

char *
jb_read_composite(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	JbState *state;
	HeapTupleHeader tuple;
	Size used = at - frame->row->data;

	/* a string is the type's text form, (1,x): record_in() or domain_in() */
	if (slot->kind == JB_STRING)
		return NULL;

	check_stack_depth();
	state = state_with_child(frame, column);
	state->child->current = NULL;
	frame->child = state->child;
	tuple = jb_decode_nested(state->child, slot, frame->limit, nested_base(frame, column));
	frame->child = NULL;
	if (column->is_domain)
		jb_check_domain(frame, column, HeapTupleHeaderGetDatum(tuple), false);
	at = jb_row_append(frame->row, column, HeapTupleHeaderGetDatum(tuple), frame->row->data + used);
	jb_row_shrink(&state->child->scratch);
	return at;
}
