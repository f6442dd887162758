/*
 * json_string.h
 *		JSON strings: taking escapes out, and putting quotes and escapes in.
 *
 * Bytes only: no catalogs, no palloc, no ereport.
 */
#ifndef JB_JSON_STRING_H
#define JB_JSON_STRING_H

#include "compat.h"

/*
 * Take the escapes out of raw .. raw+length, the content of a string that the
 * scanner has accepted (so every escape is well formed and lands in the
 * database's encoding: UTF-8, or ASCII only).  Writes at most "length" bytes to
 * "out", no terminator, and returns the byte behind the last one written.
 */
extern char *jb_string_unescape(const char *raw, size_t length, char *out);

/* How many bytes jb_string_quote() may write for "length" bytes of text. */
#define JB_STRING_QUOTED_MAX(length) ((size_t) (length) *6 + 2)

/*
 * Write text .. text+length as a JSON string, quotes included, in the very
 * bytes of PostgreSQL's escape_json().  Returns the byte behind the last one.
 */
extern char *jb_string_quote(const char *text, size_t length, char *out);

#endif /* JB_JSON_STRING_H */
