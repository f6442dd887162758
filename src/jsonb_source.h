/*
 * jsonb_source.h
 *		From a jsonb container to slots.
 *
 * jsonb has no text to scan: its keys are there, sorted by length and bytes, and
 * so are the values.  Objects of one shape have the same key section, byte for
 * byte, so one compare with a shape met before maps all keys to slots at once.
 * Where there are many more keys than columns, each column is searched for, as
 * stock does.
 *
 * Scalars come as slots that every reader takes (strings have no escapes left);
 * numbers and containers stay binary, kinds JB_BINARY_*, and are brought into
 * text only where a reader needs it (jb_read_converted).
 */
#ifndef JB_JSONB_SOURCE_H
#define JB_JSONB_SOURCE_H

#include "matcher.h"
#include "utils/jsonb.h"

/* What a codec has learned of the shapes of jsonb objects. */
typedef struct JbShapes JbShapes;

/* One of them: all objects with the same keys.  Empty while count is 0. */
typedef struct JbShape
{
	uint32 count; /* keys */
	uint32 key_bytes;
	JEntry *entries; /* count of them */
	char *keys;		 /* key_bytes */
	uint16 *slots;	 /* count of them: where each value goes */
	uint16 *places;	 /* for each slot of a column: which value goes there, or count */
	bool complete;	 /* all these slots have a value */
} JbShape;

/*
 * The shape of an object that has keys, known or new; NULL if it isn't worth to be
 * remembered.  "matcher" says which key has which slot.  *shapes may be NULL at
 * first, is made in matcher->context and never grows beyond a fixed size.
 */
extern const JbShape *jb_jsonb_shape(const JsonbContainer *container, JbMatcher *matcher, JbShapes **shapes);

/* Fill "slots", which are zeroes, from an object; the rest as jb_jsonb_shape(). */
extern void jb_jsonb_object(const JsonbContainer *container, JbMatcher *matcher, JbShapes **shapes,
							JbSlot *slots);

/* Where the bytes of an entry end that begin at "start". */
static inline uint32
jb_jsonb_end(JEntry entry, uint32 start)
{
	return JBE_HAS_OFF(entry) ? JBE_OFFLENFLD(entry) : start + JBE_OFFLENFLD(entry);
}

/* The value whose bytes are base+start .. base+end, into a slot of zeroes. */
static inline void jb_jsonb_slot(JbSlot *slot, JEntry entry, const char *base, uint32 start, uint32 end);

/* A walk over an array's elements. */
typedef struct JbJsonbElements
{
	const JsonbContainer *container;
	uint32 index;
	uint32 offset; /* where the next element's bytes begin */
} JbJsonbElements;

extern void jb_jsonb_elements_begin(JbJsonbElements *elements, const JsonbContainer *container);

/* The next element, or false behind the last one. */
extern bool jb_jsonb_elements_next(JbJsonbElements *elements, JbSlot *slot);


/* ---------------------------------------------------------------- bodies */

/* values that have no bytes in a container; wide loads stay inside */
extern const char jb_jsonb_true[32];
extern const char jb_jsonb_false[32];
extern const char jb_jsonb_null[32];

static inline void
jb_jsonb_literal(JbSlot *slot, JbKind kind, const char *text, uint32 length)
{
	slot->kind = kind;
	slot->text = text;
	slot->length = length;
}

static inline void
jb_jsonb_slot(JbSlot *slot, JEntry entry, const char *base, uint32 start, uint32 end)
{
	if (JBE_ISSTRING(entry))
	{
		slot->kind = JB_STRING;
		slot->text = base + start;
		slot->length = end - start;
	}
	else if (JBE_ISNUMERIC(entry) || JBE_ISCONTAINER(entry))
	{
		/* aligned in the container, and so is the padding counted */
		slot->text = base + INTALIGN(start);
		slot->length = end - INTALIGN(start);
		slot->form = JB_BINARY;
		if (JBE_ISNUMERIC(entry))
			slot->kind = JB_BINARY_NUMERIC;
		else if (JsonContainerIsObject((const JsonbContainer *) slot->text))
			slot->kind = JB_BINARY_OBJECT;
		else
			slot->kind = JB_BINARY_ARRAY;
	}
	else if (JBE_ISBOOL_TRUE(entry))
		jb_jsonb_literal(slot, JB_TRUE, jb_jsonb_true, 4);
	else if (JBE_ISBOOL_FALSE(entry))
		jb_jsonb_literal(slot, JB_FALSE, jb_jsonb_false, 5);
	else
		jb_jsonb_literal(slot, JB_NULL, jb_jsonb_null, 4);
}

#endif /* JB_JSONB_SOURCE_H */
