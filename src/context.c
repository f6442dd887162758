/*
 * context.c
 *		Where in the document an error was raised: its CONTEXT line.
 *
 * Frames note the column they are at, the element of an array and the frame of a
 * nested object that is under way; the path is read off them here.
 */
#include "context.h"

#include <ctype.h>

#include "lib/stringinfo.h"

/* Could the name be mistaken for more than one step of a path? */
static bool
is_plain(const char *name)
{
	for (const char *at = name; *at != '\0'; at++)
		if (!IS_HIGHBIT_SET(*at) && !isalnum((unsigned char) *at) && *at != '_' && *at != '$')
			return false;
	return *name != '\0';
}

/* As SQL would write it, but that capital letters and keywords stay plain. */
static void
append_name(StringInfo path, const char *name)
{
	if (is_plain(name))
	{
		appendStringInfoString(path, name);
		return;
	}
	appendStringInfoChar(path, '"');
	for (; *name != '\0'; name++)
	{
		if (*name == '"')
			appendStringInfoChar(path, '"');
		appendStringInfoChar(path, *name);
	}
	appendStringInfoChar(path, '"');
}

static void
append_path(StringInfo path, const JbFrame *frame)
{
	for (; frame != NULL && frame->current != NULL; frame = frame->child)
	{
		if (path->len > 0)
			appendStringInfoChar(path, '.');
		append_name(path, frame->current->name);
		if (frame->element >= 0)
			appendStringInfo(path, "[" INT64_FORMAT "]", frame->element);
	}
}

void
jb_context_report(void *argument)
{
	const JbContext *context = argument;
	StringInfoData path;

	initStringInfo(&path);
	append_path(&path, context->frame);
	if (context->row > 0 && path.len > 0)
		errcontext("JSON row " INT64_FORMAT ", key path %s", context->row, path.data);
	else if (context->row > 0)
		errcontext("JSON row " INT64_FORMAT, context->row);
	else if (path.len > 0)
		errcontext("JSON key path %s", path.data);
	pfree(path.data);
}
