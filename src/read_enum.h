/*
 * read_enum.h
 *		What an enum column remembers of pg_enum.
 */
#ifndef JB_READ_ENUM_H
#define JB_READ_ENUM_H

#include "reader.h"

/* Counts up whenever something may have changed in pg_enum. */
extern uint64 jb_enum_generation;

/* Watch pg_enum; once a backend. */
extern void jb_enum_init(void);

/* Room for the labels of one enum column, which lives with its codec. */
extern JbEnumLabels *jb_enum_labels_create(MemoryContext context);

#endif /* JB_READ_ENUM_H */
