/*
 * jsonb_source.h
 *		From a jsonb container to slots.
 *
 * jsonb has no text to scan: its keys are there, sorted by length and bytes, and
 * so are the values.  Objects of one shape have the same key section, byte for
 * byte, so one compare with a shape met before maps all keys to slots at once.
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

/*
 * Fill "slots", which are zeroes, from an object; "matcher" says which key has
 * which slot.  *shapes may be NULL at first, is made in matcher->context and
 * never grows beyond a fixed size.
 */
extern void jb_jsonb_object(const JsonbContainer *container, JbMatcher *matcher, JbShapes **shapes,
							JbSlot *slots);

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

#endif /* JB_JSONB_SOURCE_H */
