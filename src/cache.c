/*
 * cache.c
 *		This backend's codecs: found by row type, shared by call sites.
 */
#include "cache.h"

#include "compile.h"
#include "mb/pg_wchar.h"
#include "read_enum.h"
#include "setting.h"
#include "tuple.h"
#include "utils/builtins.h"
#include "utils/catcache.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/typcache.h"

/*
 * Beyond this many codecs, those that no frame uses go before a new one comes.
 * Named row types are as many as the schema has; anonymous ones can be made
 * without end.
 */
#define JB_CACHE_MAX 4096

/* codecs that the processor keeps near */
#define JB_CACHE_SMALL 64

typedef struct JbCacheKey
{
	Oid type;
	int32 typmod;
} JbCacheKey;

typedef struct JbCacheEntry
{
	JbCacheKey key; /* must be first */
	JbCodec *codec;
} JbCacheEntry;

bool jb_cache_is_large = false;
const JbCodec *jb_cache_prefetched = NULL;
uint64 jb_cache_generation = 0;

static HTAB *cache = NULL;
static bool any_stale = false;


/* ------------------------------------------------------------- lifetime */

static void
free_codec(JbCodec *codec)
{
	MemoryContextDelete(codec->context);
}

/* Take the codec out of the cache; free it unless a frame still uses it. */
static void
forget_codec(JbCodec *codec)
{
	JbCacheKey key = {.type = codec->type, .typmod = codec->typmod};

	hash_search(cache, &key, HASH_REMOVE, NULL);
	codec->cached = false;
	if (codec->pins == 0)
		free_codec(codec);
}

static void
unpin_codec(void *argument)
{
	JbCodec *codec = argument;

	if (--codec->pins == 0 && !codec->cached)
		free_codec(codec);
}

/*
 * A relation has changed.  Only mark: this runs in the middle of anything.  A
 * descriptor that is rebuilt gets a new identifier, so what is marked here would
 * be found out anyway when next asked for; the mark frees codecs of types that
 * nobody asks for again.
 */
static void
relation_changed(Datum argument, Oid relation)
{
	HASH_SEQ_STATUS scan;
	JbCacheEntry *entry;

	hash_seq_init(&scan, cache);
	while ((entry = hash_seq_search(&scan)) != NULL)
	{
		if (entry->codec->relation != InvalidOid &&
			(relation == InvalidOid || relation == entry->codec->relation))
		{
			entry->codec->stale = any_stale = true;
			jb_cache_generation++;
		}
	}
}

static void
forget_codecs(bool all)
{
	HASH_SEQ_STATUS scan;
	JbCacheEntry *entry;

	hash_seq_init(&scan, cache);
	while ((entry = hash_seq_search(&scan)) != NULL)
	{
		if (entry->codec->stale || (all && entry->codec->pins == 0))
			forget_codec(entry->codec);
	}
	any_stale = false;
}

void
jb_cache_reset(void)
{
	if (cache != NULL)
		forget_codecs(true);
}

/*
 * Not done at load, which may happen in the postmaster
 * (shared_preload_libraries): all this needs a database.
 */
