/*
 * read_enum.c
 *		The reader of enums: labels met before need no catalog look-up.
 *
 * enum_in() decides about a label the first time, with all its rules (a label
 * that an uncommitted ALTER TYPE added may not be used); only what it accepted
 * is remembered, and forgotten whenever anything changes in pg_enum.
 */
#include "read_enum.h"

#include "utils/inval.h"
#include "utils/syscache.h"

/* one place a hash; a label that finds its place taken moves in */
#define JB_ENUM_PLACES 32

typedef struct JbEnumLabel
{
	Oid value;
	uint8 length; /* 0: empty place */
	char text[NAMEDATALEN - 1];
} JbEnumLabel;

struct JbEnumLabels
{
	uint64 generation; /* of pg_enum when these were learned */
	JbEnumLabel places[JB_ENUM_PLACES];
};

uint64 jb_enum_generation = 0;

static void
enum_changed(Datum argument, int cache, uint32 hash)
{
	jb_enum_generation++;
}

void
jb_enum_init(void)
{
	CacheRegisterSyscacheCallback(ENUMOID, enum_changed, (Datum) 0);
}

JbEnumLabels *
jb_enum_labels_create(MemoryContext context)
{
	return MemoryContextAllocZero(context, sizeof(JbEnumLabels));
}

static JbEnumLabel *
label_place(JbEnumLabels *labels, const JbSlot *slot)
{
	const unsigned char *text = (const unsigned char *) slot->text;
	uint32 hash = text[0] * 3 + text[slot->length / 2] * 5 + text[slot->length - 1] * 7 + slot->length;

	if (labels->generation != jb_enum_generation)
	{
		memset(labels, 0, sizeof(*labels));
		labels->generation = jb_enum_generation;
	}
	return &labels->places[hash % JB_ENUM_PLACES];
}

char *
jb_read_enum(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	JbEnumLabel *label;
	uint64 generation;
	Oid value;

	if (slot->length == 0 || slot->length >= NAMEDATALEN)
		return NULL;
	label = label_place(column->labels, slot);
	if (label->length != slot->length || memcmp(label->text, slot->text, slot->length) != 0)
	{
		generation = jb_enum_generation;
		at = jb_read_stock(frame, column, slot, at);
		memcpy(&value, at - sizeof(Oid), sizeof(Oid));
		if (generation == jb_enum_generation)
		{
			label->value = value;
			label->length = (uint8) slot->length;
			memcpy(label->text, slot->text, slot->length);
		}
		return at;
	}
	at = jb_align_int(at);
	memcpy(at, &label->value, sizeof(Oid));
	return at + sizeof(Oid);
}
