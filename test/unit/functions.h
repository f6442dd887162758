/*
 * functions.h
 *		The byte layer's functions in tables: as the extension has them, and
 *		their scalar twins.
 *
 * The sources are compiled twice (Makefile), the second time with
 * JB_FORCE_SCALAR and all names but the table's hidden.  What is inline in the
 * headers differs as well, so functions.c, which fills the table, is compiled
 * twice too.  A test takes both tables and expects the same of both.
 */
#ifndef JB_FUNCTIONS_H
#define JB_FUNCTIONS_H

#include "decode.h"
#include "json_number.h"
#include "jsonb_build.h"

typedef struct Functions
{
	const char *name;
	bool *encoding_is_utf8;

	/* scan.h */
	const char *(*special)(const char *at, const char *end);
	const char *(*string)(const char *at, const char *end, bool *escaped);
	const char *(*number_trusting)(const char *at, const char *end);
	const char *(*number_validating)(const char *at, const char *end);
	const char *(*container_trusting)(const char *at, const char *end, int depth);
	const char *(*container_validating)(const char *at, const char *end, int depth);
	const char *(*value_trusting)(const char *at, const char *end, int depth, JbSlot *slot);
	const char *(*value_validating)(const char *at, const char *end, int depth, JbSlot *slot);
	bool (*is_valid)(const char *at, const char *end);

	/* json_string.h */
	char *(*unescape)(const char *raw, size_t length, char *out);
	char *(*quote)(const char *text, size_t length, char *out);

	/* matcher.h */
	JbMatcher *(*matcher_create)(MemoryContext context, int n_keys, uint16 ignored_slot);
	void (*matcher_add)(JbMatcher *matcher, const char *key, int length, uint16 slot);
	int (*matcher_find)(const JbMatcher *matcher, const char *key, size_t length);
	bool (*node_is_at)(const JbNode *node, const char *at, const char *end);

	/* json_number.h, from jsonb's numerics */
	bool (*numeric_int64)(const char *numeric, int64 *value);
	bool (*numeric_float8)(const char *numeric, float8 *value);
	bool (*numeric_float4)(const char *numeric, float4 *value);
	char *(*numeric_copy)(const char *numeric, int32 typmod, bool packable, char *at);

	/* jsonb_source.h */
	const JbShape *(*jsonb_shape)(const JsonbContainer *container, JbMatcher *matcher, JbShapes **shapes);
	void (*jsonb_object)(const JsonbContainer *container, JbMatcher *matcher, JbShapes **shapes,
						 JbSlot *slots);
	void (*jsonb_elements_begin)(JbJsonbElements *elements, const JsonbContainer *container);
	bool (*jsonb_elements_next)(JbJsonbElements *elements, JbSlot *slot);

	/* jsonb_build.h */
	bool (*build_read)(JbBuild *build, const char *text, size_t length, const char *limit,
					   JbBuildNumber number);
	char *(*build_write)(const JbBuild *build, char *at);
	void (*build_free)(JbBuild *build);

	/* decode.h */
	bool (*decode_document)(JbFrame *frame, const char *text, const char *end, bool validating);
} Functions;

extern const Functions functions_built;
extern const Functions functions_scalar;

#define FUNCTIONS_COUNT 2

static const Functions *const functions_all[FUNCTIONS_COUNT] = {&functions_built, &functions_scalar};

#endif /* JB_FUNCTIONS_H */
