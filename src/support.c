/*
 * support.c
 *		What the planner may know of a call: how many rows, at what cost.
 *
 * A planner support function (see the manual's "Function Optimization
 * Information"), attached to the recordset functions.  Stock always says 100
 * rows; a document that is known at plan time can be counted.
 */
#include "scan.h"

#include "catalog/pg_type_d.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "utils/jsonb.h"

JB_SQL_FUNCTION(jbind_support);

/* A document that isn't known is taken to be of this many bytes. */
#define JB_UNKNOWN_LENGTH 4096

/* Binding so many bytes costs about as much as calling an operator. */
#define JB_BYTES_PER_OPERATOR 100

/* The document argument if its value is known, else NULL. */
static Const *
known_document(PlannerInfo *root, Node *node)
{
	Node *document;

	if (!IsA(node, FuncExpr))
		return NULL;
	document = llast(((FuncExpr *) node)->args);
	document = estimate_expression_value(root, document);
	if (!IsA(document, Const) || ((Const *) document)->constisnull)
		return NULL;
	return (Const *) document;
}

/* The elements of an array in text, or -1. */
static double
count_text_elements(const char *at, const char *end)
{
	int64 count = 0;
	JbSlot ignored;

	at = jb_scan_space(at, end);
	if (at >= end || *at != '[')
		return -1;
	at = jb_scan_space(at + 1, end);
	if (at < end && *at == ']')
		return 0;
	for (;;)
	{
		at = jb_scan_value(at, end, 1, false, &ignored);
		if (at == NULL)
			return -1;
		if ((++count & 4095) == 0)
			JB_CHECK_FOR_INTERRUPTS();
		at = jb_scan_space(at, end);
		if (at >= end || *at != ',')
			return at < end && *at == ']' ? count : -1;
		at = jb_scan_space(at + 1, end);
	}
}

static double
count_elements(const Const *document)
{
	struct varlena *value;

	if (document->consttype == JSONBOID)
	{
		Jsonb *jsonb = DatumGetJsonbP(document->constvalue);

		/* the count is unsigned, and would turn a plain -1 into a huge one */
		return JB_ROOT_IS_ARRAY(jsonb) && !JB_ROOT_IS_SCALAR(jsonb) ? (double) JB_ROOT_COUNT(jsonb) : -1.0;
	}
	value = PG_DETOAST_DATUM_PACKED(document->constvalue);
	return count_text_elements(VARDATA_ANY(value), (char *) VARDATA_ANY(value) + VARSIZE_ANY_EXHDR(value));
}

static bool
estimate_rows(SupportRequestRows *request)
{
	const Const *document = known_document(request->root, request->node);
	double count;

	if (document == NULL)
		return false;
	count = count_elements(document);
	if (count < 0)
		return false;
	request->rows = count;
	return true;
}

static bool
estimate_cost(SupportRequestCost *request)
{
	const Const *document = NULL;
	Size length = JB_UNKNOWN_LENGTH;

	if (request->node != NULL)
		document = known_document(request->root, request->node);
	if (document != NULL)
		length = VARSIZE_ANY_EXHDR(PG_DETOAST_DATUM_PACKED(document->constvalue));
	request->startup = 0;
	request->per_tuple = cpu_operator_cost * (1.0 + (double) length / JB_BYTES_PER_OPERATOR);
	return true;
}

Datum
jbind_support(PG_FUNCTION_ARGS)
{
	Node *request = (Node *) PG_GETARG_POINTER(0);
	bool answered = false;

	if (IsA(request, SupportRequestRows))
		answered = estimate_rows((SupportRequestRows *) request);
	else if (IsA(request, SupportRequestCost))
		answered = estimate_cost((SupportRequestCost *) request);
	PG_RETURN_POINTER(answered ? request : NULL);
}
