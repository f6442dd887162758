/*
 * read_datetime.h
 *		May 'T' and 'Z' be read as what ISO 8601 says?
 *
 * Stock takes letters for time zone abbreviations first, so they mean that only
 * while no abbreviation goes by these names: in the session's time zone (looked
 * up from 18 on; 'Z5' is a valid TimeZone) and in the set of abbreviations.
 * Either may change at any moment, so each value asks.
 */
#ifndef JB_READ_DATETIME_H
#define JB_READ_DATETIME_H

#include "reader.h"

#include "pgtime.h"

/* What was found, and for which time zone; NULL: something changed since. */
extern const pg_tz *jb_datetime_checked_zone;
extern bool jb_datetime_letters_are_iso;

/* Counts sets of abbreviations, from the first look on. */
extern uint64 jb_datetime_generation;

/* Set both. */
extern void jb_datetime_check_letters(void);

static inline bool
jb_datetime_may_read_letters(void)
{
	if (unlikely(session_timezone != jb_datetime_checked_zone))
		jb_datetime_check_letters();
	return jb_datetime_letters_are_iso;
}

#endif /* JB_READ_DATETIME_H */
