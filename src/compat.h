/*
 * compat.h
 *		The one place that knows PostgreSQL versions.
 *
 * Code above speaks the newest API; what an older server lacks is made up
 * here, each shim naming the version that brought the real thing.  This is the
 * only file that may contain PG_VERSION_NUM (test/lint.sh checks it).  It must
 * not include any file of the project.
 */
#ifndef JB_COMPAT_H
#define JB_COMPAT_H

#include "postgres.h"

#include "fmgr.h"

#if PG_VERSION_NUM < 150000
#error "jbind needs PostgreSQL 15 or newer"
#endif

/* 16 moved the varlena macros out of postgres.h */
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

/* 16 exports what is marked so, and hides the rest by itself */
#if PG_VERSION_NUM < 160000
#undef PGDLLEXPORT
#define PGDLLEXPORT __attribute__((visibility("default")))
#endif

/* 18 spells it so, and in front of the declaration */
#if PG_VERSION_NUM < 180000
#define pg_noreturn pg_attribute_noreturn()
#endif

/* 16 has one check for all kinds of objects */
#if PG_VERSION_NUM >= 160000
#define JB_FUNCTION_ACLCHECK(function, role) object_aclcheck(ProcedureRelationId, function, role, ACL_EXECUTE)
#define JB_SCHEMA_ACLCHECK(schema, role)	 object_aclcheck(NamespaceRelationId, schema, role, ACL_USAGE)
#define JB_TYPE_ACLCHECK(type, role)		 object_aclcheck(TypeRelationId, type, role, ACL_USAGE)
#else
#define JB_FUNCTION_ACLCHECK(function, role) pg_proc_aclcheck(function, role, ACL_EXECUTE)
#define JB_SCHEMA_ACLCHECK(schema, role)	 pg_namespace_aclcheck(schema, role, ACL_USAGE)
#define JB_TYPE_ACLCHECK(type, role)		 pg_type_aclcheck(type, role, ACL_USAGE)
#endif

/* What a check hook leaves for its assign hook: 16 wants it from its own place */
#if PG_VERSION_NUM >= 160000
#include "utils/guc.h"
#define JB_GUC_MALLOC(size) guc_malloc(LOG, size)
#define JB_GUC_FREE(memory) guc_free(memory)
#else
#define JB_GUC_MALLOC(size) malloc(size)
#define JB_GUC_FREE(memory) free(memory)
#endif

/* The server's settings, each of them; 16 allocates the list and counts it */
#if PG_VERSION_NUM >= 160000
#define JB_GUC_VARIABLES(count) get_guc_variables(count)
#else
#define JB_GUC_VARIABLES(count) (*(count) = GetNumConfigOptions(), get_guc_variables())
#endif

/* PG_FUNCTION_INFO_V1 exports the function itself from 16 on only. */
#define JB_SQL_FUNCTION(name)                        \
	extern PGDLLEXPORT Datum name(PG_FUNCTION_ARGS); \
	PG_FUNCTION_INFO_V1(name)

/*
 * Where the scanner has a long way to go it asks for interrupts.  The unit
 * tests and fuzzers run it without a server and define the macro away.
 */
#ifndef JB_CHECK_FOR_INTERRUPTS
#include "miscadmin.h"
#define JB_CHECK_FOR_INTERRUPTS() CHECK_FOR_INTERRUPTS()
#endif

#endif /* JB_COMPAT_H */
