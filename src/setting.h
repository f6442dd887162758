/*
 * setting.h
 *		jbind's settings.
 */
#ifndef JB_SETTING_H
#define JB_SETTING_H

#include "codec.h"

/* jbind.enabled: when off, all calls go to stock */
extern bool jb_enabled;

/* jbind.accelerate_stock: calls of the stock functions become jbind's */
extern bool jb_accelerate_stock;

/* jbind.error_context: errors say where in the document they were raised */
extern bool jb_error_context;

/* jbind.fallback: how stock readers are reported; from the mildest on */
typedef enum JbFallback
{
	JB_FALLBACK_QUIET,
	JB_FALLBACK_NOTICE,
	JB_FALLBACK_WARNING,
	JB_FALLBACK_ERROR
} JbFallback;

extern int jb_fallback;

/* jbind.disable_readers: by JbReaderId */
extern bool jb_reader_disabled[JB_READER_COUNT];

/* Counts up with each change of a setting that codecs depend on. */
extern uint64 jb_setting_generation;

/* Define the settings, at load. */
extern void jb_setting_init(void);

#endif /* JB_SETTING_H */
