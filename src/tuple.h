/*
 * tuple.h
 *		Form: from slots to a composite tuple, columns in attribute order.
 *
 * The tuple is what heap_form_tuple() would make, byte for byte; its first
 * bytes are a template taken from heap_form_tuple() itself, as servers mark
 * composite values in ways of their own.
 */
#ifndef JB_TUPLE_H
#define JB_TUPLE_H

#include "reader.h"

/* results up to this size are written where they stay, bigger ones copied once */
#define JB_OWN_ROW_MAX 4000

/* Make the codec's template of a header. */
extern void jb_tuple_template(JbCodec *codec);

/*
 * Write the header of a row at "data", which is MAXALIGNed; where its values
 * begin.  With "has_nulls" all columns are null so far.
 */
extern char *jb_tuple_begin(const JbCodec *codec, char *data, bool has_nulls);

/*
 * Form the frame's slots over "base" (NULL for none) as populate_record() in
 * jsonfuncs.c does.  With "own" the result is allocated in the current context;
 * without, it stands in the frame's scratch row, good until the next call.
 */
extern HeapTupleHeader jb_tuple_form(JbFrame *frame, HeapTupleHeader base, bool own);

/*
 * Append a value that may be of any size, as fill_val() in heaptuple.c does.
 * Returns the byte behind it; the row may have moved.
 */
extern char *jb_row_append(JbRow *row, const JbColumn *column, Datum value, char *at);

/* Room for "size" bytes at "at" besides the reserve; where "at" is now. */
extern char *jb_row_room(JbRow *row, char *at, Size size);

/* Pad with zeroes up to where the column's next value would start. */
extern char *jb_row_align(JbRow *row, const JbColumn *column, char *at);

/* Make the row's room "size" bytes at least, keeping "used" of it. */
extern void jb_row_grow(JbRow *row, Size used, Size size);

/* Give back what one huge row has left behind. */
extern void jb_row_shrink(JbRow *row);

#endif /* JB_TUPLE_H */
