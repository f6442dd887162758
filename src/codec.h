/*
 * codec.h
 *		The compiled plan of one row type.
 *
 * Three nouns in three places.  A *codec* is data: what a column is and which
 * reader it has.  compile.c makes it and is the only one to ask the catalogs.
 * A *frame* (reader.h) is one call site at work with a codec.
 *
 * A codec does not change once it is compiled, with a few exceptions that
 * hold what documents taught and can't change an answer: its matcher, the labels
 * its enum columns have met, its memo.  It lives in a memory context of its own, named
 * "jbind codec", until its type has changed or gone and no frame uses it.
 */
#ifndef JB_CODEC_H
#define JB_CODEC_H

#include "jsonb_source.h"
#include "matcher.h"

#include "access/htup_details.h"
#include "access/tupdesc.h"
#include "datatype/timestamp.h"

typedef struct JbFrame JbFrame;
typedef struct JbColumn JbColumn;
typedef struct JbEnumLabels JbEnumLabels;
typedef struct JbInplace JbInplace;
typedef struct JbMemo JbMemo;

/* See reader.h for the contract. */
typedef char *(*JbReadFunction)(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at);

typedef enum JbReaderId
{
#define JB_READER(id, function, name) JB_READER_##id,
#include "readers.def"
#undef JB_READER
	JB_READER_COUNT
} JbReaderId;

/*
 * A column of the row type; also the element of an array and the type a domain
 * stands on, which have no slot.
 */
struct JbColumn
{
	JbReadFunction read;
	const char *name;	   /* as errors say it; NULL for elements */
	const JbColumn *inner; /* array: its element; domain: its base type */
	JbEnumLabels *labels;  /* enum: what was looked up before */
	const char *reason;	   /* why the reader is stock, else NULL */
	Oid type;			   /* the declared type */
	int32 typmod;
	Oid row_type; /* composite: the row type, domains taken off */
	uint32 bound; /* bytes its reader may write beyond the text */
	int16 length; /* pg_type.typlen */
	uint16 slot;  /* where its value is; same names share one */
	uint16 state; /* number of its state in the frame */
	uint8 reader; /* a JbReaderId */
	char align;	  /* pg_type.typalign */
	bool by_value;
	bool packable;	  /* may have a one-byte varlena header */
	bool checks_null; /* a domain: even NULL has to be checked */
	bool is_domain;	  /* type is a domain */
};

/* Why a document went to stock as a whole. */
typedef enum JbStockReason
{
	JB_STOCK_NOT_OBJECT,
	JB_STOCK_NOT_ARRAY,
	JB_STOCK_ELEMENT, /* of a recordset, no object */
	JB_STOCK_MALFORMED,
	JB_STOCK_TOO_DEEP,
	JB_STOCK_TOO_LONG,
	JB_STOCK_ESCAPE, /* its meaning depends on the database's encoding */
	JB_STOCK_REASON_COUNT
} JbStockReason;

/*
 * What a codec has done, for jbind_codecs().  Objects are counted where they
 * came out of, nested ones by the codec of their own type; keys and values with
 * them.  What an error cut short counts as begun.
 */
typedef struct JbTally
{
	uint64 in_place;							   /* objects bound in one pass */
	uint64 two_phase;							   /* objects scanned, then formed */
	uint64 memo_hits;							   /* objects known from the call before */
	uint64 stock_documents[JB_STOCK_REASON_COUNT]; /* given to stock as a whole */
	uint64 keys;		 /* that were matched, beyond one a slot for rows in place */
	uint64 values;		 /* of columns and of arrays, by any reader; likewise */
	uint64 stock_values; /* of these, read by an input function */
	uint64 bytes;		 /* of the objects bound */
} JbTally;

typedef struct JbCodec
{
	Oid type; /* RECORDOID for anonymous row types */
	int32 typmod;
	uint64 identifier;		   /* tupDesc_identifier it was compiled from */
	uint64 setting_generation; /* jb_setting_generation, likewise */
	Oid relation;			   /* pg_type.typrelid, or InvalidOid */
	TupleDesc descriptor;	   /* a copy, as stock keeps one */
	JbColumn *columns;		   /* descriptor->natts of them */
	int n_columns;
	int n_slots;	 /* one a name, then JB_SLOT_IGNORED and _NEVER */
	int slot_shares; /* most columns that share a slot */
	int n_states;
	bool runs_foreign_code; /* readers may call functions that call jbind, or give notices */
	bool has_varlena;
	bool slots_in_order;						  /* column i looks at slot i */
	Size fixed_bound;							  /* sum of the columns' bounds */
	char header[MAXALIGN(SizeofHeapTupleHeader)]; /* template of a tuple's */
	JbMatcher *matcher;
	JbShapes *shapes;	/* of jsonb objects */
	JbInplace *inplace; /* scan and form in one pass */
	JbMemo *memo;		/* the last document, if it comes again */
	int hot_bytes;		/* from here on, what every document needs */
	MemoryContext context;
	TimestampTz compiled_at;
	double compile_us;
	JbTally tally;
	int pins;			   /* frames that use it */
	int fallback_reported; /* the strictest jbind.fallback that has had its say */
	bool cached;		   /* the cache owns it; else its last pin does */
	bool stale;			   /* its type has changed, or may have */
} JbCodec;

/* Where the values of other keys go; and what dropped columns look at. */
#define JB_SLOT_IGNORED(codec) ((codec)->n_slots - 2)
#define JB_SLOT_NEVER(codec)   ((codec)->n_slots - 1)

#endif /* JB_CODEC_H */
