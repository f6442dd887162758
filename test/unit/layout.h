/*
 * layout.h
 *		A slow, obvious reader of jsonb containers by the rules of utils/jsonb.h.
 *
 * It compares a container with the JSON text that it was made of, which
 * reference.h reads: header and counts, the type of each entry, a length or (each
 * JB_OFFSET_STRIDE entries) an end offset, keys by length and then bytes, each
 * once and with its last value, zeroes as padding, nothing left over.  Numbers
 * are encoded anew by the rules of numeric.c, one digit at a time.  And it finds
 * what a slot of a jsonb document has to be.
 *
 * Shared by the unit tests and the fuzzer; knows nothing of jsonb_build.h and
 * jsonb_source.h.
 */
#ifndef JB_LAYOUT_H
#define JB_LAYOUT_H

#include "reference.h"

#include "utils/jsonb.h"

/* A container while it is compared with its text. */
typedef struct Layout
{
	Reference ref;
	bool good;
} Layout;

static const char *layout_container(Layout *layout, const char *text, const char *bytes, uint32 length);

static inline void
layout_expect(Layout *layout, bool good)
{
	layout->good &= good;
}


/* --- numbers ----------------------------------------------------------------------- */

/* Exponents beyond are no business of this reader. */
#define LAYOUT_EXPONENT_MAX 20000

/* NUMERIC_CAN_BE_SHORT() and what follows from it. */
static inline bool
layout_is_short_numeric(int scale, int weight)
{
	return scale <= 63 && weight >= -64 && weight <= 63;
}

/* The header and weight, behind the varlena header; the groups begin where it returns. */
static inline char *
layout_put_numeric_header(char *at, bool negative, int scale, int weight)
{
	uint16 words[2];

	if (layout_is_short_numeric(scale, weight))
	{
		words[0] = 0x8000 | (negative ? 0x2000 : 0) | scale << 7 | (weight < 0 ? 0x40 : 0) | (weight & 0x3F);
		memcpy(at, words, sizeof(uint16));
		return at + sizeof(uint16);
	}
	words[0] = (negative ? 0x4000 : 0) | scale;
	words[1] = (uint16) (int16) weight;
	memcpy(at, words, sizeof(words));
	return at + sizeof(words);
}

/*
 * The numeric of a JSON number, palloc'd: digits are put into groups of four that
 * begin at powers of 10000; zero groups at both ends go.  NULL if the exponent is
 * too big, or the scale is none of a numeric.
 */
static inline struct varlena *
layout_numeric(const char *text, size_t length)
{
	const char *end = text + length;
	const bool negative = *text == '-';
	int exponent = 0;
	int whole = 0;
	int fraction = 0;
	const char *at = text + negative;
	int scale;
	int first;
	int top;
	int count;
	int weight;
	int16 *groups;
	int16 *kept;
	struct varlena *number;
	char *to;

	for (; at < end && *at != '.' && *at != 'e' && *at != 'E'; at++)
		whole++;
	if (at < end && *at == '.')
		for (at++; at < end && *at != 'e' && *at != 'E'; at++)
			fraction++;
	if (at < end)
	{
		bool down = *++at == '-';

		for (at += down || *at == '+'; at < end && exponent <= LAYOUT_EXPONENT_MAX; at++)
			exponent = exponent * 10 + (*at - '0');
		if (exponent > LAYOUT_EXPONENT_MAX)
			return NULL;
		exponent = down ? -exponent : exponent;
	}
	scale = Max(fraction - exponent, 0);
	if (scale > 0x3FFF)
		return NULL;

	/* the first digit's power of ten, and the power of 10000 of its group */
	first = whole - 1 + exponent;
	top = first >= 0 ? first / 4 : -((3 - first) / 4);
	count = (whole + fraction) / 4 + 2;
	groups = palloc0(count * sizeof(int16));
	at = text + negative;
	for (int power = first; power > first - whole - fraction; at++)
	{
		static const int tens[] = {1, 10, 100, 1000};
		int group = power >= 0 ? power / 4 : -((3 - power) / 4);

		if (*at == '.')
			continue;
		groups[top - group] += (*at - '0') * tens[power - group * 4];
		power--;
	}

	weight = top;
	kept = groups;
	for (; count > 0 && *kept == 0; kept++, weight--)
		count--;
	while (count > 0 && kept[count - 1] == 0)
		count--;
	if (count == 0)
		weight = 0;
	number = palloc(VARHDRSZ + 2 * sizeof(uint16) + count * sizeof(int16));
	to = layout_put_numeric_header((char *) number + VARHDRSZ, negative && count > 0, scale, weight);
	memcpy(to, kept, count * sizeof(int16));
	SET_VARSIZE(number, to + count * sizeof(int16) - (char *) number);
	pfree(groups);
	return number;
}