static void
cache_create(void)
{
	HASHCTL control = {.keysize = sizeof(JbCacheKey), .entrysize = sizeof(JbCacheEntry)};

	if (CacheMemoryContext == NULL)
		CreateCacheMemoryContext();
	control.hcxt = CacheMemoryContext;
	cache = hash_create("jbind codecs", 64, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	CacheRegisterRelcacheCallback(relation_changed, (Datum) 0);
	jb_enum_init();
	jb_scan_encoding_is_utf8 = GetDatabaseEncoding() == PG_UTF8;
}


/* -------------------------------------------------------------- look-up */

static bool
is_current(const JbCodec *codec)
{
	if (codec->setting_generation != jb_setting_generation)
		return false;
	if (codec->type == RECORDOID)
		return true;
	return lookup_type_cache(codec->type, TYPECACHE_TUPDESC)->tupDesc_identifier == codec->identifier;
}

static JbCodec *
find_codec(Oid type, int32 typmod)
{
	JbCacheKey key = {.type = type, .typmod = typmod};
	JbCacheEntry *entry = hash_search(cache, &key, HASH_FIND, NULL);

	if (entry == NULL)
		return NULL;
	if (likely(is_current(entry->codec)))
		return entry->codec;
	forget_codec(entry->codec);
	return NULL;
}

JbCodec *
jb_cache_get(Oid type, int32 typmod)
{
	JbCodec *codec;
	JbCacheKey key;
	JbCacheEntry *entry;

	/* named row types have one shape, whatever typmod says */
	if (type != RECORDOID)
		typmod = -1;
	if (unlikely(cache == NULL))
		cache_create();
	if (unlikely(any_stale))
		forget_codecs(false);
	codec = find_codec(type, typmod);
	if (likely(codec != NULL))
		return codec;

	codec = jb_compile(type, typmod);
	if (hash_get_num_entries(cache) >= JB_CACHE_MAX)
		forget_codecs(true);
	key.type = codec->type;
	key.typmod = codec->typmod;
	entry = hash_search(cache, &key, HASH_ENTER, NULL);
	entry->codec = codec;
	codec->cached = true;
	jb_cache_is_large = hash_get_num_entries(cache) > JB_CACHE_SMALL;
	return codec;
}


List *
jb_cache_list(void)
{
	HASH_SEQ_STATUS scan;
	JbCacheEntry *entry;
	List *codecs = NIL;

	if (cache == NULL)
		return NIL;
	hash_seq_init(&scan, cache);
	while ((entry = hash_seq_search(&scan)) != NULL)
		codecs = lappend(codecs, entry->codec);
	return codecs;
}


/* --------------------------------------------------------------- frames */

/* The first column that has a stock reader in it, or NULL. */
static const JbColumn *
stock_column(const JbCodec *codec)
{
	for (int i = 0; i < codec->n_columns; i++)
		for (const JbColumn *part = &codec->columns[i]; part != NULL; part = part->inner)
			if (part->reader == JB_READER_STOCK)
				return part;
	return NULL;
}

/* Say that the row type isn't all native, as jbind.fallback wants it. */
static void
report_fallback(JbCodec *codec)
{
	static const int levels[] = {
		[JB_FALLBACK_NOTICE] = NOTICE, [JB_FALLBACK_WARNING] = WARNING, [JB_FALLBACK_ERROR] = ERROR};
	const JbColumn *column = stock_column(codec);

	if (column != NULL)
		ereport(levels[jb_fallback],
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("jbind reads type %s of row type %s by its input function",
						format_type_be(column->type), format_type_be(codec->type)),
				 errdetail("Reason: %s.", column->reason), errhint("See jbind_describe() for all columns.")));
	codec->fallback_reported = jb_fallback;
}

JbFrame *
jb_frame_create_silently(Oid type, int32 typmod, MemoryContext context)
{
	JbCodec *codec = jb_cache_get(type, typmod);
	JbFrame *frame = MemoryContextAllocZero(context, sizeof(JbFrame));

	frame->codec = codec;
	frame->hot_bytes = codec->hot_bytes;
	frame->context = context;
	frame->scratch.context = context;
	frame->slots = MemoryContextAlloc(context, codec->n_slots * sizeof(JbSlot));
	frame->unpin.func = unpin_codec;
	frame->unpin.arg = codec;
	MemoryContextRegisterResetCallback(context, &frame->unpin);
	codec->pins++;
	return frame;
}

JbFrame *
jb_frame_create(Oid type, int32 typmod, MemoryContext context)
{
	JbFrame *frame = jb_frame_create_silently(type, typmod, context);

	if (unlikely(jb_fallback > frame->codec->fallback_reported))
		report_fallback(frame->codec);
	return frame;
}
