/*
 * jbind.c
 *		The entry: magic, load, and the SQL functions.
 *
 * Each SQL function is a C function of its own, so that a query, a view or a
 * planner hook names exactly one thing; all they say is which stock function
 * they stand for and how the document comes.
 */
#include "compat.h"

#include "accelerate.h"
#include "record.h"
#include "recordset.h"
#include "setting.h"

PG_MODULE_MAGIC;

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	jb_setting_init();
	jb_accelerate_init();
}

#define JB_ENTRY(name, worker, function, source)  \
	JB_SQL_FUNCTION(name);                        \
	Datum name(PG_FUNCTION_ARGS)                  \
	{                                             \
		return worker(fcinfo, &function, source); \
	}

JB_ENTRY(jbind_populate_json, jb_record, jb_populate_record, JB_SOURCE_JSON)
JB_ENTRY(jbind_populate_jsonb, jb_record, jb_populate_record, JB_SOURCE_JSONB)
JB_ENTRY(jbind_populate_text, jb_record, jb_populate_record, JB_SOURCE_TEXT)
JB_ENTRY(jbind_to_record_json, jb_record, jb_to_record, JB_SOURCE_JSON)
JB_ENTRY(jbind_to_record_jsonb, jb_record, jb_to_record, JB_SOURCE_JSONB)
JB_ENTRY(jbind_to_record_text, jb_record, jb_to_record, JB_SOURCE_TEXT)
JB_ENTRY(jbind_populate_recordset_json, jb_recordset, jb_populate_recordset, JB_SOURCE_JSON)
JB_ENTRY(jbind_populate_recordset_jsonb, jb_recordset, jb_populate_recordset, JB_SOURCE_JSONB)
JB_ENTRY(jbind_populate_recordset_text, jb_recordset, jb_populate_recordset, JB_SOURCE_TEXT)
JB_ENTRY(jbind_to_recordset_json, jb_recordset, jb_to_recordset, JB_SOURCE_JSON)
JB_ENTRY(jbind_to_recordset_jsonb, jb_recordset, jb_to_recordset, JB_SOURCE_JSONB)
JB_ENTRY(jbind_to_recordset_text, jb_recordset, jb_to_recordset, JB_SOURCE_TEXT)
