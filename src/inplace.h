/*
 * inplace.h
 *		Scan and form in one pass, for documents in attribute order.
 *
 * Where all of a codec's readers are pure (they give a value or refuse, run no
 * code of others and raise no error) and keys come in the order of columns,
 * values can be read as they are met, straight into the row, without slots
 * between.  Keys that are missing, null or unknown don't disturb that.
 *
 * The pass can only succeed or step back: at any surprise it drops the row and
 * the two phases begin from the start, with nothing done that could be seen.  So
 * it decides nothing, and an answer never depends on whether it was tried.
 *
 * A codec whose documents make it step back is left alone for a while.
 */
#ifndef JB_INPLACE_H
#define JB_INPLACE_H

#include "tuple.h"

/*
 * Objects longer than this are left to the two phases: the row's room is asked
 * for ahead, by the text that there may be.
 */
#define JB_INPLACE_MAX ((Size) 64 * 1024)

/* Room for the plan of a codec with so many columns, in the current context. */
extern JbInplace *jb_inplace_create(int n_columns);

/* Make the plan of a codec whose columns are compiled. */
extern void jb_inplace_plan(JbCodec *codec);

/* Is the pass worth trying for this codec's next document?  Counts documents. */
static inline bool jb_inplace_is_due(JbInplace *plan);

/*
 * A whole document as a tuple in the current context, or NULL to step back.
 * Bytes up to "end" are read.  With "validating" the grammar is checked.
 */
extern HeapTupleHeader jb_inplace_document(JbFrame *frame, const char *text, const char *end,
										   bool validating);

/*
 * The object at *at, inside "depth" containers, as a tuple in the frame's
 * scratch row, good until the frame's next use; moves *at behind it.  NULL to
 * step back.
 */
extern HeapTupleHeader jb_inplace_object(JbFrame *frame, const char **at, const char *end, int depth,
										 bool validating);

/*
 * An object of jsonb as a tuple, in the current context or, without "own", in the
 * frame's scratch row; NULL to step back.  In inplace_jsonb.c.
 */
extern HeapTupleHeader jb_inplace_jsonb(JbFrame *frame, const JsonbContainer *container, Size length,
										bool own);

/*
 * Room for a row of at most "size" bytes: with "own" in the current context if it
 * isn't big, else in the frame's scratch row.
 */
static inline char *jb_inplace_room(JbFrame *frame, Size size, bool own);

/*
 * The row at "data" is done, or had to be given up: "tuple" is NULL.  Returns it
 * where the caller wants it to be, and remembers how well the pass did.
 */
static inline HeapTupleHeader jb_inplace_finish(JbFrame *frame, char *data, HeapTupleHeader tuple, bool own);

/* The pass was of no use: leave the codec's documents alone for a while. */
extern void jb_inplace_step_back(JbFrame *frame, char *data);

/*
 * A column, as the pass goes through them: in the order of slots.  With all that
 * usual values need, as codecs of many types in turn are read from far memory.
 */
typedef struct JbInplaceColumn
{
	const JbColumn *column;
	int32 typmod;
	uint16 number; /* of the column in the codec */
	uint8 reader;  /* a JbReaderId; JB_READER_STOCK if no value is usual */
	uint8 length;  /* of the last text, where that is a good guess */
} JbInplaceColumn;

/* What is known of a codec's documents, and how its columns lie. */
struct JbInplace
{
	bool possible;			  /* the codec is one for this */
	bool has_dropped;		  /* columns that are null in every row */
	bool expects_nulls;		  /* the last row had some */
	uint32 pause;			  /* documents still to go before the next try */
	uint32 penalty;			  /* the last pause; grows while tries fail */
	uint16 n_slots;			  /* slots of columns; higher ones are ignored */
	uint16 plain_offset;	  /* where data begins without nulls */
	uint16 nulls_offset;	  /* and with nulls */
	Size room;				  /* bytes of a row beyond its text */
	JbInplaceColumn *columns; /* n_slots of them, then one without a column */
	uint8 *all_present;		  /* null bitmap of a row that has all values */
	uint8 *varlena;			  /* columns that make HEAP_HASVARWIDTH */
};

static inline bool
jb_inplace_is_due(JbInplace *plan)
{
	if (likely(plan->pause == 0))
		return plan->possible;
	plan->pause--;
	return false;
}

static inline char *
jb_inplace_room(JbFrame *frame, Size size, bool own)
{
	if (likely(own && size <= JB_OWN_ROW_MAX))
		return palloc(size);
	jb_row_grow(&frame->scratch, 0, size);
	return frame->scratch.data;
}

static inline HeapTupleHeader
jb_inplace_finish(JbFrame *frame, char *data, HeapTupleHeader tuple, bool own)
{
	JbInplace *plan = frame->codec->inplace;
	HeapTupleHeader copy;
	Size size;

	if (unlikely(tuple == NULL))
	{
		jb_inplace_step_back(frame, data);
		return NULL;
	}
	plan->penalty -= (plan->penalty + 3) / 4;
	if (likely(!own || data != frame->scratch.data))
		return tuple;
	size = HeapTupleHeaderGetDatumLength(tuple);
	copy = palloc(size);
	memcpy(copy, tuple, size);
	return copy;
}

#endif /* JB_INPLACE_H */
