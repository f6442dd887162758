/*
 * json_bytes.h
 *		Text to bytes: uuid, bytea, bit and varbit.
 *
 * A parser gives exactly what the type's input function gives for these
 * bytes, or refuses (false) and the caller asks the input function.  It reads
 * nothing before text and nothing at or beyond limit, writes nothing beyond
 * what its prototype says, allocates nothing and raises no error.
 */
#ifndef JB_JSON_BYTES_H
#define JB_JSON_BYTES_H

#include "compat.h"

#define JB_UUID_BYTES		16
#define JB_UUID_TEXT_LENGTH 36

/*
 * uuid of the form 8-4-4-4-12, digits in either case.  Writes JB_UUID_BYTES
 * bytes; their content is undefined after a refusal.
 */
extern bool jb_parse_uuid(const char *text, size_t length, const char *limit,
						  unsigned char out[JB_UUID_BYTES]);

/* Bytes that jb_parse_bytea_hex() writes for an accepted text. */
#define JB_BYTEA_HEX_BYTES(length) (((length) -2) / 2)

/*
 * bytea in hex form after unescaping (backslash, x, pairs of digits in either
 * case; no white space).  Touches at most JB_BYTEA_HEX_BYTES(length) bytes of
 * out, none if length < 4; their content is undefined after a refusal.  out and
 * text must not overlap.
 */
extern bool jb_parse_bytea_hex(const char *text, size_t length, const char *limit, unsigned char *out);

/* Bytes that the next two write for an accepted text. */
#define JB_BITS_BYTES(length) (sizeof(int32) + ((length) + 7) / 8)

/*
 * bit(n) and varbit(n) of digits 0 and 1 alone: typmod digits, or at most so
 * many; any number (below 2^31) if typmod isn't above 0.  Writes what follows a
 * VarBit's varlena header, with no alignment asked: the number of bits as an
 * int32 and the bits, the first one highest, the last byte padded with zeros.
 * Touches at most JB_BITS_BYTES(length) bytes of out; their content is undefined
 * after a refusal.  out and text must not overlap.
 */
extern bool jb_parse_bit(const char *text, size_t length, const char *limit, int32 typmod,
						 unsigned char *out);
extern bool jb_parse_varbit(const char *text, size_t length, const char *limit, int32 typmod,
							unsigned char *out);

#endif /* JB_JSON_BYTES_H */
