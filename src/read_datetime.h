/*
 * read_datetime.h
 *		May 'T' and 'Z' be read as what ISO 8601 says?
 *
 * Stock takes letters for time zone abbreviations first, so they mean that only
 * while no abbreviation goes by these names: in the session's time zone (looked
 * up from 18 on; 'Z5' is a valid TimeZone) and in the set of abbreviations.
 */
#ifndef JB_READ_DATETIME_H
#define JB_READ_DATETIME_H

#include "reader.h"

#include "pgtime.h"

/* What jb_datetime_check_letters() found, and for which time zone. */
extern const pg_tz *jb_datetime_checked_zone;
extern bool jb_datetime_letters_are_iso;

static inline bool
jb_datetime_may_read_letters(void)
{
	if (unlikely(session_timezone != jb_datetime_checked_zone))
		jb_datetime_check_letters();
	return jb_datetime_letters_are_iso;
}

#endif /* JB_READ_DATETIME_H */
