/*
 * setting.c
 *		jbind's settings.
 */
#include "setting.h"

#include "utils/guc.h"

bool		jb_enabled = true;

void
jb_setting_init(void)
{
	DefineCustomBoolVariable("jbind.enabled",
							 "Lets jbind bind JSON with its compiled codecs.",
							 "When off, jbind's functions call PostgreSQL's own functions.",
							 &jb_enabled, true, PGC_USERSET, 0, NULL, NULL, NULL);
	MarkGUCPrefixReserved("jbind");
}
