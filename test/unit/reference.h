/*
 * reference.h
 *		A slow, obvious JSON parser to compare the scanner with.
 *
 * The grammar is that of PostgreSQL's src/common/jsonapi.c with de-escaping on,
 * read byte by byte with no look-ahead and no cleverness.  It also says whether
 * a refused text could become good by going on, which the exhaustive tests need,
 * and whether nesting beyond JB_DEPTH_MAX was the reason.
 *
 * Shared by the unit tests and the fuzzers; includes nothing of them.
 */
#ifndef JB_REFERENCE_H
#define JB_REFERENCE_H

#include "scan.h"

typedef struct Reference
{
	const char *end;
	bool utf8;	   /* the database's encoding */
	bool ran_out;  /* out: refused only because the text ended */
	bool too_deep; /* out: refused for its depth */
} Reference;

static const char *reference_value(Reference *ref, const char *at, int depth, JbSlot *slot);

/* Note that the text is over if it is, and refuse. */
static inline const char *
reference_refuse(Reference *ref, const char *at)
{
	if (at >= ref->end)
		ref->ran_out = true;
	return NULL;
}

static inline const char *
reference_space(Reference *ref, const char *at)
{
	while (at < ref->end && strchr(" \t\n\r", *at) != NULL && *at != '\0')
		at++;
	return at;
}

/* The value of one hexadecimal digit, or -1. */
static inline int
reference_hex(char c)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	const char *found = c == '\0' ? NULL : strchr(digits, c);

	return found == NULL ? -1 : (int) (found - digits) & 15;
}

/*
 * The \uXXXX whose first digit is at "at".  *high is the surrogate that waits
 * for its other half, or 0.
 */
static inline const char *
reference_code_unit(Reference *ref, const char *at, int *high)
{
	int unit = 0;

	for (int i = 0; i < 4; i++, at++)
	{
		if (at >= ref->end || reference_hex(*at) < 0)
			return reference_refuse(ref, at);
		unit = unit * 16 + reference_hex(*at);
	}
	if (unit >= 0xD800 && unit <= 0xDBFF)
	{
		if (*high != 0 || !ref->utf8)
			return NULL;
		*high = unit;
		return at;
	}
	if ((unit >= 0xDC00 && unit <= 0xDFFF) != (*high != 0))
		return NULL;
	*high = 0;
	if (unit == 0 || (unit > 0x7F && !ref->utf8))
		return NULL;
	return at;
}

/* From behind the opening quote to the closing quote. */
static inline const char *
reference_string(Reference *ref, const char *at, bool *escaped)
{
	int high = 0;

	*escaped = false;
	while (at < ref->end)
	{
		if (*at == '\\')
		{
			*escaped = true;
			if (++at >= ref->end)
				break;
			if (*at == 'u')
			{
				at = reference_code_unit(ref, at + 1, &high);
				if (at == NULL)
					return NULL;
				continue;
			}
			if (*at == '\0' || strchr("\"\\/bfnrt", *at) == NULL)
				return NULL;
		}
		else if (*at == '"')
			return high != 0 ? NULL : at;
		else if ((unsigned char) *at < 0x20)
			return NULL;
		/* a byte or a short escape, and a surrogate may not wait over it */
		if (high != 0)
			return NULL;
		at++;
	}
	return reference_refuse(ref, at);
}

/* One digit or more. */
static inline const char *
reference_digits(Reference *ref, const char *at)
{
	if (at >= ref->end || *at < '0' || *at > '9')
		return reference_refuse(ref, at);
	while (at < ref->end && *at >= '0' && *at <= '9')
		at++;
	return at;
}

