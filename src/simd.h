/*
 * simd.h
 *		The C wall round libsimdjson and std::from_chars.
 *
 * Everything C++ lives behind these few functions.  They take and give plain
 * data, never raise an error, never allocate in a memory context and never
 * call the server, so no longjmp can cross a C++ frame and no exception can
 * cross a C one.  Usable from C and from C++, with or without postgres.h.
 */
#ifndef JB_SIMD_H
#define JB_SIMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

/*
 * The structural index is there with JB_SIMD_INDEX only, see simd.cpp; all but
 * the two parsers belongs to it.
 *
 * Longest text that it takes; costs 4 bytes per byte.
 */
#define JB_SIMD_MAX_LENGTH ((size_t) 64 * 1024 * 1024)

/*
 * Bytes past the text that must be readable (their content doesn't matter):
 * the portable kernel of simdjson 3.x looks at one.
 */
#define JB_SIMD_PADDING 1

/* Memory that jb_simd_release() lets the process keep. */
#define JB_SIMD_KEEP_BYTES ((size_t) 4 * 1024 * 1024)

	/* What jb_simd_structurals() returns. */
	typedef enum JbSimdStatus
	{
		JB_SIMD_OK = 0,		/* positions are set */
		JB_SIMD_INVALID,	/* surely not valid JSON in UTF-8 */
		JB_SIMD_TOO_LONG,	/* longer than JB_SIMD_MAX_LENGTH */
		JB_SIMD_NO_MEMORY,	/* malloc failed; nothing is lost */
		JB_SIMD_UNSUPPORTED /* no usable kernel on this machine */
	} JbSimdStatus;

	/*
 * Parse a decimal number (optional '-', digits, optional fraction and
 * exponent; nothing else) to the nearest value, ties to even.  False when the
 * text is anything else or when the result would overflow, underflow to zero
 * or be subnormal.  Reads text .. text + length only.
 */
	extern bool jb_simd_parse_double(const char *text, size_t length, double *value);
	extern bool jb_simd_parse_float(const char *text, size_t length, float *value);

	/*
 * Index the structure of a whole JSON text (simdjson's first stage): the
 * offset of every bracket, colon, comma, opening quote and first byte of a
 * scalar outside strings, ascending.  The text needs JB_SIMD_PADDING readable
 * bytes behind it.
 *
 * JB_SIMD_OK: *positions and *count are valid until the next call of
 * jb_simd_structurals() or jb_simd_release().  It means that strings are
 * closed, have no raw control character, and that the text is UTF-8 (on the
 * portable kernel: inside strings only).  It does NOT mean valid JSON: the
 * grammar is unchecked, and a position may stand on any stray byte (NUL, form
 * feed, 0x1A and DEL among them), so compare the byte itself, and check what
 * follows each scalar.  Escapes are unchecked but for their length.
 *
 * Any other status: *positions and *count are untouched; use another way.  The
 * portable kernel may call an invalid text JB_SIMD_OK where others don't.
 */
	extern int jb_simd_structurals(const char *text, size_t length, const uint32_t **positions,
								   size_t *count);

	/*
 * Give the index memory back if it is above JB_SIMD_KEEP_BYTES.  Cheap; call
 * it when a statement or a long document is done.
 */
	extern void jb_simd_release(void);

	/* Bytes that the structural index holds now, outside memory contexts. */
	extern size_t jb_simd_memory(void);

	/* Name of the kernel in use: "icelake", "haswell", "fallback" ... */
	extern const char *jb_simd_kernel(void);

#ifdef __cplusplus
}
#endif

#endif /* JB_SIMD_H */
