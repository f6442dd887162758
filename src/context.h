/*
 * context.h
 *		Where in the document an error was raised: its CONTEXT line.
 *
 * "JSON row 3, key path items[2].price".  Rows count from 1, array elements from
 * 0 (through all dimensions).  Message, detail and hint stay stock's; with
 * jbind.error_context off the CONTEXT does as well.
 */
#ifndef JB_CONTEXT_H
#define JB_CONTEXT_H

#include "reader.h"
#include "setting.h"

typedef struct JbContext
{
	ErrorContextCallback callback;
	const JbFrame *frame; /* of the outermost record */
	int64 row;			  /* of a recordset, from 1; else 0 */
} JbContext;

extern void jb_context_report(void *context);

/* Errors from here on get the line; must be matched by jb_context_pop(). */
static inline void
jb_context_push(JbContext *context, JbFrame *frame)
{
	context->frame = frame;
	context->row = 0;
	context->callback.callback = jb_context_report;
	context->callback.arg = context;
	context->callback.previous = error_context_stack;
	frame->current = NULL;
	if (jb_error_context)
		error_context_stack = &context->callback;
}

static inline void
jb_context_pop(JbContext *context)
{
	error_context_stack = context->callback.previous;
}

#endif /* JB_CONTEXT_H */
