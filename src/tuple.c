/*
 * tuple.c
 *		Form: from slots to a composite tuple, columns in attribute order.
 *
 * Converting in column order, not in the document's, is what makes the first
 * error the one that stock raises, and a duplicate key cost nothing.
 */
#include "tuple.h"

#include "access/tupmacs.h"
#include "utils/expandeddatum.h"
#include "utils/memutils.h"

/* no server refuses a tuple of this size; bigger ones are shown to it */
#define JB_TUPLE_SURE (MaxAllocSize / 2)

/* a scratch row bigger than this is given back after use */
#define JB_SCRATCH_KEEP (1024 * 1024)


/* -------------------------------------------------------------- the row */

void
jb_row_grow(JbRow *row, Size used, Size size)
{
	Size room = row->limit - row->data;

	if (size <= room)
		return;
	size = Max(size, room * 2);
	if (row->data == NULL)
		row->data = MemoryContextAllocHuge(row->context, size);
	else if (used == 0)
	{
		pfree(row->data);
		row->data = row->limit = NULL;
		row->data = MemoryContextAllocHuge(row->context, size);
	}
	else
		row->data = repalloc_huge(row->data, size);
	row->limit = row->data + size;
}

void
jb_row_shrink(JbRow *row)
{
	if (row->limit - row->data <= JB_SCRATCH_KEEP)
		return;
	pfree(row->data);
	row->data = row->limit = NULL;
}

static char *
align_for(const JbColumn *column, char *at)
{
	char *aligned = (char *) att_align_nominal((uintptr_t) at, column->align);

	memset(at, 0, aligned - at);
	return aligned;
}

char *
jb_row_room(JbRow *row, char *at, Size size)
{
	Size used = at - row->data;

	jb_row_grow(row, used, used + size + MAXIMUM_ALIGNOF + row->reserve);
	return row->data + used;
}

char *
jb_row_align(JbRow *row, const JbColumn *column, char *at)
{
	return align_for(column, jb_row_room(row, at, 0));
}

static char *
append_varlena(JbRow *row, const JbColumn *column, struct varlena *value, char *at)
{
	Size size = VARSIZE_ANY(value);

	at = jb_row_room(row, at, size);
	if (VARATT_IS_SHORT(value) || VARATT_IS_EXTERNAL(value))
	{
		memcpy(at, value, size);
		return at + size;
	}
	if (column->packable && VARATT_CAN_MAKE_SHORT(value))
	{
		size = VARATT_CONVERTED_SHORT_SIZE(value);
		SET_VARSIZE_SHORT(at, size);
		memcpy(at + 1, VARDATA(value), size - 1);
		return at + size;
	}
	at = align_for(column, at);
	memcpy(at, value, size);
	return at + size;
}

char *
jb_row_append(JbRow *row, const JbColumn *column, Datum value, char *at)
{
	Size size;

	if (column->by_value)
	{
		at = align_for(column, jb_row_room(row, at, sizeof(Datum)));
		store_att_byval(at, value, column->length);
		return at + column->length;
	}
	if (column->length == -1)
	{
		struct varlena *varlena = (struct varlena *) DatumGetPointer(value);

		if (VARATT_IS_EXTERNAL_EXPANDED(varlena) || (!column->packable && VARATT_IS_EXTENDED(varlena)))
			varlena = pg_detoast_datum(varlena);
		return append_varlena(row, column, varlena, at);
	}
	size = column->length == -2 ? strlen(DatumGetCString(value)) + 1 : (Size) column->length;
	at = align_for(column, jb_row_room(row, at, size));
	memcpy(at, DatumGetPointer(value), size);
	return at + size;
}


/* ----------------------------------------------------------- the header */

void
jb_tuple_template(JbCodec *codec)
{
	int n_columns = codec->descriptor->natts;
	Datum *values = palloc0(Max(n_columns, 1) * sizeof(Datum));
	bool *nulls = palloc(Max(n_columns, 1) * sizeof(bool));
	HeapTuple tuple;

	memset(nulls, true, n_columns);
	tuple = heap_form_tuple(codec->descriptor, values, nulls);
	memset(codec->header, 0, sizeof(codec->header));
	memcpy(codec->header, tuple->t_data, SizeofHeapTupleHeader);
	((HeapTupleHeader) codec->header)->t_infomask &= ~(HEAP_HASNULL | HEAP_HASVARWIDTH);
	pfree(tuple);
	pfree(values);
	pfree(nulls);
}

