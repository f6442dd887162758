/*
 * select.h
 *		Which reader does a column get, and if it is stock, why?
 *
 * A pure function of facts that the compiler has gathered: no catalogs here, so
 * the whole choice can be read, and tested, in one place.
 */
#ifndef JB_SELECT_H
#define JB_SELECT_H

#include "codec.h"

/* What stock distinguishes in prepare_column_cache(), jsonfuncs.c. */
typedef enum JbCategory
{
	JB_CATEGORY_SCALAR,
	JB_CATEGORY_ENUM,
	JB_CATEGORY_ARRAY,
	JB_CATEGORY_COMPOSITE, /* or a domain over one */
	JB_CATEGORY_DOMAIN	   /* over anything else */
} JbCategory;

/* The facts: a type and what kind it is. */
typedef struct JbTypeFacts
{
	Oid type;
	int32 typmod;
	JbCategory category;
	const bool *disabled; /* readers that are switched off, by JbReaderId */
} JbTypeFacts;

/*
 * The reader for a type.  *reason is NULL, or for the stock reader a phrase that
 * tells the user why.
 */
extern JbReaderId jb_select_reader(const JbTypeFacts *facts, const char **reason);

#endif /* JB_SELECT_H */
