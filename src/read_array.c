/*
 * read_array.c
 *		The reader of arrays of any dimensions.
 *
 * How many dimensions there are shows at the first value that is no array (or at
 * the first empty one), as in populate_array_json() in jsonfuncs.c; from then on
 * deeper arrays are values and shallower values are errors.  Elements are read
 * in the document's order, so that a bad element and a bad shape are reported
 * in stock's order too.
 *
 * Elements gather in a row of their own, laid out as arrays store them.
 */
#include "reader.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "stock.h"
#include "tuple.h"
#include "utils/array.h"
#include "utils/memutils.h"

typedef struct JbArrayBuild
{
	JbFrame *frame;
	const JbColumn *column;
	const JbColumn *element;
	JbRow *row;		 /* the elements */
	char *at;		 /* the next one's place */
	bits8 *nulls;	 /* set bits are values; made at the first NULL */
	Size nulls_room; /* in bytes */
	int64 count;
	int n_dimensions; /* 0: not known yet */
	int *lengths;	  /* of each dimension; -1: not known yet */
	int *sizes;		  /* elements so far at each level */
} JbArrayBuild;


/* --------------------------------------------------------------- errors */

/* populate_array_report_expected_array() */
static void
report_expected_array(const JbArrayBuild *build, int level)
{
	const char *name = build->column->name;
	StringInfoData indices;

	if (level <= 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION), errmsg("expected JSON array"),
						name ? errhint("See the value of key \"%s\".", name) : 0));

	initStringInfo(&indices);
	for (int i = 0; i < level; i++)
		appendStringInfo(&indices, "[%d]", build->sizes[i]);
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION), errmsg("expected JSON array"),
					name ? errhint("See the array element %s of key \"%s\".", indices.data, name)
						 : errhint("See the array element %s.", indices.data)));
}


/* ----------------------------------------------------------- dimensions */

/* populate_array_assign_ndims() */
static void
assign_dimensions(JbArrayBuild *build, int n_dimensions)
{
	if (n_dimensions <= 0)
		report_expected_array(build, n_dimensions);
	build->n_dimensions = n_dimensions;
	build->lengths = palloc(n_dimensions * sizeof(int));
	build->sizes = palloc0(n_dimensions * sizeof(int));
	for (int i = 0; i < n_dimensions; i++)
		build->lengths[i] = -1;
}

/* populate_array_check_dimension() */
static void
check_dimension(JbArrayBuild *build, int level)
{
	int size = build->sizes[level];

	if (build->lengths[level] == -1)
		build->lengths[level] = size;
	else if (build->lengths[level] != size)
		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION), errmsg("malformed JSON array"),
						errdetail("Multidimensional arrays must have sub-arrays with matching dimensions.")));
	build->sizes[level] = 0;
	if (level > 0)
		build->sizes[level - 1]++;
}


/* ------------------------------------------------------------- elements */

static void
set_null_bit(JbArrayBuild *build, bool is_value)
{
	Size byte = build->count >> 3;

	if (byte >= build->nulls_room)
	{
		Size room = Max(64, build->nulls_room * 2);

		build->nulls = build->nulls ? repalloc_huge(build->nulls, room) : palloc(room);
		memset(build->nulls + build->nulls_room, 0, room - build->nulls_room);
		build->nulls_room = room;
	}
	if (is_value)
		build->nulls[byte] |= 1 << (build->count & 7);
}

/* The first NULL: everything before it was a value. */
static void
begin_nulls(JbArrayBuild *build)
{
	int64 count = build->count;

	if (build->nulls != NULL)
		return;
	build->nulls_room = Max(64, (count >> 3) * 2);
	build->nulls = MemoryContextAllocHuge(CurrentMemoryContext, build->nulls_room);
	memset(build->nulls, 0, build->nulls_room);
	memset(build->nulls, 0xFF, count >> 3);
	build->nulls[count >> 3] = (1 << (count & 7)) - 1;
}

static void
add_element(JbArrayBuild *build, int level, const JbSlot *slot)
{
	JbFrame *frame = build->frame;
	const JbColumn *element = build->element;

	frame->element = build->count;
	if (slot->kind == JB_NULL)
	{
		if (element->checks_null)
			jb_check_null(frame, element);
		begin_nulls(build);
		set_null_bit(build, false);
	}
	else
	{
		JbRow *outer = frame->row;
		Size used = build->at - build->row->data;

		build->row->reserve = (Size) slot->length + element->bound;
		jb_row_grow(build->row, used, used + build->row->reserve);
		frame->row = build->row;
		frame->codec->tally.values++;
		build->at = jb_read_value(frame, element, slot, build->row->data + used);
		frame->row = outer;
		if (build->nulls != NULL)
			set_null_bit(build, true);
	}
	build->count++;
	build->sizes[level - 1]++;
}

/* What populate_array_json()'s callbacks do for one element at this level. */
static void
take_element(JbArrayBuild *build, int level, const JbSlot *slot)
{
	if (build->n_dimensions <= 0)
		assign_dimensions(build, level);
	else if (level < build->n_dimensions)
		report_expected_array(build, level);
	add_element(build, level, slot);
}

/* A walk over the elements of an array, in text or in jsonb. */
typedef struct JbElements
{
	const JbSlot *array;
	const char *at; /* text: the next byte to look at */
	JbJsonbElements binary;
} JbElements;

