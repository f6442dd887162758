/*
 * setting.h
 *		jbind's settings.
 */
#ifndef JB_SETTING_H
#define JB_SETTING_H

#include "compat.h"

/* jbind.enabled: when off, all calls go to stock */
extern bool jb_enabled;

/* Define the settings, at load. */
extern void jb_setting_init(void);

#endif							/* JB_SETTING_H */
