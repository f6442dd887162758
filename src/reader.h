/*
 * reader.h
 *		The reader's contract: a slot's text becomes bytes of a tuple.
 *
 * A reader gets a column and its slot and writes the value at "at" exactly as
 * heap_fill_tuple() would have: aligned (padding zeroed), a short varlena header
 * where the column is packable and the value fits.  It returns the byte behind.
 *
 *	- A native reader gives the very value that the type's input function gives
 *	  for the slot's bytes, or refuses: returns NULL, having raised nothing.
 *	  Then the column's input function is asked (jb_read_stock), which gives the
 *	  value or the error.  So a reader needs to know the common forms only.
 *	- The slot holds a value (kind above JB_NULL) in text form without escapes.
 *	  Bytes up to frame->limit may be read, none beyond.
 *	- Room: without asking it may write slot->length + JB_READER_SLACK bytes plus
 *	  what its column's share of codec->fixed_bound says.  Whoever writes more
 *	  goes through jb_row_append() or jb_row_room(), which may move the row: only
 *	  their return value is good afterwards.
 *	- Nothing is kept: temporary memory comes from the current context, which
 *	  the caller resets row by row.
 *
 * A new reader: a line in readers.def, its function, its type in select.c.
 */
#ifndef JB_READER_H
#define JB_READER_H

#include "codec.h"

/*
 * What a reader may write beyond its text: alignment, header and the width of
 * the widest fixed-length type or of one vector store.
 */
#define JB_READER_SLACK 32

/* Blanks that the reader of char(n) may write without asking. */
#define JB_BPCHAR_PADDING 256

/*
 * The tuple (or the array's elements) being written.  Invariant: behind the
 * value to be written next there are at least "reserve" bytes less what readers
 * have written without asking, so those need no check.
 */
typedef struct JbRow
{
	char *data;	 /* MAXALIGNed start */
	char *limit; /* end of the room */
	Size reserve;
	MemoryContext context; /* where data is, if it is allocated */
} JbRow;

/* What one column of one call site keeps from row to row. */
typedef struct JbState
{
	FmgrInfo input; /* stock: the type's input function */
	Oid input_parameter;
	void *domain_info; /* domain_check()'s own */
	JbFrame *child;	   /* composite: the frame of its row type */
	JbRow *elements;   /* array: the room where elements gather */
} JbState;

/* The values of a base record, for columns that the document says nothing of. */
typedef struct JbBase
{
	Datum *values;
	bool *nulls;
} JbBase;

/* One call site's use of one codec. */
struct JbFrame
{
	JbCodec *codec;
	int hot_bytes;			  /* of the codec, here as it may be far away */
	bool busy;				  /* a call is under way in it */
	SubTransactionId busy_in; /* and belongs to this subtransaction */
	const char *limit;		  /* end of readable bytes behind slots */
	MemoryContext context;	  /* lives as long as the call site */
	JbSlot *slots;			  /* codec->n_slots */
	Size text_length;		  /* bytes of text that the slots hold, at most */
	JbRow *row;				  /* being written */
	const JbBase *base;		  /* while a row is formed over a base */
	JbState **states;		  /* codec->n_states, made when first needed */
	JbRow scratch;			  /* kept for big rows and nested ones */
	const JbColumn *current;  /* being formed; for the context of errors: */
	int64 element;			  /* of current, an array; else -1 */
	JbFrame *child;			  /* of current, a nested object; else NULL */
	bool empty;				  /* the last object had no key that counts */
	JbFrame *next;			  /* of the same call site */
	MemoryContextCallback unpin;
};

#define JB_READER(id, function, name) \
	extern char *function(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at);
#include "readers.def"
#undef JB_READER

extern const JbReadFunction jb_reader_functions[];
extern const char *const jb_reader_names[];

/*
 * A frame for the row type, with its codec pinned until "context" goes.
 * Raises what lookup_rowtype_tupdesc() raises.  In cache.c.
 */
extern JbFrame *jb_frame_create(Oid type, int32 typmod, MemoryContext context);

/* The same for one who only looks: jbind.fallback has no say. */
extern JbFrame *jb_frame_create_silently(Oid type, int32 typmod, MemoryContext context);

/* The column's state in this frame, made if need be. */
extern JbState *jb_frame_state(JbFrame *frame, const JbColumn *column);

/*
 * Ask the constraints of the column's type, a domain, about a value; other types
 * have none.  NULL is asked about too (populate_record_field() in jsonfuncs.c).
 */
extern void jb_check_domain(JbFrame *frame, const JbColumn *column, Datum value, bool is_null);

/*
 * The same about NULL, for a column whose checks_null says so.  A domain's row type
 * is looked up all the same, as populate_composite() in jsonfuncs.c does: what is
 * seen first is kept.
 */
extern void jb_check_null(JbFrame *frame, const JbColumn *column);

/* The frame of a composite column's row type, made if need be.  In read_composite.c. */
extern JbFrame *jb_frame_child(JbFrame *frame, const JbColumn *column);

/* The value's slot has escapes or is binary: bring it into the reader's form. */
extern char *jb_read_converted(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at);

/*
 * Read a binary value without a way through text.  NULL: there is no such way.
 */
extern char *jb_read_binary(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at);

/*
 * The same for a Numeric, by a reader that gives a value or refuses, as the native
 * ones of text do.
 */
extern char *jb_read_binary_number(const JbColumn *column, const char *numeric, char *at);

/*
 * A text column's string that still has its escapes, straight into the row; NULL
 * where varcharin() has to decide about its length.  In read_scalar.c.
 */
extern char *jb_read_escaped_text(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at);

/* Read any slot above JB_NULL: by the column's reader, by stock if that refuses. */
static inline char *
jb_read_value(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	char *next;

	if (unlikely(slot->form != JB_PLAIN))
		return jb_read_converted(frame, column, slot, at);
	next = column->read(frame, column, slot, at);
	if (unlikely(next == NULL))
		next = jb_read_stock(frame, column, slot, at);
	return next;
}

/* Align as the column asks; zeroes the padding, for which there is room. */
static inline char *
jb_align_int(char *at)
{
	memset(at, 0, sizeof(int32));
	return (char *) INTALIGN(at);
}

static inline char *
jb_align_double(char *at)
{
	memset(at, 0, sizeof(int64));
	return (char *) DOUBLEALIGN(at);
}

static inline char *
jb_align_short(char *at)
{
	*at = 0;
	return (char *) SHORTALIGN(at);
}

#endif /* JB_READER_H */
