/*
 * memo.h
 *		The last document and its record, for calls that come several times.
 *
 * PostgreSQL makes one call for each column of (f(doc)).*, one behind the other
 * and each a call site of its own.  All but the first find the record here.
 *
 * A memo can't change an answer: documents are compared byte for byte, and only
 * what depends on nothing else is kept (jb_foreign_calls in reader.h says so).
 * It costs a compare while nothing repeats: it is armed only when another call
 * site brings a document of the same size, and lets go for a while when that was
 * not the same document after all.
 *
 * One a codec, in the codec's context, of limited size.
 */
#ifndef JB_MEMO_H
#define JB_MEMO_H

#include "reader.h"
#include "stock.h"

#include "pgtime.h"

/* Bytes of the longest document that is kept, as it is stored, and of the longest record. */
#define JB_MEMO_DOCUMENT_MAX ((Size) 32 * 1024)
#define JB_MEMO_RECORD_MAX	 ((Size) 64 * 1024)

/* Whose call, and what of. */
typedef struct JbMemoKey
{
	const void *site;	 /* the call site */
	MemoryContext owner; /* in which all call sites of one query live */
	JbSource source;
	uint64 generation;				/* of the row types that the call site sees */
	const struct varlena *document; /* as it is stored: compressed, say */
	Size size;						/* VARSIZE_ANY() of it */
} JbMemoKey;

struct JbMemo
{
	const void *last_site; /* while not armed; the only one that has called of late */
	Size last_size;
	bool armed;
	uint8 misses;	/* documents kept since the last that came again */
	uint32 pause;	/* chances to arm that are still to be let pass */
	uint32 penalty; /* the last pause; grows while arming brings nothing */

	/* what is kept; nothing if size is 0 */
	JbSource source;
	MemoryContext owner;
	Size size;
	Size record_size;
	uint64 generation;
	uint64 enum_generation;
	uint64 datetime_generation;
	const pg_tz *zone;
	char *document;
	char *record;
	Size document_room;
	Size record_room;
};

/* Room for a codec's memo.  Allocates in the current context. */
extern JbMemo *jb_memo_create(void);

static inline void
jb_memo_key(JbMemoKey *key, const void *site, MemoryContext owner, uint64 generation, JbSource source,
			Datum document)
{
	key->site = site;
	key->owner = owner;
	key->source = source;
	key->generation = generation;
	key->document = (const struct varlena *) DatumGetPointer(document);
	key->size = VARSIZE_ANY(key->document);
}

/* Out of line: the same as jb_memo_is_armed() where more than one call site calls. */
extern bool jb_memo_arm(JbMemo *memo, const JbMemoKey *key);

/* Are the calls such that the memo may have their record, or should keep it?  Asked once a call. */
static inline bool
jb_memo_is_armed(JbMemo *memo, const JbMemoKey *key)
{
	if (unlikely(memo->last_site != key->site))
		return jb_memo_arm(memo, key);
	memo->last_size = key->size;
	return false;
}

/* While armed: the document's record, a copy in the current context; or NULL. */
extern HeapTupleHeader jb_memo_find(JbMemo *memo, const JbMemoKey *key);

/*
 * While armed: keep the document's record, unless it is long or not "is_sole":
 * something but the document had a part in it.
 */
extern void jb_memo_keep(JbFrame *frame, const JbMemoKey *key, HeapTupleHeader record, bool is_sole);

#endif /* JB_MEMO_H */
