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
	.numeric_int64 = jb_numeric_int64,
	.numeric_float8 = jb_numeric_float8,
	.numeric_float4 = jb_numeric_float4,
	.numeric_copy = jb_numeric_copy,
	.jsonb_shape = jb_jsonb_shape,
	.jsonb_object = jb_jsonb_object,
	.jsonb_elements_begin = jb_jsonb_elements_begin,
	.jsonb_elements_next = jb_jsonb_elements_next,
	.build_read = jb_build_read,
	.build_write = jb_build_write,
	.build_free = jb_build_free,
	.decode_document = jb_decode_document,
};