char *
jb_tuple_begin(const JbCodec *codec, char *data, bool has_nulls)
{
	HeapTupleHeader tuple = (HeapTupleHeader) data;
	Size offset = SizeofHeapTupleHeader;

	memcpy(data, codec->header, sizeof(codec->header));
	if (has_nulls)
	{
		offset += BITMAPLEN(codec->n_columns);
		memset(tuple->t_bits, 0, MAXALIGN(offset) - SizeofHeapTupleHeader);
		tuple->t_infomask |= HEAP_HASNULL;
	}
	tuple->t_hoff = MAXALIGN(offset);
	return data + tuple->t_hoff;
}


/* ----------------------------------------------------------------- form */

static void
deform_base(const JbCodec *codec, HeapTupleHeader header, JbBase *base)
{
	HeapTupleData tuple;

	tuple.t_len = HeapTupleHeaderGetDatumLength(header);
	ItemPointerSetInvalid(&tuple.t_self);
	tuple.t_tableOid = InvalidOid;
	tuple.t_data = header;
	base->values = palloc(Max(codec->n_columns, 1) * sizeof(Datum));
	base->nulls = palloc(Max(codec->n_columns, 1) * sizeof(bool));
	heap_deform_tuple(&tuple, codec->descriptor, base->values, base->nulls);

	/* a composite value must not refer to values out of line */
	for (int i = 0; i < codec->n_columns; i++)
	{
		void *value = DatumGetPointer(base->values[i]);

		if (!base->nulls[i] && codec->columns[i].length == -1 && VARATT_IS_EXTERNAL(value))
			base->values[i] = PointerGetDatum(pg_detoast_datum(value));
	}
}

/*
 * Will the column be NULL?  Known before anything is converted: no input
 * function makes NULL of a value, and what it would do for NULL is an error.
 */
static inline bool
is_null(const JbColumn *column, const JbSlot *slots, const JbBase *base, int i)
{
	uint8 kind = slots[column->slot].kind;

	if (likely(kind > JB_NULL))
		return false;
	return !(kind == JB_MISSING && base && !base->nulls[i] && column->reader != JB_READER_DROPPED);
}

static bool
any_null(const JbCodec *codec, const JbSlot *slots, const JbBase *base)
{
	if (likely(base == NULL && codec->slots_in_order))
	{
		uint8 least = JB_TRUE;

		for (int i = 0; i < codec->n_columns; i++)
			least = Min(least, slots[i].kind);
		return least <= JB_NULL;
	}
	for (int i = 0; i < codec->n_columns; i++)
		if (is_null(&codec->columns[i], slots, base, i))
			return true;
	return false;
}

/* What readers may write without asking. */
static inline Size
row_reserve(const JbFrame *frame)
{
	return frame->codec->fixed_bound + frame->text_length * frame->codec->slot_shares;
}

static inline Size
row_size(const JbFrame *frame)
{
	return MAXALIGN(SizeofHeapTupleHeader + BITMAPLEN(frame->codec->n_columns)) + row_reserve(frame);
}

/* All columns have a value, and it comes from the document. */
static char *
form_values(JbFrame *frame, char *at)
{
	const JbColumn *column = frame->codec->columns;
	const JbColumn *end = column + frame->codec->n_columns;
	const JbSlot *slots = frame->slots;

	frame->codec->tally.values += frame->codec->n_columns;
	if (frame->codec->has_varlena)
		((HeapTupleHeader) frame->row->data)->t_infomask |= HEAP_HASVARWIDTH;
	for (; column < end; column++)
	{
		frame->current = column;
		at = jb_read_value(frame, column, &slots[column->slot], at);
	}
	return at;
}

