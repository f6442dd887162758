/*
 * planted.c
 *		A fault for valgrind to find: one byte behind an allocation decides.
 *
 * If this goes unseen, so would the extension's own (test/servers.sh).  Knows
 * nothing of the extension.
 */
#include "postgres.h"

#include "fmgr.h"
#include "utils/builtins.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(planted);

Datum
planted(PG_FUNCTION_ARGS)
{
	char *copy = text_to_cstring(PG_GETARG_TEXT_PP(0));

	PG_RETURN_INT32(copy[strlen(copy) + 1] == 'x');
}
