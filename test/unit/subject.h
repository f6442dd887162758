/*
 * subject.h
 *		A matcher with its decode loop under test, and what it must answer.
 *
 * The loop is decode.c's own, on a frame that has no more than the loop needs.
 * The answer comes from a model: walk the object with reference.h, unescape each
 * key, look it up among the columns one by one; the last one of a name counts.
 *
 * Shared by test_matcher.c and the fuzzer.
 */
#ifndef JB_SUBJECT_H
#define JB_SUBJECT_H

#include "functions.h"
#include "reference.h"

#define SUBJECT_KEYS_MAX 1600

/* The names of columns; the slot of each is its number. */
typedef struct Keys
{
	int count;
	const char *bytes[SUBJECT_KEYS_MAX];
	size_t length[SUBJECT_KEYS_MAX];
} Keys;

typedef struct Subject
{
	const Functions *functions;
	const Keys *keys;
	JbCodec codec;
	JbFrame frame;
	JbSlot slots[SUBJECT_KEYS_MAX + 2];
} Subject;

static inline void
subject_create(Subject *subject, const Functions *functions, const Keys *keys)
{
	memset(subject, 0, sizeof(Subject));
	subject->functions = functions;
	subject->keys = keys;
	subject->codec.n_slots = keys->count + 2;
	subject->codec.matcher =
		functions->matcher_create(NULL, keys->count, (uint16) JB_SLOT_IGNORED(&subject->codec));
	for (int i = 0; i < keys->count; i++)
		functions->matcher_add(subject->codec.matcher, keys->bytes[i], (int) keys->length[i], (uint16) i);
	subject->frame.codec = &subject->codec;
	subject->frame.slots = subject->slots;
}

/* What the document holds by the model. */
typedef struct Answer
{
	bool valid; /* the whole text is an object that stock would take */
	bool empty; /* it has no key that a column could have */
	JbSlot slots[SUBJECT_KEYS_MAX];
} Answer;

/* One member from its opening quote on; the byte behind its value, or NULL. */
static inline const char *
model_member(Reference *ref, const Keys *keys, const char *at, Answer *answer)
{
	char *name;
	size_t length;
	bool escaped;
	JbSlot slot;
	const char *key = at + 1;

	if (at >= ref->end || *at != '"')
		return NULL;
	at = reference_string(ref, key, &escaped);
	if (at == NULL)
		return NULL;
	name = malloc(at - key + 1);
	length = reference_unescape(key, at - key, name) - name;
	at = reference_space(ref, at + 1);
	at = at < ref->end && *at == ':' ? reference_value(ref, reference_space(ref, at + 1), 1, &slot) : NULL;
	if (length < NAMEDATALEN)
		answer->empty = false;
	for (int i = 0; at != NULL && i < keys->count; i++)
		if (keys->length[i] == length && memcmp(keys->bytes[i], name, length) == 0)
			answer->slots[i] = slot;
	free(name);
	return at;
}

static inline void
model_answer(const Keys *keys, const char *text, const char *end, bool utf8, Answer *answer)
{
	Reference ref = {.end = end, .utf8 = utf8};
	const char *at = reference_space(&ref, text);

	memset(answer, 0, offsetof(Answer, slots) + keys->count * sizeof(JbSlot));
	answer->empty = true;
	if (at >= end || *at++ != '{')
		return;
	at = reference_space(&ref, at);
	if (at < end && *at == '}')
	{
		answer->valid = reference_space(&ref, at + 1) == end;
		return;
	}
	for (;;)
	{
		at = model_member(&ref, keys, reference_space(&ref, at), answer);
		if (at == NULL)
			return;
		at = reference_space(&ref, at);
		if (at >= end || (*at != ',' && *at != '}'))
			return;
		if (*at++ == '}')
			break;
	}
	answer->valid = reference_space(&ref, at) == end;
}

/*
 * Does the subject answer as the model, validating and trusting?  A valid
 * document may not be given up; of others nothing is expected of trusting.
 */
static inline bool
subject_answers(Subject *subject, const char *text, const char *end, const Answer *answer)
{
	for (int validating = 0; validating <= 1; validating++)
	{
		bool taken = subject->functions->decode_document(&subject->frame, text, end, validating);

		if (taken != answer->valid && (validating || answer->valid))
			return false;
		if (!answer->valid)
			continue;
		if (subject->frame.empty != answer->empty)
			return false;
		for (int i = 0; i < subject->keys->count; i++)
		{
			const JbSlot *slot = &subject->slots[i];
			const JbSlot *expected = &answer->slots[i];

			if (slot->kind != expected->kind)
				return false;
			if (slot->kind != JB_MISSING &&
				(slot->text != expected->text || slot->length != expected->length ||
				 slot->form != expected->form || slot->quoted != expected->quoted))
				return false;
		}
	}
	return true;
}

#endif /* JB_SUBJECT_H */