static void
elements_begin(JbElements *elements, const JbSlot *array)
{
	elements->array = array;
	elements->at = array->text + 1;
	if (array->kind == JB_BINARY_ARRAY)
		jb_jsonb_elements_begin(&elements->binary, (const JsonbContainer *) array->text);
}

/* The text has been scanned before, so all that can be wrong is our own fault. */
static bool
elements_next_text(JbElements *elements, JbSlot *slot)
{
	const char *start = elements->array->text;
	const char *end = start + elements->array->length;
	const char *at = jb_scan_space(elements->at, end);

	if (at < end && *at == ']')
		return false;
	if (at < end && *at == ',' && elements->at > start + 1)
		at = jb_scan_space(at + 1, end);
	elements->at = jb_scan_value(at, end, 0, false, slot);
	if (elements->at == NULL)
		jb_stock_refuse(start, end - start);
	return true;
}

static inline bool
elements_next(JbElements *elements, JbSlot *slot)
{
	if (elements->array->kind == JB_BINARY_ARRAY)
		return jb_jsonb_elements_next(&elements->binary, slot);
	return elements_next_text(elements, slot);
}

static inline bool
is_array(const JbSlot *slot)
{
	return slot->kind == JB_ARRAY || slot->kind == JB_BINARY_ARRAY;
}

/* Is a deeper array one more dimension, or is it an element? */
static inline bool
goes_deeper(const JbArrayBuild *build, int level)
{
	return build->n_dimensions <= 0 || level < build->n_dimensions;
}

/* All of the array, itself at "level" (0 for the outermost). */
static void
take_array(JbArrayBuild *build, const JbSlot *array, int level)
{
	JbElements elements;
	JbSlot slot;

	check_stack_depth();
	elements_begin(&elements, array);
	while (elements_next(&elements, &slot))
	{
		if (is_array(&slot) && goes_deeper(build, level + 1))
			take_array(build, &slot, level + 1);
		else
			take_element(build, level + 1, &slot);
		if ((build->count & 1023) == 0)
			CHECK_FOR_INTERRUPTS();
	}
	if (build->n_dimensions <= 0)
		assign_dimensions(build, level + 1);
	if (level < build->n_dimensions)
		check_dimension(build, level);
}


/* ---------------------------------------------------------------- result */

/*
 * As construct_md_array() would.  Arrays also pad behind their last element.
 */
static Datum
finish_array(JbArrayBuild *build)
{
	int lower_bounds[MAXDIM];
	int n_elements;
	Size offset;
	Size size;
	Size data_size;
	ArrayType *array;

	/* the very checks of construct_md_array() */
	if (build->n_dimensions > MAXDIM)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("number of array dimensions (%d) exceeds the maximum allowed (%d)",
							   build->n_dimensions, MAXDIM)));
	for (int i = 0; i < build->n_dimensions; i++)
		lower_bounds[i] = 1;
	n_elements = ArrayGetNItems(build->n_dimensions, build->lengths);
	ArrayCheckBounds(build->n_dimensions, build->lengths, lower_bounds);
	if (n_elements <= 0)
		return PointerGetDatum(construct_empty_array(build->element->type));

	build->at = jb_row_align(build->row, build->element, build->at);
	data_size = build->at - build->row->data;
	offset = build->nulls ? ARR_OVERHEAD_WITHNULLS(build->n_dimensions, n_elements)
						  : ARR_OVERHEAD_NONULLS(build->n_dimensions);
	size = offset + data_size;
	if (!AllocSizeIsValid(size))
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("array size exceeds the maximum allowed (%d)", (int) MaxAllocSize)));

	array = palloc(size);
	memset(array, 0, offset);
	SET_VARSIZE(array, size);
	array->ndim = build->n_dimensions;
	array->dataoffset = build->nulls ? offset : 0;
	array->elemtype = build->element->type;
	memcpy(ARR_DIMS(array), build->lengths, build->n_dimensions * sizeof(int));
	memcpy(ARR_LBOUND(array), lower_bounds, build->n_dimensions * sizeof(int));
	if (build->nulls)
		memcpy(ARR_LBOUND(array) + build->n_dimensions, build->nulls, (n_elements + 7) / 8);
	memcpy((char *) array + offset, build->row->data, data_size);
	return PointerGetDatum(array);
}

static JbRow *
elements_row(JbFrame *frame, const JbColumn *column)
{
	JbState *state = jb_frame_state(frame, column);

	if (state->elements == NULL)
	{
		state->elements = MemoryContextAllocZero(frame->context, sizeof(JbRow));
		state->elements->context = frame->context;
	}
	jb_row_grow(state->elements, 0, 512);
	return state->elements;
}

char *
jb_read_array(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	JbArrayBuild build;
	Size used = at - frame->row->data;
	Datum array;

	/* a string is the array's text form, {1,2}: array_in() */
	if (slot->kind == JB_STRING)
		return NULL;

	build.frame = frame;
	build.column = column;
	build.element = column->inner;
	build.row = elements_row(frame, column);
	build.at = build.row->data;
	build.nulls = NULL;
	build.nulls_room = 0;
	build.count = 0;
	build.n_dimensions = 0;

	if (!is_array(slot))
		report_expected_array(&build, 0);
	take_array(&build, slot, 0);
	frame->element = -1;
	array = finish_array(&build);
	jb_row_shrink(build.row);
	at = jb_row_append(frame->row, column, array, frame->row->data + used);
	pfree(DatumGetPointer(array));
	return at;
}
