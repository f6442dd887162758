/*
 * simd.cpp
 *		The C wall round libsimdjson and std::from_chars.
 *
 * Built without exceptions and RTTI, and only the nothrow parts of both
 * libraries are used, so nothing can leave this file but return values.  It
 * must not include any PostgreSQL header: nothing here may raise an error.
 *
 * The index is made with JB_SIMD_INDEX only, which the extension does without
 * until it has a use for it: libsimdjson costs each connection a quarter of a
 * millisecond to load.  Its memory is one per process and comes from malloc.
 * Capacity is checked here, as simdjson's portable kernel doesn't.
 */
#include "simd.h"

#include <charconv>
#include <cmath>
#include <system_error>

#ifdef JB_SIMD_INDEX
#include <cstring>
#include <memory>

#include <simdjson.h>
#endif

namespace
{

#ifdef JB_SIMD_INDEX
using Parser = simdjson::internal::dom_parser_implementation;

/* Stage 1 needs no depth, but simdjson 4 refuses a depth of 0. */
constexpr size_t parser_depth = 1;

/* What simdjson allocates for each byte of capacity. */
constexpr size_t index_bytes = sizeof(uint32_t);

/* Small documents share one size, so that the parser is rarely made anew. */
constexpr size_t smallest_capacity = 64 * 1024;

/* Never destroyed: exit handlers of a backend have no use for it. */
Parser *kept_parser = nullptr;
size_t kept_capacity = 0;

/* simdjson's own string, kept where nothing has to be allocated or destroyed */
char kernel[32];

const char *
kernel_name()
{
	if (kernel[0] == '\0')
	{
		const auto &name = simdjson::get_active_implementation()->name();

		name.copy(kernel, sizeof(kernel) - 1);
	}
	return kernel;
}

void
drop_parser()
{
	delete kept_parser;
	kept_parser = nullptr;
	kept_capacity = 0;
}

/* Make room for a text of this length; the old index is lost if it grows. */
bool
reserve(size_t length)
{
	size_t capacity = smallest_capacity;
	std::unique_ptr<Parser> parser;

	if (length <= kept_capacity)
		return true;
	while (capacity < length)
		capacity *= 2;
	drop_parser();
	if (simdjson::get_active_implementation()->create_dom_parser_implementation(capacity, parser_depth,
																				parser) != simdjson::SUCCESS)
		return false;
	kept_parser = parser.release();
	kept_capacity = capacity;
	return kept_parser != nullptr;
}

#endif /* JB_SIMD_INDEX */

/* Does the mantissa hold a digit other than zero? */
bool
has_value(const char *text, size_t length)
{
	for (size_t i = 0; i < length && text[i] != 'e' && text[i] != 'E'; i++)
	{
		if (text[i] >= '1' && text[i] <= '9')
			return true;
	}
	return false;
}

/* See jb_simd_parse_double. */
template <typename Float>
bool
parse(const char *text, size_t length, Float *value)
{
#ifdef __cpp_lib_to_chars
	Float parsed = 0;
	std::from_chars_result result = std::from_chars(text, text + length, parsed);

	if (result.ec != std::errc() || result.ptr != text + length)
		return false;

	/* some libraries call an underflow to zero a success */
	if (!std::isnormal(parsed) && (parsed != 0 || has_value(text, length)))
		return false;
	*value = parsed;
	return true;
#else
	(void) text;
	(void) length;
	(void) value;
	return false;
#endif
}

} /* namespace */

extern "C" bool
jb_simd_parse_double(const char *text, size_t length, double *value)
{
	return parse(text, length, value);
}

extern "C" bool
jb_simd_parse_float(const char *text, size_t length, float *value)
{
	return parse(text, length, value);
}

#ifdef JB_SIMD_INDEX

extern "C" int
jb_simd_structurals(const char *text, size_t length, const uint32_t **positions, size_t *count)
{
	simdjson::error_code error;

	if (length > JB_SIMD_MAX_LENGTH)
		return JB_SIMD_TOO_LONG;
	if (length == 0)
		return JB_SIMD_INVALID;
	if (std::strcmp(kernel_name(), "unsupported") == 0)
		return JB_SIMD_UNSUPPORTED;
	if (!reserve(length))
		return JB_SIMD_NO_MEMORY;
	error =
		kept_parser->stage1(reinterpret_cast<const uint8_t *>(text), length, simdjson::stage1_mode::regular);
	if (error == simdjson::MEMALLOC)
		return JB_SIMD_NO_MEMORY;
	if (error != simdjson::SUCCESS)
		return JB_SIMD_INVALID;
	*positions = kept_parser->structural_indexes.get();
	*count = kept_parser->n_structural_indexes;
	return JB_SIMD_OK;
}

extern "C" void
jb_simd_release(void)
{
	if (kept_capacity * index_bytes > JB_SIMD_KEEP_BYTES)
		drop_parser();
}

extern "C" size_t
jb_simd_memory(void)
{
	return kept_capacity * index_bytes;
}

extern "C" const char *
jb_simd_kernel(void)
{
	return kernel_name();
}

#endif /* JB_SIMD_INDEX */
