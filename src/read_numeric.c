/*
 * read_numeric.c
 *		The reader of numeric.
 */
#include "reader.h"

#include "json_number.h"

char *
jb_read_numeric(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	if (!column->packable)
		at = jb_align_int(at);
	return jb_write_numeric(slot->text, slot->length, frame->limit, column->typmod, column->packable, at);
}
