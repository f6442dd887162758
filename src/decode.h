/*
 * decode.h
 *		Scan: one object's keys and values into a frame's slots.
 *
 * The first of the two phases; jb_tuple_form() is the second.  The scan converts
 * nothing and has no effects, so at any surprise it can give up (false) and the
 * document goes to stock as a whole.
 *
 * The document's root is just the outermost composite: nested objects come the
 * same way, from their slot in the frame above.
 */
#ifndef JB_DECODE_H
#define JB_DECODE_H

#include "reader.h"

/*
 * Objects longer than this go to stock: room for their row is asked for ahead,
 * and must not come near what memory contexts give.
 */
#define JB_DOCUMENT_MAX ((Size) 256 * 1024 * 1024)

/*
 * A whole document text .. text+length.  Bytes up to "limit" may be read.  With
 * "validating" the grammar is checked, for text that stock has not seen.
 */
extern bool jb_decode_document(JbFrame *frame, const char *text, const char *end, bool validating);

/*
 * The object at "at", lying inside "depth" containers.  Returns the byte behind
 * it, or NULL to give up.
 */
extern const char *jb_decode_object(JbFrame *frame, const char *at, const char *end, int depth,
									bool validating);

/* The same from a jsonb object of "length" bytes; nothing can surprise there. */
extern void jb_decode_jsonb(JbFrame *frame, const JsonbContainer *container, Size length);

#endif /* JB_DECODE_H */
