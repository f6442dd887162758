/*
 * support.c
 *		What the planner may know of a call: how many rows, at what cost.
 *
 * A planner support function (see the manual's "Function Optimization
 * Information"), attached to the recordset functions.  Stock always says 100
 * rows; a document that is known at plan time can be counted.
 */
#include "scan.h"

#include "access/detoast.h"
#include "catalog/pg_type_d.h"
#include "nodes/pathnodes.h"
#include "nodes/supportnodes.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "utils/jsonb.h"

JB_SQL_FUNCTION(jbind_support);

/* What stock says of each call, and ROWS of ours where nothing is known. */
#define JB_STOCK_ROWS 100

/* A document that isn't known is taken to be of this many bytes. */
#define JB_UNKNOWN_LENGTH 4096

/* Binding so many bytes costs about as much as calling an operator. */
#define JB_BYTES_PER_OPERATOR 100

static bool
is_document_type(Oid type)
{
	return type == TEXTOID || type == JSONOID || type == JSONBOID;
}

/*
 * The document argument if its value is known, else NULL.  Constants have been
 * folded before.  Nothing is evaluated for an estimate, as it could be seen: a
 * stable function may give notices or take locks, a cast may raise an error, and the
 * call itself may never be reached.
 */
static const Const *
known_document(Node *node)
{
	Node *document;
	const Const *known;

	if (node == NULL || !IsA(node, FuncExpr))
		return NULL;
	document = llast(((FuncExpr *) node)->args);
	if (IsA(document, CoerceViaIO))
		document = (Node *) ((CoerceViaIO *) document)->arg; /* text::json */
	if (!IsA(document, Const))
		return NULL;
	known = (const Const *) document;
	if (known->constisnull || !is_document_type(known->consttype))
		return NULL;
	return known;
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

/*
 * Is the plan for these parameters only?  It is then compared with the generic plan,
 * which takes the document for one of JB_STOCK_ROWS.  If fewer rows made it the
 * cheaper one, the statement would be planned anew at each execution, which costs
 * more than a better plan for few rows gives.
 */
static bool
is_custom_plan(const PlannerInfo *root)
{
	return root != NULL && root->glob->boundParams != NULL;
}

static bool
estimate_rows(SupportRequestRows *request)
{
	const Const *document = known_document(request->node);
	double count;

	if (document == NULL)
		return false;
	count = count_elements(document);
	if (count < 0 || (count < JB_STOCK_ROWS && is_custom_plan(request->root)))
		return false;
	request->rows = count;
	return true;
}

static bool
estimate_cost(SupportRequestCost *request)
{
	const Const *document = known_document(request->node);
	Size length = JB_UNKNOWN_LENGTH;

	if (document != NULL)
		length = toast_raw_datum_size(document->constvalue) - VARHDRSZ;
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
