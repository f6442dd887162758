/*
 * inplace_jsonb.c
 *		The pass in place for objects of jsonb, whose keys come in any order.
 *
 * Where an object's values are is known from its shape (jsonb_source.h), so
 * columns can be read one after the other without slots between.  Room: as for
 * text (inplace.c); a value's bytes in jsonb are its text.
 */
#include "inplace.h"

#include "tuple.h"

/* most members of an object: its values' ends stand on the stack */
#define JB_MEMBERS_MAX 128

/* An object's members, and the row they become. */
typedef struct JbMembers
{
	const JbShape *shape;
	const JEntry *entries;			 /* of the values */
	const char *base;				 /* ends count from here */
	uint32 ends[JB_MEMBERS_MAX + 1]; /* value i lies between ends i and i + 1 */
	bool any_null;					 /* of all values, wanted or not */
} JbMembers;

static inline void
find_members(JbMembers *members, const JsonbContainer *container, const JbShape *shape)
{
	const JEntry *entries = &container->children[shape->count];
	uint32 count = shape->count;
	uint32 end = shape->key_bytes;
	bool any_null = false;

	members->shape = shape;
	members->entries = entries;
	members->base = (const char *) &entries[count];
	members->ends[0] = end;
	for (uint32 i = 0; i < count; i++)
	{
		end = jb_jsonb_end(entries[i], end);
		members->ends[i + 1] = end;
		any_null |= JBE_ISNULL(entries[i]);
	}
	members->any_null = any_null;
}

static inline bool
is_null(const JbMembers *members, int slot)
{
	uint16 place = members->shape->places[slot];

	return place == members->shape->count || JBE_ISNULL(members->entries[place]);
}

/* Will the row have nulls? */
static inline bool
has_nulls(const JbMembers *members, const JbInplace *plan)
{
	if (unlikely(!members->shape->complete || plan->has_dropped))
		return true;
	if (unlikely(members->any_null))
		for (int slot = 0; slot < plan->n_slots; slot++)
			if (is_null(members, slot))
				return true;
	return false;
}

/* The byte behind the column's value, which is written at "to"; NULL to step back. */
static pg_attribute_always_inline char *
take_value(JbFrame *frame, const JbMembers *members, const JbColumn *column, int slot, char *to)
{
	uint16 place = members->shape->places[slot];
	JEntry entry = members->entries[place];
	uint32 start = members->ends[place];
	uint32 end = members->ends[place + 1];
	JbSlot value = {0};

	if (likely(JBE_ISNUMERIC(entry)))
		return jb_read_binary_number(column, members->base + INTALIGN(start), to);
	if (unlikely(JBE_ISCONTAINER(entry)))
		return NULL;
	jb_jsonb_slot(&value, entry, members->base, start, end);
	return column->read(frame, column, &value, to);
}

/* All columns have a value. */
static inline char *
take_values(JbFrame *frame, const JbMembers *members, HeapTupleHeader tuple, char *to)
{
	const JbInplaceColumn *columns = frame->codec->inplace->columns;
	int n_slots = frame->codec->inplace->n_slots;

	if (frame->codec->has_varlena)
		tuple->t_infomask |= HEAP_HASVARWIDTH;
	for (int slot = 0; slot < n_slots && likely(to != NULL); slot++)
		to = take_value(frame, members, columns[slot].column, slot, to);
	return to;
}

/* Some columns have none.  *values counts those that do. */
static pg_noinline char *
take_values_and_nulls(JbFrame *frame, const JbMembers *members, HeapTupleHeader tuple, char *to, int *values)
{
	const JbInplace *plan = frame->codec->inplace;

	for (int slot = 0; slot < plan->n_slots && likely(to != NULL); slot++)
	{
		const JbInplaceColumn *place = &plan->columns[slot];

		if (is_null(members, slot))
			continue;
		tuple->t_bits[place->number >> 3] |= 1 << (place->number & 7);
		if (place->column->length < 0)
			tuple->t_infomask |= HEAP_HASVARWIDTH;
		to = take_value(frame, members, place->column, slot, to);
		++*values;
	}
	return to;
}

static HeapTupleHeader
take_members(JbFrame *frame, const JbMembers *members, Size length, char *data)
{
	JbCodec *codec = frame->codec;
	HeapTupleHeader tuple = (HeapTupleHeader) data;
	int n_slots = codec->inplace->n_slots;
	int values = n_slots;
	char *end;

	if (likely(!has_nulls(members, codec->inplace)))
		end = take_values(frame, members, tuple, jb_tuple_begin(codec, data, false));
	else
	{
		values = 0;
		end = take_values_and_nulls(frame, members, tuple, jb_tuple_begin(codec, data, true), &values);
	}
	if (unlikely(end == NULL))
		return NULL;
	codec->tally.in_place++;
	codec->tally.bytes += length;
	codec->tally.keys += (int64) members->shape->count - n_slots;
	codec->tally.values += values - n_slots;
	HeapTupleHeaderSetDatumLength(tuple, end - data);
	return tuple;
}

HeapTupleHeader
jb_inplace_jsonb(JbFrame *frame, const JsonbContainer *container, Size length, bool own)
{
	JbCodec *codec = frame->codec;
	uint32 count = JsonContainerSize(container);
	const JbShape *shape;
	JbMembers members;
	char *data;

	if (unlikely(length > JB_INPLACE_MAX || count == 0 || count > JB_MEMBERS_MAX))
		return NULL;
	shape = jb_jsonb_shape(container, codec->matcher, &codec->shapes);
	if (unlikely(shape == NULL))
		return NULL;
	find_members(&members, container, shape);
	frame->limit = (const char *) container + length;
	data = jb_inplace_room(frame, codec->inplace->room + length, own);
	return jb_inplace_finish(frame, data, take_members(frame, &members, length, data), own);
}
