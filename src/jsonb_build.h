/*
 * jsonb_build.h
 *		From the text of a JSON object or array to the bytes of a jsonb value.
 *
 * The bytes are those that jsonb_in() makes: convertToJsonb() in jsonb_util.c
 * has the layout, utils/jsonb.h describes it.  It takes two steps, so that each
 * byte is written once and at its place:
 *
 *	- jb_build_read() walks the text and notes what is where, value by value, and
 *	  in which order an object's pairs belong;
 *	- jb_build_write() writes that, knowing all counts before.
 *
 * Bytes only: no catalogs, no ereport; memory comes from the current context.
 */
#ifndef JB_JSONB_BUILD_H
#define JB_JSONB_BUILD_H

#include "compat.h"

#include "utils/jsonb.h"

/*
 * Longer texts are refused.  Up to here no limit of jsonb can be reached: the
 * most that text can grow is sixfold (a digit and a comma to an entry and a
 * numeric), which stays below JENTRY_OFFLENMASK, and there are too few commas for
 * the allowed number of pairs or elements.
 */
#define JB_BUILD_TEXT_MAX (16 * 1024 * 1024)

/* What a build has room for before it allocates any. */
#define JB_BUILD_NODES 256
#define JB_BUILD_PAIRS 64
#define JB_BUILD_BYTES 1024

/* Bytes behind what it is asked for that jb_build_write() may touch. */
#define JB_BUILD_SLACK 16

/* A key or a value. */
typedef struct JbBuildNode
{
	union
	{
		const char *bytes; /* string, numeric: in the text or in a chunk */
		struct
		{
			uint32 order; /* object: where its part of JbBuild.order begins */
			uint32 span;  /* container: nodes that are its own, itself included */
		};
	};
	uint32 length; /* string, numeric: in bytes; container: its header word */
	JEntry type;   /* a JENTRY_IS*, nothing else */
} JbBuildNode;

/* An array that grows, and stands in the build itself at first. */
typedef struct JbBuildList
{
	void *items;
	uint32 count;
	uint32 room;
	bool allocated;
} JbBuildList;

typedef struct JbBuildChunk JbBuildChunk;

/*
 * The numeric of a JSON number that jb_write_numeric() refuses: palloc'd, with a
 * 4-byte header, freed by the builder; NULL to refuse it, too.  Raises no error.
 */
typedef struct varlena *(*JbBuildNumber)(const char *text, size_t length);

/* One value on its way.  Needs no initialisation; jb_build_free() ends it. */
typedef struct JbBuild
{
	const char *limit;
	JbBuildNumber number;
	size_t size;	   /* bytes that jb_build_write() will write, at most */
	JbBuildList nodes; /* as the text has them; a key is followed by its value */
	JbBuildList order; /* of objects: the nodes of their keys, as uint32 */

	/* what isn't in the text: numerics, and strings without their escapes */
	char *chunk;
	char *chunk_end;
	JbBuildChunk *chunks; /* allocated ones, the newest first */
	size_t chunk_size;

	JbBuildNode own_nodes[JB_BUILD_NODES];
	uint32 own_order[JB_BUILD_PAIRS];
	int32 own_bytes[JB_BUILD_BYTES / sizeof(int32)];
} JbBuild;

/*
 * Read the object or array text .. text+length; bytes up to limit may be looked
 * at.  The scanner has accepted the text before, so that its escapes are good
 * and it is no deeper than JB_DEPTH_MAX.  False to refuse it.  The text has to
 * stay until jb_build_write().
 */
extern bool jb_build_read(JbBuild *build, const char *text, size_t length, const char *limit,
						  JbBuildNumber number);

/*
 * Write the root container to "at", which is int-aligned and has room for
 * build->size + JB_BUILD_SLACK bytes.  Returns the byte behind it.
 */
extern char *jb_build_write(const JbBuild *build, char *at);

extern void jb_build_free(JbBuild *build);

#endif /* JB_JSONB_BUILD_H */
