/*
 * documents.h
 *		Random JSON documents, valid by construction, and small damage to them.
 *
 * Strings have lengths around the scanner's steps (8, 16, 64 bytes) and every
 * kind of escape; white space comes in all amounts.
 */
#ifndef JB_DOCUMENTS_H
#define JB_DOCUMENTS_H

#include "unit.h"

#define DOCUMENT_ROOM 65536

/* A document being written; stops growing in depth when it gets long. */
typedef struct Document
{
	char text[DOCUMENT_ROOM];
	size_t length;
	size_t enough; /* no more members from this length on */
	bool spaced;
	bool ascii; /* no escapes beyond 0x7F */
} Document;

static inline void
document_put(Document *document, const char *bytes, size_t length)
{
	if (document->length + length > DOCUMENT_ROOM)
		abort();
	memcpy(document->text + document->length, bytes, length);
	document->length += length;
}

static inline void
document_put_string(Document *document, const char *bytes)
{
	document_put(document, bytes, strlen(bytes));
}

static inline void
document_space(Document *document)
{
	while (document->spaced && unit_below(3) == 0)
		document_put(document, &" \n\t\r"[unit_below(4)], 1);
}

/* A code point that is not NUL and no surrogate, as one or two escapes. */
static inline void
document_put_code_point(Document *document)
{
	static const uint32 edges[] = {1,	  0x1F,	  '"',	  '\\',	  0x7F,	   0x80,	0x7FF,
								   0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF};
	uint32 point = unit_below(2) ? edges[unit_below(lengthof(edges))] : 1 + unit_below(0xD7FF);
	char escape[16];

	if (document->ascii)
		point = point % 0x7F + 1;
	if (point >= 0x10000)
		snprintf(escape, sizeof(escape), "\\u%04x\\u%04X", 0xD7C0 + (point >> 10), 0xDC00 + (point & 0x3FF));
	else
		snprintf(escape, sizeof(escape), unit_below(2) ? "\\u%04x" : "\\u%04X", point);
	document_put_string(document, escape);
}

static inline void
document_put_escape(Document *document)
{
	char escape[2] = {'\\', "\"\\/bfnrt"[unit_below(8)]};

	if (unit_below(3) == 0)
		document_put_code_point(document);
	else
		document_put(document, escape, 2);
}

/* The content between the quotes. */
static inline void
document_put_content(Document *document)
{
	static const char plain[] = "abcXYZ019{}[]:, ./'\x7f\xc3\xa9\xf0\x9f\x98\x80";
	uint32 length = unit_below(4) ? unit_below(20) : unit_below(140);
	uint32 escapes = unit_below(3) ? 0 : unit_below(4);

	for (uint32 i = 0; i < length; i++)
	{
		if (unit_below(8) < escapes)
			document_put_escape(document);
		else
			document_put(document, &plain[unit_below(sizeof(plain) - 1)], 1);
	}
}

static inline void
document_put_quoted(Document *document)
{
	document_put_string(document, "\"");
	document_put_content(document);
	document_put_string(document, "\"");
}

static inline void
document_put_scalar(Document *document)
{
	static const char *const scalars[] = {"true",
										  "false",
										  "null",
										  "0",
										  "-0",
										  "1",
										  "-12345678901234567890",
										  "0.5",
										  "1e5",
										  "1E+5",
										  "-1.25e-300",
										  "123456789",
										  "1.0000000000000000000001"};

	if (unit_below(2))
		document_put_quoted(document);
	else
		document_put_string(document, scalars[unit_below(lengthof(scalars))]);
}

static inline void
document_put_value(Document *document, int depth)
{
	bool is_object = unit_below(2);

	if (depth == 0 || document->length > document->enough || unit_below(4) == 0)
	{
		document_put_scalar(document);
		return;
	}
	document_put_string(document, is_object ? "{" : "[");
	document_space(document);
	for (uint32 left = unit_below(5); left > 0; left--)
	{
		if (is_object)
		{
			document_put_quoted(document);
			document_space(document);
			document_put_string(document, ":");
			document_space(document);
		}
		document_put_value(document, depth - 1);
		document_space(document);
		if (left > 1)
		{
			document_put_string(document, ",");
			document_space(document);
		}
	}
	document_put_string(document, is_object ? "}" : "]");
}

/* A new random document, most often an object or array. */
static inline void
document_make(Document *document)
{
	document->length = 0;
	document->enough = unit_below(3) ? 200 : 3000;
	document->spaced = unit_below(2);
	document_put_value(document, 1 + (int) unit_below(12));
}

/* Change, insert, delete, double or cut off something. */
static inline void
document_damage(Document *document)
{
	static const char bytes[] = "{}[],:\"\\ 0-1.eE+tufn\n\x01\x1f\x80";
	size_t at = unit_below((uint32) document->length + 1);
	char byte = bytes[unit_below(sizeof(bytes) - 1)];
	char *text = document->text;
	size_t rest = document->length - at;

	switch (unit_below(5))
	{
		case 0:
		case 1:
			if (rest > 0)
				text[at] = byte;
			break;
		case 2:
			memmove(text + at + 1, text + at, rest);
			text[at] = byte;
			document->length++;
			break;
		case 3:
			if (rest > 0)
			{
				memmove(text + at, text + at + 1, rest - 1);
				document->length--;
			}
			break;
		default:
			document->length = at;
			break;
	}
}

#endif /* JB_DOCUMENTS_H */
