/*
 * read_composite.c
 *		The reader of nested composite values, and of domains over them.
 *
 * A nested object is one more object: it has a frame of its own, made at first
 * use, and is merged over the base's value of the column as
 * populate_composite() in jsonfuncs.c does.
 */
#include "reader.h"

#include "decode.h"
#include "funcapi.h"
#include "inplace.h"
#include "miscadmin.h"
#include "stock.h"
#include "tuple.h"
#include "utils/builtins.h"

JbFrame *
jb_frame_child(JbFrame *frame, const JbColumn *column)
{
	JbState *state = jb_frame_state(frame, column);

	if (unlikely(state->child == NULL))
		state->child = jb_frame_create(column->row_type, column->typmod, frame->context);
	return state->child;
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

/*
 * The value is no object, or one that the scan gave up on.  A value that has no
 * text of its own is as good as any of its kind: stock only complains about it.
 */
static HeapTupleHeader
nested_by_stock(JbFrame *frame, const JbSlot *slot, HeapTupleHeader base)
{
	const char *text = slot->text;
	Size length = slot->length;

	/* the text has been scanned before: nothing else can be wrong with it */
	frame->codec->tally.stock_documents[JB_STOCK_NOT_OBJECT]++;
	if (slot->kind == JB_BINARY_ARRAY || slot->kind == JB_BINARY_NUMERIC)
	{
		text = slot->kind == JB_BINARY_ARRAY ? "[]" : "0";
		length = strlen(text);
	}
	return DatumGetHeapTupleHeader(
		jb_stock_nested(frame->codec->type, frame->codec->typmod, base, text, length));
}

/* In one pass, where nothing is to be merged; NULL to step back. */
static inline HeapTupleHeader
nested_in_place(JbFrame *frame, const JbSlot *slot, const char *limit)
{
	const char *at = slot->text;
	HeapTupleHeader tuple;

	if (slot->kind == JB_BINARY_OBJECT)
		return jb_inplace_jsonb(frame, (const JsonbContainer *) slot->text, slot->length, false);
	if (slot->kind != JB_OBJECT)
		return NULL;
	tuple = jb_inplace_object(frame, &at, limit, 0, false);
	return at == slot->text + slot->length ? tuple : NULL;
}

/*
 * A nested object's composite value, merged over "base" (NULL for none).  It stands
 * in the frame's scratch row.
 */
static HeapTupleHeader
read_object(JbFrame *frame, const JbSlot *slot, const char *limit, HeapTupleHeader base)
{
	const char *end = slot->text + slot->length;
	HeapTupleHeader tuple;

	if (base == NULL && jb_inplace_is_due(frame->codec->inplace))
	{
		tuple = nested_in_place(frame, slot, limit);
		if (likely(tuple != NULL))
			return tuple;
	}
	if (slot->kind == JB_BINARY_OBJECT)
		jb_decode_jsonb(frame, (const JsonbContainer *) slot->text, slot->length);
	else if (slot->kind == JB_OBJECT && jb_decode_object(frame, slot->text, end, 0, false) == end)
		frame->limit = limit;
	else
		return nested_by_stock(frame, slot, base);

	return jb_tuple_form(frame, base, false);
}

char *
jb_read_composite(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	JbFrame *child;
	HeapTupleHeader tuple;
	Size used = at - frame->row->data;

	/* a string is the type's text form, (1,x): record_in() or domain_in() */
	if (slot->kind == JB_STRING)
		return NULL;

	check_stack_depth();
	child = jb_frame_child(frame, column);
	child->current = NULL;
	frame->child = child;
	tuple = read_object(child, slot, frame->limit, nested_base(frame, column));
	frame->child = NULL;
	if (column->is_domain)
		jb_check_domain(frame, column, HeapTupleHeaderGetDatum(tuple), false);
	at = jb_row_append(frame->row, column, HeapTupleHeaderGetDatum(tuple), frame->row->data + used);
	jb_row_shrink(&child->scratch);
	return at;
}