/* The same for the builder, with a note of what it was refused. */
static bool layout_number_refused;

static inline struct varlena *
layout_noted_number(const char *text, size_t length)
{
	struct varlena *number = layout_numeric(text, length);

	layout_number_refused |= number == NULL;
	return number;
}

static inline void
layout_number(Layout *layout, const JbSlot *slot, const char *bytes, uint32 length)
{
	struct varlena *number = layout_numeric(slot->text, slot->length);

	layout_expect(layout, number != NULL && VARSIZE(number) == length && memcmp(number, bytes, length) == 0);
	if (number != NULL)
		pfree(number);
}


/* --- values ------------------------------------------------------------------------ */

/* Compare an entry and its bytes (padding taken off) with the value at "text"; the text behind it. */
static inline const char *
layout_value(Layout *layout, const char *text, JEntry type, const char *bytes, uint32 length)
{
	char *unescaped;
	JbSlot slot;
	const char *after = reference_value(&layout->ref, text, 0, &slot);

	switch (slot.kind)
	{
		case JB_STRING:
			unescaped = malloc(slot.length + 1);
			layout_expect(layout, type == JENTRY_ISSTRING);
			layout_expect(layout, (size_t) (reference_unescape(slot.text, slot.length, unescaped) -
											unescaped) == length &&
									  memcmp(unescaped, bytes, length) == 0);
			free(unescaped);
			break;
		case JB_NUMBER:
			layout_expect(layout, type == JENTRY_ISNUMERIC && (uintptr_t) bytes % sizeof(int32) == 0);
			layout_number(layout, &slot, bytes, length);
			break;
		case JB_OBJECT:
		case JB_ARRAY:
			layout_expect(layout, type == JENTRY_ISCONTAINER && (uintptr_t) bytes % sizeof(int32) == 0);
			if (layout->good)
				layout_expect(layout, layout_container(layout, text, bytes, length) == after);
			break;
		default:
			layout_expect(layout, length == 0 && type == (slot.kind == JB_NULL	 ? JENTRY_ISNULL
														  : slot.kind == JB_TRUE ? JENTRY_ISBOOL_TRUE
																				 : JENTRY_ISBOOL_FALSE));
			break;
	}
	return after;
}

/*
 * The bytes of the entry, which begin at *at; *at is where they end.  What is
 * aligned has its padding taken off.
 */
static inline const char *
layout_child(JEntry entry, const char *start, const char **at)
{
	const char *bytes = *at;

	*at = (JBE_HAS_OFF(entry) ? start : bytes) + JBE_OFFLENFLD(entry);
	if (JBE_ISNUMERIC(entry) || JBE_ISCONTAINER(entry))
		while ((uintptr_t) bytes % sizeof(int32) != 0)
			bytes++;
	return bytes;
}

