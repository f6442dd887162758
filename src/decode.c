/*
 * decode.c
 *		Scan: one object's keys and values into a frame's slots.
 *
 * The fused loop is here.  A step is: does the key that came next last time come
 * next again?  One compare answers it and leaves the cursor on the value's first
 * byte, which is classified and skipped in the same step.  A miss costs a look-up
 * and re-synchronises; it never demotes the rest of the object.
 *
 * The loop is one function, made twice by the compiler: for text that stock has
 * validated before, and for text that it hasn't.
 */
#include "decode.h"

/*
 * The members behind the opening brace at "at".  Long, as it is the one loop
 * that everything else is built around.
 */
static pg_attribute_always_inline const char *
scan_members(JbFrame *frame, const char *at, const char *end, int depth, const bool validating)
{
	JbMatcher *matcher = frame->codec->matcher;
	JbSlot *slots = frame->slots;
	const JbNode *nodes = matcher->nodes;
	const JbNode *node = &nodes[JB_NODE_START];
	int keys = 0;
	int overlong = 0;

	for (;;)
	{
		const JbNode *previous = node;
		const char *value;

		/* key: behind a comma or the opening brace */
		at++;
		if (unlikely((++keys & 4095) == 0))
			JB_CHECK_FOR_INTERRUPTS();
		node = &nodes[previous->next[0]];
		if (likely(jb_node_is_at(node, at, end)))
			at += node->image_length;
		else
		{
			JbKey key = jb_matcher_resync(matcher, previous - nodes, at, end, &overlong);

			if (unlikely(key.node == NULL))
				return NULL;
			nodes = matcher->nodes;
			node = key.node;
			at = key.value;
		}

		/* value */
		value = at;
		at = jb_scan_value(value, end, depth + 1, validating, &slots[node->slot]);
		if (unlikely(at == NULL && value < end && jb_is_space(*value)))
		{
			JbKey key = jb_matcher_widen(matcher, node - nodes, value, end);

			nodes = matcher->nodes;
			node = key.node;
			value = key.value;
			at = jb_scan_value(value, end, depth + 1, validating, &slots[node->slot]);
		}
		if (unlikely(at == NULL || at >= end))
			return NULL;

		/* what follows */
		if (likely(*at == ','))
			continue;
		if (likely(*at == '}'))
			break;
		at = jb_scan_space(at, end);
		if (at >= end || (*at != ',' && *at != '}'))
			return NULL;
		if (*at == '}')
			break;
	}

	frame->codec->tally.keys += keys;
	/* stock doesn't even enter keys that no column can have */
	frame->empty = keys == overlong;
	return at + 1;
}

static pg_noinline const char *
scan_members_trusting(JbFrame *frame, const char *at, const char *end, int depth)
{
	return scan_members(frame, at, end, depth, false);
}

static pg_noinline const char *
scan_members_validating(JbFrame *frame, const char *at, const char *end, int depth)
{
	return scan_members(frame, at, end, depth, true);
}

/* The scan gave up: what it counted is as undone as all else. */
static pg_noinline const char *
give_up(JbFrame *frame, const JbMatcherTally *before)
{
	frame->codec->matcher->tally = *before;
	frame->text_length = 0;
	return NULL;
}

const char *
jb_decode_object(JbFrame *frame, const char *at, const char *end, int depth, bool validating)
{
	const JbMatcherTally before = frame->codec->matcher->tally;
	const char *start = at;
	const char *first;

	memset(frame->slots, 0, frame->codec->n_slots * sizeof(JbSlot));
	frame->limit = end;

	if (at >= end || *at != '{')
		return give_up(frame, &before);
	first = jb_scan_space(at + 1, end);
	if (unlikely(first < end && *first == '}'))
	{
		frame->empty = true;
		at = first + 1;
	}
	else
		at = validating ? scan_members_validating(frame, at, end, depth)
						: scan_members_trusting(frame, at, end, depth);

	if (unlikely(at == NULL))
		return give_up(frame, &before);
	frame->text_length = at - start;
	frame->codec->tally.bytes += frame->text_length;
	return at;
}

bool
jb_decode_document(JbFrame *frame, const char *text, const char *end, bool validating)
{
	const char *at = jb_decode_object(frame, jb_scan_space(text, end), end, 0, validating);

	return at != NULL && jb_scan_space(at, end) == end;
}

void
jb_decode_jsonb(JbFrame *frame, const JsonbContainer *container, Size length)
{
	JbCodec *codec = frame->codec;

	memset(frame->slots, 0, codec->n_slots * sizeof(JbSlot));
	frame->limit = (const char *) container + length;
	frame->text_length = length;
	codec->tally.bytes += length;
	codec->tally.keys += JsonContainerSize(container);
	frame->empty = JsonContainerSize(container) == 0;
	jb_jsonb_object(container, codec->matcher, &codec->shapes, frame->slots);
}
