/*
 * cache.h
 *		This backend's codecs: found by row type, shared by call sites.
 *
 * A frame takes its codec once and keeps it for life, as stock keeps the row
 * descriptor it saw first: within one call site a row type does not change under
 * a statement.  The next statement makes a new frame, and gets a new codec if
 * the type has changed.
 *
 * A codec is valid while its row type's tupDesc_identifier (typcache.h) is the
 * one it was compiled from.  Nothing else can make it wrong: what types consist
 * of (base, element, input function, storage) never changes, and domain
 * constraints and enum labels are not in it.
 *
 * Ownership: the cache owns codecs, frames pin them.  One that is stale leaves
 * the cache at once and is freed with its last pin.
 */
#ifndef JB_CACHE_H
#define JB_CACHE_H

#include "reader.h"

#include "nodes/pg_list.h"

/*
 * Grows whenever a row type that a frame may have a codec of has changed.  While
 * it stands still, all frames made since agree about row types.
 */
extern uint64 jb_cache_generation;

/* The row type's codec, compiled if need be; not pinned. */
extern JbCodec *jb_cache_get(Oid type, int32 typmod);

/* Are there so many codecs that they hardly stay in the processor's caches? */
extern bool jb_cache_is_large;

/* The codec that was last asked for; only ever compared. */
extern const JbCodec *jb_cache_prefetched;

/*
 * Where many codecs take turns, each comes from far memory: ask for all of it at
 * once, before the first step waits for its first line.
 */
static inline void
jb_cache_prefetch(const JbFrame *frame)
{
	if (likely(!jb_cache_is_large || frame->codec == jb_cache_prefetched))
		return;
	jb_cache_prefetched = frame->codec;
	for (int i = 0; i < frame->hot_bytes; i += JB_CACHE_LINE)
		__builtin_prefetch((const char *) frame->codec + i);
}

/*
 * All codecs of the cache, as a list in the current context; good until the
 * next look-up.
 */
extern List *jb_cache_list(void);

/* Drop every codec that no frame uses. */
extern void jb_cache_reset(void);

#endif /* JB_CACHE_H */