/* The same of child i, which is checked. */
static inline const char *
layout_checked_child(Layout *layout, const JsonbContainer *container, uint32 i, const char *start,
					 const char **at)
{
	JEntry entry = container->children[i];
	const char *padding = *at;
	const char *bytes = layout_child(entry, start, at);

	layout_expect(layout, JBE_HAS_OFF(entry) == (i % JB_OFFSET_STRIDE == 0));
	layout_expect(layout, *at >= bytes);
	for (; padding < bytes; padding++)
		layout_expect(layout, *padding == 0);
	return bytes;
}


/* --- containers -------------------------------------------------------------------- */

/* One key of an object, and the value that the text has for it. */
typedef struct LayoutPair
{
	const char *key;
	uint32 length;
	const char *value; /* NULL: none */
} LayoutPair;

/* Shorter keys come first, then bytes count. */
static inline int
layout_compare(const LayoutPair *pair, const char *key, uint32 length)
{
	if (pair->length != length)
		return pair->length < length ? -1 : 1;
	return memcmp(pair->key, key, length);
}

/* The pair of the key, or NULL. */
static inline LayoutPair *
layout_find(LayoutPair *pairs, uint32 count, const char *key, uint32 length)
{
	uint32 low = 0;

	while (low < count)
	{
		uint32 middle = (low + count) / 2;
		int order = layout_compare(&pairs[middle], key, length);

		if (order == 0)
			return &pairs[middle];
		if (order < 0)
			low = middle + 1;
		else
			count = middle;
	}
	return NULL;
}

/* Give each pair the last value of its key in the text behind the brace; the text behind the object. */
static inline const char *
layout_members(Layout *layout, const char *text, LayoutPair *pairs, uint32 count)
{
	Reference *ref = &layout->ref;
	const char *at = reference_space(ref, text);

	while (*at != '}')
	{
		bool escaped;
		JbSlot ignored;
		const char *raw = at + 1;
		const char *end = reference_string(ref, raw, &escaped);
		char *key = palloc(end - raw + 1);
		uint32 length = (uint32) (reference_unescape(raw, end - raw, key) - key);
		LayoutPair *pair = layout_find(pairs, count, key, length);
		const char *value = reference_space(ref, reference_space(ref, end + 1) + 1);

		layout_expect(layout, pair != NULL);
		if (pair != NULL)
			pair->value = value;
		pfree(key);
		at = reference_space(ref, reference_value(ref, value, 0, &ignored));
		if (*at == ',')
			at = reference_space(ref, at + 1);
	}
	return at + 1;
}

/* The keys, which are in order and different. */
static inline void
layout_keys(Layout *layout, const JsonbContainer *object, LayoutPair *pairs, const char *start,
			const char **at, const char *end)
{
	for (uint32 i = 0; layout->good && i < JsonContainerSize(object); i++)
	{
		pairs[i].key = layout_checked_child(layout, object, i, start, at);
		pairs[i].length = (uint32) (*at - pairs[i].key);
		pairs[i].value = NULL;
		layout_expect(layout, (object->children[i] & JENTRY_TYPEMASK) == JENTRY_ISSTRING && *at <= end);
		if (layout->good && i > 0)
			layout_expect(layout, layout_compare(&pairs[i - 1], pairs[i].key, pairs[i].length) < 0);
	}
}

static inline const char *
layout_object(Layout *layout, const char *text, const JsonbContainer *object, const char *end)
{
	uint32 count = JsonContainerSize(object);
	const char *start = (const char *) &object->children[count * 2];
	const char *at = start;
	LayoutPair *pairs = palloc(count * sizeof(LayoutPair));

	layout_keys(layout, object, pairs, start, &at, end);
	text = layout_members(layout, text, pairs, layout->good ? count : 0);
	for (uint32 i = 0; layout->good && i < count; i++)
	{
		const char *value = layout_checked_child(layout, object, count + i, start, &at);

		layout_expect(layout, at <= end && pairs[i].value != NULL);
		if (layout->good)
			layout_value(layout, pairs[i].value, object->children[count + i] & JENTRY_TYPEMASK, value,
						 (uint32) (at - value));
	}
	layout_expect(layout, at == end);
	pfree(pairs);
	return text;
}

