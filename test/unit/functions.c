/*
 * functions.c
 *		One table of functions.h; FUNCTIONS is its name.
 */
#include "functions.h"

#include "json_string.h"

static const char *
value_trusting(const char *at, const char *end, int depth, JbSlot *slot)
{
	return jb_scan_value(at, end, depth, false, slot);
}

static const char *
value_validating(const char *at, const char *end, int depth, JbSlot *slot)
{
	return jb_scan_value(at, end, depth, true, slot);
}

const Functions FUNCTIONS = {
#ifdef JB_HAVE_SSE42
	.name = "SSE4.2",
#else
	.name = "scalar",
#endif
	.encoding_is_utf8 = &jb_scan_encoding_is_utf8,
	.special = jb_scan_special,
	.string = jb_scan_string,
	.number_trusting = jb_scan_number_trusting,
	.number_validating = jb_scan_number_validating,
	.container_trusting = jb_scan_container_trusting,
	.container_validating = jb_scan_container_validating,
	.value_trusting = value_trusting,
	.value_validating = value_validating,
	.is_valid = jb_scan_is_valid,
	.unescape = jb_string_unescape,
	.quote = jb_string_quote,
	.matcher_create = jb_matcher_create,
	.matcher_add = jb_matcher_add,
	.matcher_find = jb_matcher_find,
	.node_is_at = jb_node_is_at,
	.decode_document = jb_decode_document,
};
