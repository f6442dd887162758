/*
 * compile.c
 *		From a row type to its codec: the only reader of catalogs.
 *
 * All is looked up here once, so that the run never asks a catalog (but for
 * input functions and domain constraints, which stock looks up at first use as
 * well).  Nested row types are not compiled along: their frames ask the cache
 * for them at first use, at the moment when stock looks them up.
 */
#include "compile.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "inplace.h"
#include "memo.h"
#include "portability/instr_time.h"
#include "read_enum.h"
#include "select.h"
#include "setting.h"
#include "tuple.h"
#include "utils/array.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

/* one block for a small codec, so that its parts lie together */
#define JB_CODEC_SIZES ALLOCSET_SMALL_MINSIZE, 8 * 1024, 32 * 1024

/* most bytes of a codec to ask for ahead */
#define JB_HOT_BYTES_MAX 4096

static void compile_type(JbCodec *codec, JbColumn *column, Oid type, int32 typmod);

static JbColumn *
compile_inner(JbCodec *codec, const char *name, Oid type, int32 typmod, bool packable)
{
	JbColumn *inner = palloc0(sizeof(JbColumn));

	inner->name = name;
	inner->packable = packable;
	compile_type(codec, inner, type, typmod);
	return inner;
}

/* The kinds of prepare_column_cache(), in its order. */
static JbCategory
compile_kind(JbCodec *codec, JbColumn *column, Form_pg_type form)
{
	if (form->typtype == TYPTYPE_DOMAIN)
	{
		int32 base_typmod = column->typmod;
		Oid base_type = getBaseTypeAndTypmod(column->type, &base_typmod);

		column->is_domain = true;
		column->checks_null = true;
		codec->runs_foreign_code = true;
		if (get_typtype(base_type) == TYPTYPE_COMPOSITE)
		{
			column->row_type = base_type;
			return JB_CATEGORY_COMPOSITE;
		}
		column->inner = compile_inner(codec, column->name, base_type, base_typmod, column->packable);
		return JB_CATEGORY_DOMAIN;
	}
	if (form->typtype == TYPTYPE_COMPOSITE || column->type == RECORDOID)
	{
		codec->runs_foreign_code = true;
		column->row_type = column->type;
		return JB_CATEGORY_COMPOSITE;
	}
	if (IsTrueArrayType(form))
	{
		column->inner = compile_inner(codec, NULL, form->typelem, column->typmod, false);
		return JB_CATEGORY_ARRAY;
	}
	return form->typtype == TYPTYPE_ENUM ? JB_CATEGORY_ENUM : JB_CATEGORY_SCALAR;
}

/* The most that the reader may write beyond the text of its slot. */
static uint32
reader_bound(const JbColumn *column)
{
	switch (column->reader)
	{
		case JB_READER_BPCHAR:
			return JB_READER_SLACK + JB_BPCHAR_PADDING;
		case JB_READER_NAME:
			return JB_READER_SLACK + NAMEDATALEN;
		case JB_READER_DOMAIN:
			return column->inner->bound;
		default:
			return JB_READER_SLACK;
	}
}

static void
compile_type(JbCodec *codec, JbColumn *column, Oid type, int32 typmod)
{
	JbTypeFacts facts = {.type = type, .typmod = typmod};
	HeapTuple tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
	Form_pg_type form;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for type %u", type);
	form = (Form_pg_type) GETSTRUCT(tuple);

	column->type = type;
	column->typmod = typmod;
	column->length = form->typlen;
	column->align = form->typalign;
	column->by_value = form->typbyval;
	column->state = codec->n_states++;
	facts.category = compile_kind(codec, column, form);
	ReleaseSysCache(tuple);

	facts.disabled = jb_reader_disabled;
	column->reader = jb_select_reader(&facts, &column->reason);
	column->read = jb_reader_functions[column->reader];
	column->bound = reader_bound(column);
	if (column->reader == JB_READER_ENUM)
		column->labels = jb_enum_labels_create(codec->context);
	if (column->reader == JB_READER_STOCK)
		codec->runs_foreign_code = true;
}

/* The slot of an earlier column of this name, or a new one. */
static void
assign_slot(JbCodec *codec, JbColumn *column, int *shares)
{
	int length = strlen(column->name);
	int slot = jb_matcher_find(codec->matcher, column->name, length);

	if (slot < 0)
	{
		slot = codec->n_slots++;
		jb_matcher_add(codec->matcher, column->name, length, slot);
	}
	column->slot = slot;
	codec->slot_shares = Max(codec->slot_shares, ++shares[slot]);
}