static inline const char *
layout_array(Layout *layout, const char *text, const JsonbContainer *array, const char *end)
{
	uint32 count = JsonContainerSize(array);
	const char *start = (const char *) &array->children[count];
	const char *at = start;

	text = reference_space(&layout->ref, text);
	for (uint32 i = 0; layout->good && i < count; i++)
	{
		const char *bytes = layout_checked_child(layout, array, i, start, &at);

		layout_expect(layout, at <= end);
		if (!layout->good)
			break;
		text = layout_value(layout, text, array->children[i] & JENTRY_TYPEMASK, bytes, (uint32) (at - bytes));
		text = reference_space(&layout->ref, text);
		layout_expect(layout, *text == (i + 1 < count ? ',' : ']'));
		text = reference_space(&layout->ref, text + (i + 1 < count));
	}
	layout_expect(layout, at == end);
	return text + 1;
}

/* Compare with the container whose bracket is at "text"; the text behind it. */
static inline const char *
layout_container(Layout *layout, const char *text, const char *bytes, uint32 length)
{
	const JsonbContainer *container = (const JsonbContainer *) bytes;
	const bool is_object = *text == '{';

	layout_expect(layout,
				  length >= sizeof(uint32) &&
					  (container->header & ~JB_CMASK) == (is_object ? JB_FOBJECT : JB_FARRAY) &&
					  ((uint64) JsonContainerSize(container) << is_object) * sizeof(JEntry) <= length);
	if (!layout->good)
		return NULL;
	if (is_object)
		return layout_object(layout, text + 1, container, bytes + length);
	return layout_array(layout, text + 1, container, bytes + length);
}


/* --- slots ------------------------------------------------------------------------- */

static inline bool
layout_is_literal(const JbSlot *slot, JbKind kind, const char *word)
{
	return slot->kind == kind && slot->form == JB_PLAIN && slot->length == strlen(word) &&
		   memcmp(slot->text, word, slot->length) == 0;
}

/* Is it the value of this entry and these bytes? */
static inline bool
layout_is_slot(const JbSlot *slot, JEntry entry, const char *bytes, uint32 length)
{
	JbKind kind = JB_STRING;

	if (slot->quoted)
		return false;
	if (JBE_ISBOOL_TRUE(entry))
		return layout_is_literal(slot, JB_TRUE, "true");
	if (JBE_ISBOOL_FALSE(entry))
		return layout_is_literal(slot, JB_FALSE, "false");
	if (JBE_ISNULL(entry))
		return layout_is_literal(slot, JB_NULL, "null");
	if (JBE_ISNUMERIC(entry))
		kind = JB_BINARY_NUMERIC;
	else if (JBE_ISCONTAINER(entry))
		kind = JsonContainerIsObject((const JsonbContainer *) bytes) ? JB_BINARY_OBJECT : JB_BINARY_ARRAY;
	return slot->kind == kind && slot->form == (kind == JB_STRING ? JB_PLAIN : JB_BINARY) &&
		   slot->text == bytes && slot->length == length;
}

/* Is it the value that the object has for the key, or none?  All keys are looked at. */
static inline bool
layout_is_slot_of(const JbSlot *slot, const JsonbContainer *object, const char *key, uint32 length)
{
	uint32 count = JsonContainerSize(object);
	const char *start = (const char *) &object->children[count * 2];
	const char *at = start;
	uint32 found = count;

	for (uint32 i = 0; i < count * 2; i++)
	{
		const char *bytes = layout_child(object->children[i], start, &at);

		if (i < count && (uint32) (at - bytes) == length && memcmp(bytes, key, length) == 0)
			found = i;
		if (found < count && i == count + found)
			return layout_is_slot(slot, object->children[i], bytes, (uint32) (at - bytes));
	}
	return slot->kind == JB_MISSING;
}

#endif /* JB_LAYOUT_H */
