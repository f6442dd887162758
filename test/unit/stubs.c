/*
 * stubs.c
 *		What the parts under test ask of a server, on malloc.
 *
 * Errors abort, as no part under test may raise one.  Nothing of PostgreSQL is
 * included, so that one definition fits all versions: only the names count, and
 * arguments that every 64-bit ABI passes alike.
 */
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern long unit_interrupts;
extern size_t unit_live_bytes;

/* Always pending, so that every question asked is counted. */
volatile sig_atomic_t InterruptPending = 1;
volatile sig_atomic_t InterruptHoldoffCount = 0;
long unit_interrupts = 0;
size_t unit_live_bytes = 0;
void *CurrentMemoryContext = NULL;
void *TopMemoryContext = NULL;

void ProcessInterrupts(void);

void
ProcessInterrupts(void)
{
	unit_interrupts++;
}

void check_stack_depth(void);

/* What recurses has a limit of its own. */
void
check_stack_depth(void)
{
}

/* --- memory ------------------------------------------------------------------------ */

/* Stands before every chunk; as long as the strictest alignment. */
typedef union Chunk
{
	struct
	{
		size_t size;
		union Chunk *newer;
		union Chunk *older;
	};
	long double align;
} Chunk;

static Chunk *newest = NULL;

static void *
allocate(size_t size)
{
	Chunk *chunk = malloc(sizeof(Chunk) + size);

	if (chunk == NULL)
		abort();
	/* what is not asked to be zero had better not be */
	memset(chunk + 1, 0x7F, size);
	chunk->size = size;
	chunk->newer = NULL;
	chunk->older = newest;
	if (newest != NULL)
		newest->newer = chunk;
	newest = chunk;
	unit_live_bytes += size;
	return chunk + 1;
}

void *palloc(size_t size);
void *palloc0(size_t size);
void *MemoryContextAlloc(void *context, size_t size);
void *MemoryContextAllocZero(void *context, size_t size);
void *MemoryContextAllocZeroAligned(void *context, size_t size);
void *repalloc(void *pointer, size_t size);
void pfree(void *pointer);

void *
palloc(size_t size)
{
	return allocate(size);
}

void *
palloc0(size_t size)
{
	return memset(allocate(size), 0, size);
}

void *
MemoryContextAlloc(void *context, size_t size)
{
	(void) context;
	return palloc(size);
}

void *
MemoryContextAllocZero(void *context, size_t size)
{
	(void) context;
	return palloc0(size);
}

void *
MemoryContextAllocZeroAligned(void *context, size_t size)
{
	(void) context;
	return palloc0(size);
}

void
pfree(void *pointer)
{
	Chunk *chunk = (Chunk *) pointer - 1;

	unit_live_bytes -= chunk->size;
	if (chunk->newer != NULL)
		chunk->newer->older = chunk->older;
	else
		newest = chunk->older;
	if (chunk->older != NULL)
		chunk->older->newer = chunk->newer;
	free(chunk);
}

void unit_free_all(void);

/* As if all memory contexts went. */
void
unit_free_all(void)
{
	while (newest != NULL)
		pfree(newest + 1);
}

/* Always moves, to find pointers that are held across it. */
void *
repalloc(void *pointer, size_t size)
{
	size_t old_size = ((Chunk *) pointer - 1)->size;
	void *moved = allocate(size);

	memcpy(moved, pointer, old_size < size ? old_size : size);
	pfree(pointer);
	return moved;
}

/* --- errors ------------------------------------------------------------------------- */

static void
unexpected(const char *what)
{
	printf("# a part under test called %s\n", what);
	fflush(stdout);
	abort();
}

/* What is called only on ways that no test goes; arguments don't matter. */
#define UNEXPECTED(name)   \
	void name(void);       \
	void name(void)        \
	{                      \
		unexpected(#name); \
	}

UNEXPECTED(errstart)
UNEXPECTED(errstart_cold)
UNEXPECTED(errfinish)
UNEXPECTED(errcode)
UNEXPECTED(errmsg)
UNEXPECTED(errmsg_internal)
UNEXPECTED(errdetail)
UNEXPECTED(errhint)
UNEXPECTED(ExceptionalCondition)

/* the server's side of decode.c */
UNEXPECTED(DatumGetHeapTupleHeader)
UNEXPECTED(pg_detoast_datum)
UNEXPECTED(jb_stock_nested)
UNEXPECTED(jb_tuple_form)
