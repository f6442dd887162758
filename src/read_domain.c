/*
 * read_domain.c
 *		The reader of domains: the base type's reader, then the constraints.
 *
 * Constraints are looked up by domain_check() each time they have changed, so a
 * codec has nothing to remember of them.  Domains over composite types are read
 * by jb_read_composite(), as in stock.
 */
#include "reader.h"

#include "access/tupmacs.h"

char *
jb_read_domain(JbFrame *frame, const JbColumn *column, const JbSlot *slot, char *at)
{
	const JbColumn *base = column->inner;
	Size start = at - frame->row->data;
	char *next = jb_read_value(frame, base, slot, at);
	char *value;

	/* the row is MAXALIGNed, so its offsets align as addresses do */
	value = frame->row->data + start;
	value = frame->row->data + att_align_pointer(start, base->align, base->length, value);
	jb_check_domain(frame, column, fetch_att(value, base->by_value, base->length), false);
	return next;
}
