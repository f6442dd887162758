/*
 * setting.c
 *		jbind's settings.
 *
 * Cached plans and codecs are made under the settings of their time; the hooks
 * here make sure that neither outlives a change.
 */
#include "setting.h"

#include "nodes/pg_list.h"
#include "reader.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/plancache.h"
#include "utils/varlena.h"

bool jb_enabled = true;
bool jb_accelerate_stock = false;
bool jb_error_context = true;
int jb_fallback = JB_FALLBACK_QUIET;
bool jb_reader_disabled[JB_READER_COUNT];
uint64 jb_setting_generation = 0;

static char *disable_readers = NULL;

static const struct config_enum_entry fallback_options[] = {{"quiet", JB_FALLBACK_QUIET, false},
															{"notice", JB_FALLBACK_NOTICE, false},
															{"warning", JB_FALLBACK_WARNING, false},
															{"error", JB_FALLBACK_ERROR, false},
															{NULL, 0, false}};

/* Plans hold the functions that were chosen when they were made. */
static void
assign_accelerate_stock(bool value, void *extra)
{
	if (value != jb_accelerate_stock)
		ResetPlanCache();
}

/* So do plans that were made while nothing was to be chosen. */
static void
assign_enabled(bool value, void *extra)
{
	if (value != jb_enabled && jb_accelerate_stock)
		ResetPlanCache();
}

/*
 * The reader of this name.  Readers that others are made of have no stock twin
 * for a single column, and stock itself can't be switched off.
 */
static int
find_reader(const char *name)
{
	for (int i = 0; i < JB_READER_COUNT; i++)
	{
		if (i == JB_READER_STOCK || i == JB_READER_DROPPED || i == JB_READER_ARRAY ||
			i == JB_READER_COMPOSITE || i == JB_READER_DOMAIN)
			continue;
		if (strcmp(jb_reader_names[i], name) == 0)
			return i;
	}
	return -1;
}

static bool
check_disable_readers(char **value, void **extra, GucSource source)
{
	char *copy = pstrdup(*value);
	List *names = NIL;
	bool *disabled;
	ListCell *cell;

	if (!SplitIdentifierString(copy, ',', &names))
	{
		GUC_check_errdetail("List syntax is invalid.");
		return false;
	}
	disabled = JB_GUC_MALLOC(sizeof(jb_reader_disabled));
	if (disabled == NULL)
		return false;
	memset(disabled, 0, sizeof(jb_reader_disabled));
	foreach (cell, names)
	{
		int reader = find_reader(lfirst(cell));

		if (reader < 0)
		{
			GUC_check_errdetail("There is no reader \"%s\" that can be disabled.", (char *) lfirst(cell));
			JB_GUC_FREE(disabled);
			return false;
		}
		disabled[reader] = true;
	}
	*extra = disabled;
	return true;
}

static void
assign_disable_readers(const char *value, void *extra)
{
	memcpy(jb_reader_disabled, extra, sizeof(jb_reader_disabled));
	jb_setting_generation++;
}

void
jb_setting_init(void)
{
	DefineCustomBoolVariable("jbind.enabled", "Lets jbind bind JSON with its compiled codecs.",
							 "When off, jbind's functions call PostgreSQL's own functions.", &jb_enabled,
							 true, PGC_USERSET, 0, NULL, assign_enabled, NULL);
	DefineCustomBoolVariable(
		"jbind.accelerate_stock", "Replaces calls of json_populate_record and its kin by jbind's functions.",
		"Needs the extension in the database, and the library loaded.", &jb_accelerate_stock, false,
		PGC_USERSET, 0, NULL, assign_accelerate_stock, NULL);
	DefineCustomBoolVariable("jbind.error_context",
							 "Adds the row and the key path to errors raised while binding.", NULL,
							 &jb_error_context, true, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomEnumVariable(
		"jbind.fallback", "Says how to report a column that has no native reader.",
		"Reported once for each row type and session, and again when the type has changed.", &jb_fallback,
		JB_FALLBACK_QUIET, fallback_options, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomStringVariable("jbind.disable_readers", "Lists native readers that are not to be used.",
							   "Their columns are read by the types' input functions.", &disable_readers, "",
							   PGC_USERSET, GUC_LIST_INPUT, check_disable_readers, assign_disable_readers,
							   NULL);
	MarkGUCPrefixReserved("jbind");
}
