/*
 * read_jsonb.c
 *		The reader of jsonb.
 */
#include "reader.h"

char *
jb_read_jsonb(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	return NULL;
}
