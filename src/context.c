/*
 * context.c
 *		Where in the document an error was raised: its CONTEXT line.
 *
 * Frames note the column they are at, the element of an array and the frame of a
 * nested object that is under way; the path is read off them here.
 */
#include "context.h"

#include "lib/stringinfo.h"

static void
append_path(StringInfo path, const JbFrame *frame)
{
	for (; frame != NULL && frame->current != NULL; frame = frame->child)
	{
		if (path->len > 0)
			appendStringInfoChar(path, '.');
		appendStringInfoString(path, frame->current->name);
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
