/*
 * memo.c
 *		The last document and its record, for calls that come several times.
 */
#include "memo.h"

#include "read_datetime.h"
#include "read_enum.h"
#include "utils/memutils.h"

/* documents in a row that were kept for nothing, before the memo lets go */
#define JB_MEMO_MISSES_MAX 3

/* chances to arm that are let pass at first, and at most */
#define JB_MEMO_PAUSE_MIN 16
#define JB_MEMO_PAUSE_MAX 4096

JbMemo *
jb_memo_create(void)
{
	return palloc0(sizeof(JbMemo));
}

/* What is behind such a pointer can change. */
static inline bool
is_in_motion(const struct varlena *document)
{
	return VARATT_IS_EXTERNAL(document) && !VARATT_IS_EXTERNAL_ONDISK(document);
}

pg_noinline bool
jb_memo_arm(JbMemo *memo, const JbMemoKey *key)
{
	bool repeated;

	if (unlikely(key->size > JB_MEMO_DOCUMENT_MAX || is_in_motion(key->document)))
		return false;
	if (likely(memo->armed))
		return true;

	repeated = key->size == memo->last_size;
	memo->last_site = key->site;
	memo->last_size = key->size;
	if (!repeated)
		return false;
	if (memo->pause > 0)
	{
		memo->pause--;
		return false;
	}
	memo->armed = true;
	memo->misses = 0;
	memo->last_site = NULL;
	return true;
}

static void
let_go(JbMemo *memo)
{
	memo->armed = false;
	memo->last_size = 0;
	memo->size = 0;
	memo->penalty = Min(Max(memo->penalty * 2, JB_MEMO_PAUSE_MIN), JB_MEMO_PAUSE_MAX);
	memo->pause = memo->penalty;
}

/* Is this the document?  The cheap questions first. */
static inline bool
is_kept(const JbMemo *memo, const JbMemoKey *key)
{
	return memo->size == key->size && memo->owner == key->owner && memo->source == key->source &&
		   memo->generation == key->generation && memo->enum_generation == jb_enum_generation &&
		   memo->datetime_generation == jb_datetime_generation && memo->zone == session_timezone &&
		   memcmp(memo->document, key->document, key->size) == 0;
}

HeapTupleHeader
jb_memo_find(JbMemo *memo, const JbMemoKey *key)
{
	char *record;

	if (unlikely(!is_kept(memo, key)))
		return NULL;
	memo->misses = 0;
	memo->penalty = 0;
	record = palloc(memo->record_size);
	memcpy(record, memo->record, memo->record_size);
	return (HeapTupleHeader) record;
}

/* At least "size" bytes of room, whose content is lost; none if memory runs out. */
static void
make_room(MemoryContext context, char **room, Size *capacity, Size size)
{
	char *old = *room;

	if (likely(size <= *capacity))
		return;
	*room = NULL;
	*capacity = 0;
	if (old != NULL)
		pfree(old);
	*room = MemoryContextAlloc(context, size * 2);
	*capacity = size * 2;
}

void
jb_memo_keep(JbFrame *frame, const JbMemoKey *key, HeapTupleHeader record, bool is_sole)
{
	JbMemo *memo = frame->codec->memo;
	MemoryContext context = frame->codec->context;
	Size record_size = HeapTupleHeaderGetDatumLength(record);

	memo->size = 0;
	if (unlikely(!is_sole || record_size > JB_MEMO_RECORD_MAX))
		return;
	if (unlikely(++memo->misses > JB_MEMO_MISSES_MAX))
	{
		let_go(memo);
		return;
	}
	make_room(context, &memo->document, &memo->document_room, key->size);
	make_room(context, &memo->record, &memo->record_room, record_size);
	memcpy(memo->document, key->document, key->size);
	memcpy(memo->record, record, record_size);
	memo->record_size = record_size;
	memo->owner = key->owner;
	memo->source = key->source;
	memo->generation = key->generation;
	memo->enum_generation = jb_enum_generation;
	memo->datetime_generation = jb_datetime_generation;
	memo->zone = session_timezone;
	memo->size = key->size;
}