static char *
form_columns(JbFrame *frame, bool has_nulls, char *at)
{
	JbCodec *codec = frame->codec;
	const JbBase *base = frame->base;

	for (int i = 0; i < codec->n_columns; i++)
	{
		const JbColumn *column = &codec->columns[i];
		const JbSlot *slot = &frame->slots[column->slot];

		frame->current = column;
		if (is_null(column, frame->slots, base, i))
		{
			/* what a base leaves alone is not checked again */
			if (column->checks_null && !(base && slot->kind == JB_MISSING))
				jb_check_null(frame, column);
			continue;
		}
		if (has_nulls)
			((HeapTupleHeader) frame->row->data)->t_bits[i >> 3] |= 1 << (i & 7);
		if (column->length < 0)
			((HeapTupleHeader) frame->row->data)->t_infomask |= HEAP_HASVARWIDTH;
		if (slot->kind <= JB_NULL)
			at = jb_row_append(frame->row, column, base->values[i], at);
		else
		{
			codec->tally.values++;
			at = jb_read_value(frame, column, slot, at);
		}
	}
	return at;
}

/*
 * A tuple that may be more than a datum can be: let the server say so, in its own
 * words.  Walked here, as heap_deform_tuple() counts offsets in 32 bits.
 */
static pg_noinline void
check_huge_tuple(JbFrame *frame)
{
	const JbCodec *codec = frame->codec;
	HeapTupleHeader tuple = (HeapTupleHeader) frame->row->data;
	Datum *values = palloc0(codec->n_columns * sizeof(Datum));
	bool *nulls = palloc0(codec->n_columns * sizeof(bool));
	char *at = frame->row->data + tuple->t_hoff;

	frame->current = NULL;
	for (int i = 0; i < codec->n_columns; i++)
	{
		const JbColumn *column = &codec->columns[i];

		nulls[i] = (tuple->t_infomask & HEAP_HASNULL) && att_isnull(i, tuple->t_bits);
		if (nulls[i])
			continue;
		at = (char *) att_align_pointer((uintptr_t) at, column->align, column->length, at);
		values[i] = fetch_att(at, column->by_value, column->length);
		at = (char *) att_addlength_pointer((uintptr_t) at, column->length, at);
	}
	heap_freetuple(heap_form_tuple(codec->descriptor, values, nulls));
	pfree(values);
	pfree(nulls);
}

static HeapTupleHeader
finish_tuple(JbFrame *frame, char *at)
{
	HeapTupleHeader tuple = (HeapTupleHeader) frame->row->data;
	Size size = at - frame->row->data;

	if (unlikely(size > JB_TUPLE_SURE))
		check_huge_tuple(frame);
	HeapTupleHeaderSetDatumLength(tuple, size);
	return tuple;
}

static HeapTupleHeader
form_in_row(JbFrame *frame, JbRow *row, const JbBase *base)
{
	const JbCodec *codec = frame->codec;
	bool has_nulls = any_null(codec, frame->slots, base);
	char *at;

	row->reserve = row_reserve(frame);
	frame->row = row;
	frame->base = base;
	frame->element = -1;
	frame->child = NULL;
	at = jb_tuple_begin(codec, row->data, has_nulls);
	if (likely(!has_nulls && base == NULL))
		at = form_values(frame, at);
	else
		at = form_columns(frame, has_nulls, at);
	return finish_tuple(frame, at);
}

static HeapTupleHeader
form_in_scratch(JbFrame *frame, HeapTupleHeader base)
{
	JbBase values;

	jb_row_grow(&frame->scratch, 0, row_size(frame));
	if (base == NULL)
		return form_in_row(frame, &frame->scratch, NULL);
	deform_base(frame->codec, base, &values);
	return form_in_row(frame, &frame->scratch, &values);
}

HeapTupleHeader
jb_tuple_form(JbFrame *frame, HeapTupleHeader base, bool own)
{
	Size size = row_size(frame);
	HeapTupleHeader tuple;
	HeapTupleHeader copy;

	frame->codec->tally.two_phase++;
	if (unlikely(base != NULL && frame->empty))
		return base;
	if (own && base == NULL && size <= JB_OWN_ROW_MAX)
	{
		JbRow row = {.context = CurrentMemoryContext};

		row.data = palloc(size);
		row.limit = row.data + size;
		return form_in_row(frame, &row, NULL);
	}

	tuple = form_in_scratch(frame, base);
	if (!own)
		return tuple;
	size = HeapTupleHeaderGetDatumLength(tuple);
	copy = palloc(size);
	memcpy(copy, tuple, size);
	jb_row_shrink(&frame->scratch);
	return copy;
}