static inline const char *
reference_number(Reference *ref, const char *at)
{
	if (at < ref->end && *at == '-')
		at++;
	if (at < ref->end && *at == '0')
		at++;
	else
		at = reference_digits(ref, at);
	if (at != NULL && at < ref->end && *at == '.')
		at = reference_digits(ref, at + 1);
	if (at != NULL && at < ref->end && (*at == 'e' || *at == 'E'))
	{
		at++;
		if (at < ref->end && (*at == '+' || *at == '-'))
			at++;
		at = reference_digits(ref, at);
	}
	/* letters and digits right behind are part of the token, and spoil it */
	if (at != NULL && at < ref->end &&
		((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
		 *at == '_' || (unsigned char) *at >= 0x80))
		return NULL;
	return at;
}

static inline const char *
reference_word(Reference *ref, const char *at, const char *word)
{
	for (; *word != '\0'; word++, at++)
		if (at >= ref->end || *at != *word)
			return reference_refuse(ref, at);
	return at;
}

/* The elements or members behind the opening bracket, to behind the closing one. */
static inline const char *
reference_container(Reference *ref, const char *at, int depth, bool is_object)
{
	char close = is_object ? '}' : ']';
	JbSlot ignored;
	bool escaped;

	if (depth > JB_DEPTH_MAX)
	{
		ref->too_deep = true;
		return NULL;
	}
	at = reference_space(ref, at);
	if (at < ref->end && *at == close)
		return at + 1;
	for (;;)
	{
		at = reference_space(ref, at);
		if (is_object)
		{
			if (at >= ref->end || *at != '"')
				return reference_refuse(ref, at);
			at = reference_string(ref, at + 1, &escaped);
			if (at == NULL)
				return NULL;
			at = reference_space(ref, at + 1);
			if (at >= ref->end || *at != ':')
				return reference_refuse(ref, at);
			at = reference_space(ref, at + 1);
		}
		at = reference_value(ref, at, depth, &ignored);
		if (at == NULL)
			return NULL;
		at = reference_space(ref, at);
		if (at >= ref->end || (*at != ',' && *at != close))
			return reference_refuse(ref, at);
		if (*at++ == close)
			return at;
	}
}

static inline const char *
reference_bare_value(Reference *ref, const char *at, int depth, JbSlot *slot)
{
	switch (*at)
	{
		case '{':
			slot->kind = JB_OBJECT;
			return reference_container(ref, at + 1, depth + 1, true);
		case '[':
			slot->kind = JB_ARRAY;
			return reference_container(ref, at + 1, depth + 1, false);
		case 't':
			slot->kind = JB_TRUE;
			return reference_word(ref, at, "true");
		case 'f':
			slot->kind = JB_FALSE;
			return reference_word(ref, at, "false");
		case 'n':
			slot->kind = JB_NULL;
			return reference_word(ref, at, "null");
		default:
			if (*at != '-' && (*at < '0' || *at > '9'))
				return NULL;
			slot->kind = JB_NUMBER;
			return reference_number(ref, at);
	}
}

/* As jb_scan_value() with "validating". */
static inline const char *
reference_value(Reference *ref, const char *at, int depth, JbSlot *slot)
{
	const char *after;
	bool escaped = false;

	if (at >= ref->end)
		return reference_refuse(ref, at);
	slot->quoted = *at == '"';
	if (slot->quoted)
	{
		after = reference_string(ref, ++at, &escaped);
		slot->kind = JB_STRING;
	}
	else
		after = reference_bare_value(ref, at, depth, slot);
	if (after == NULL)
		return NULL;
	slot->form = escaped ? JB_ESCAPED : JB_PLAIN;
	slot->text = at;
	slot->length = (uint32) (after - at);
	return after + slot->quoted;
}

/* As jb_scan_is_valid(). */
static inline bool
reference_document(Reference *ref, const char *at)
{
	JbSlot ignored;

	ref->ran_out = ref->too_deep = false;
	at = reference_value(ref, reference_space(ref, at), 0, &ignored);
	return at != NULL && reference_space(ref, at) == ref->end;
}

/* As jb_string_unescape(), for a string that reference_string() took. */
static inline char *
reference_unescape(const char *raw, size_t length, char *out)
{
	static const char letters[] = "\"\\/bfnrt";
	static const char meanings[] = "\"\\/\b\f\n\r\t";

	for (size_t i = 0; i < length;)
	{
		uint32 point = 0;
		uint32 low = 0;

		if (raw[i] != '\\')
		{
			*out++ = raw[i++];
			continue;
		}
		if (raw[i + 1] != 'u')
		{
			*out++ = meanings[strchr(letters, raw[i + 1]) - letters];
			i += 2;
			continue;
		}
		for (int j = 2; j < 6; j++)
			point = point * 16 + reference_hex(raw[i + j]);
		i += 6;
		if (point >= 0xD800 && point <= 0xDBFF)
		{
			for (int j = 2; j < 6; j++)
				low = low * 16 + reference_hex(raw[i + j]);
			point = 0x10000 + (point - 0xD800) * 0x400 + (low - 0xDC00);
			i += 6;
		}
		if (point < 0x80)
			*out++ = (char) point;
		else
		{
			int trail = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
			static const unsigned char marks[] = {0, 0xC0, 0xE0, 0xF0};

			*out++ = (char) (marks[trail] + (point >> (6 * trail)));
			while (trail-- > 0)
				*out++ = (char) (0x80 + (point >> (6 * trail)) % 64);
		}
	}
	return out;
}

#endif /* JB_REFERENCE_H */