static void
compile_column(JbCodec *codec, int i, int *shares)
{
	Form_pg_attribute attribute = TupleDescAttr(codec->descriptor, i);
	JbColumn *column = &codec->columns[i];

	column->name = NameStr(attribute->attname);
	if (attribute->attisdropped)
	{
		column->reader = JB_READER_DROPPED;
		column->read = jb_reader_functions[column->reader];
		column->length = attribute->attlen;
		return;
	}
	column->packable = attribute->attlen == -1 && attribute->attstorage != TYPSTORAGE_PLAIN;
	compile_type(codec, column, attribute->atttypid, attribute->atttypmod);
	codec->fixed_bound += column->bound;
	codec->has_varlena |= column->length < 0;
	assign_slot(codec, column, shares);
}

/*
 * The number of slots is known last, so the slot of other keys gets the highest
 * number there can be, and the array its full length.
 */
static void
compile_columns(JbCodec *codec)
{
	int n_columns = codec->n_columns;
	int *shares = palloc0(Max(n_columns, 1) * sizeof(int));

	codec->slot_shares = 1;
	codec->memo = jb_memo_create();
	codec->inplace = jb_inplace_create(n_columns);
	codec->matcher = jb_matcher_create(codec->context, n_columns, n_columns);
	codec->columns = palloc0(Max(n_columns, 1) * sizeof(JbColumn));
	for (int i = 0; i < n_columns; i++)
		compile_column(codec, i, shares);
	codec->slots_in_order = codec->n_slots == n_columns;
	codec->n_slots = n_columns + 2;
	for (int i = 0; i < n_columns; i++)
		if (codec->columns[i].reader == JB_READER_DROPPED)
			codec->columns[i].slot = JB_SLOT_NEVER(codec);
	pfree(shares);
}

static void
identify(JbCodec *codec, TupleDesc descriptor)
{
	codec->type = descriptor->tdtypeid;
	codec->typmod = descriptor->tdtypmod;
	codec->relation = InvalidOid;
	codec->setting_generation = jb_setting_generation;
	codec->identifier = 0;
	if (codec->type != RECORDOID)
	{
		TypeCacheEntry *entry = lookup_type_cache(codec->type, TYPECACHE_TUPDESC);

		codec->identifier = entry->tupDesc_identifier;
		codec->relation = entry->typrelid;
	}
}

/*
 * How far the parts reach that every document needs: they were made one behind
 * the other, so most likely they lie in one block.  No more than a hint.
 */
static void
note_hot_bytes(JbCodec *codec)
{
	ptrdiff_t reach = (char *) &codec->matcher->nodes[codec->matcher->n_nodes] - (char *) codec;

	codec->hot_bytes = reach > 0 && reach <= JB_HOT_BYTES_MAX ? (int) reach : (int) sizeof(JbCodec);
}

JbCodec *
jb_compile(Oid type, int32 typmod)
{
	TupleDesc descriptor = lookup_rowtype_tupdesc(type, typmod);
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "jbind codec", JB_CODEC_SIZES);
	MemoryContext outer = MemoryContextSwitchTo(context);
	TupleDesc copy = CreateTupleDescCopy(descriptor);
	JbCodec *codec = palloc0(sizeof(JbCodec)); /* behind it, its hot parts */
	instr_time start;
	instr_time stop;

	INSTR_TIME_SET_CURRENT(start);
	codec->context = context;
	/* names of columns stay where they are, and the server may let go of its own */
	codec->descriptor = copy;
	codec->n_columns = descriptor->natts;
	identify(codec, descriptor);
	ReleaseTupleDesc(descriptor);
	compile_columns(codec);
	jb_tuple_template(codec);
	jb_inplace_plan(codec);
	note_hot_bytes(codec);
	INSTR_TIME_SET_CURRENT(stop);
	INSTR_TIME_SUBTRACT(stop, start);
	codec->compile_us = INSTR_TIME_GET_DOUBLE(stop) * 1e6;
	codec->compiled_at = GetCurrentTimestamp();

	MemoryContextSwitchTo(outer);
	MemoryContextSetParent(context, CacheMemoryContext);
	return codec;
}
