/*
 * accelerate.c
 *		Calls of the stock functions become calls of jbind's, at plan time.
 *
 * With jbind.accelerate_stock on, the query is walked before it is planned, and
 * each call of one of the eight stock functions gets jbind's twin, which has the
 * same arguments, result and properties.  Views and stored queries keep the stock
 * names: only this plan changes.  The plan depends on jbind's functions as on any
 * others, so dropping the extension makes PostgreSQL plan anew.
 *
 * A call stays stock where the twin could be told apart: without the extension in
 * this database, where not everybody may execute both functions (a plan outlives a
 * change of role), where one of the two has been altered (STRICT, SET and the
 * like), and where the third argument that the json functions have had since 9.3,
 * and don't look at, is more than a constant.
 *
 * Calls in SQL functions that the planner inlines are not in the query yet.  So
 * where a query calls functions of users, the finished plan is walked as well.
 */
#include "compat.h"

#include "accelerate.h"
#include "plan_walk.h"
#include "scan.h"
#include "setting.h"
#include "stock.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/transam.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type_d.h"
#include "commands/extension.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/planner.h"
#include "parser/parse_func.h"
#include "parser/parsetree.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/plancache.h"
#include "utils/syscache.h"

/*
 * A stock function and its twins; their oids are those of this database, or
 * InvalidOid where the call is to stay stock.
 */
typedef struct JbTwin
{
	Oid stock;
	const char *name;
	Oid document; /* JSONOID or JSONBOID */
	bool has_base;
	Oid twin;
	Oid text_twin;	   /* json only: for a document that is text::json */
	uint32 stock_hash; /* names the stock function in invalidations */
} JbTwin;

/* A query and those around it: what its Vars mean. */
typedef struct JbScope
{
	const Query *query;
	const struct JbScope *outer;
	ParamListInfo parameters; /* that the plan is made for, or NULL */
	bool *may_inline;		  /* set if a call is met that the planner may inline */
} JbScope;

static JbTwin twins[] = {
	{F_JSON_POPULATE_RECORD, "jbind_populate", JSONOID, true, InvalidOid, InvalidOid, 0},
	{F_JSON_POPULATE_RECORDSET, "jbind_populate_recordset", JSONOID, true, InvalidOid, InvalidOid, 0},
	{F_JSON_TO_RECORD, "jbind_to_record", JSONOID, false, InvalidOid, InvalidOid, 0},
	{F_JSON_TO_RECORDSET, "jbind_to_recordset", JSONOID, false, InvalidOid, InvalidOid, 0},
	{F_JSONB_POPULATE_RECORD, "jbind_populate", JSONBOID, true, InvalidOid, InvalidOid, 0},
	{F_JSONB_POPULATE_RECORDSET, "jbind_populate_recordset", JSONBOID, true, InvalidOid, InvalidOid, 0},
	{F_JSONB_TO_RECORD, "jbind_to_record", JSONBOID, false, InvalidOid, InvalidOid, 0},
	{F_JSONB_TO_RECORDSET, "jbind_to_recordset", JSONBOID, false, InvalidOid, InvalidOid, 0},
};

static planner_hook_type next_planner_hook = NULL;
static bool twins_known = false; /* looked up since a function last changed */


/* --------------------------------------------------------- finding twins */

/* A plan may have kept a call of the stock function for want of a twin. */
static bool
any_twin_missing(void)
{
	for (int i = 0; i < lengthof(twins); i++)
		if (!OidIsValid(twins[i].twin) || (twins[i].document == JSONOID && !OidIsValid(twins[i].text_twin)))
			return true;
	return false;
}

static bool
is_stock_function(uint32 hash)
{
	for (int i = 0; i < lengthof(twins); i++)
		if (twins[i].stock_hash == hash)
			return true;
	return false;
}

/*
 * A plan with a twin in it depends on the twin, and PostgreSQL knows that.  It
 * doesn't know that the plan depends no more on the stock function, whose
 * privileges may have changed just now, and that a plan without a twin waits for
 * one, which may have come just now, or come back by a ROLLBACK.  "hash" 0 means
 * all functions.
 */
static void
functions_changed(Datum argument, int cache, uint32 hash)
{
	if (hash == 0 || is_stock_function(hash) || (twins_known && any_twin_missing()))
		ResetPlanCache();
	twins_known = false;
}

static void
watch_functions(void)
{
	static bool watching = false;

	if (watching)
		return;
	for (int i = 0; i < lengthof(twins); i++)
		twins[i].stock_hash = GetSysCacheHashValue1(PROCOID, ObjectIdGetDatum(twins[i].stock));
	CacheRegisterSyscacheCallback(PROCOID, functions_changed, (Datum) 0);
	watching = true;
}

/* The schema the extension is in. */
static Oid
schema_of(Oid extension)
{
	Oid schema = InvalidOid;
	Relation relation;
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple tuple;

	relation = table_open(ExtensionRelationId, AccessShareLock);
	ScanKeyInit(&key, Anum_pg_extension_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(extension));
	scan = systable_beginscan(relation, ExtensionOidIndexId, true, NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		schema = ((Form_pg_extension) GETSTRUCT(tuple))->extnamespace;
	systable_endscan(scan);
	table_close(relation, AccessShareLock);
	return schema;
}

static bool
all_may_execute(Oid function)
{
	return JB_FUNCTION_ACLCHECK(function, ACL_ID_PUBLIC) == ACLCHECK_OK;
}

/* Are the two called in the same way?  Not if somebody has altered one. */
static bool
are_called_alike(Oid stock, Oid function)
{
	HeapTuple tuples[2] = {SearchSysCache1(PROCOID, ObjectIdGetDatum(stock)),
						   SearchSysCache1(PROCOID, ObjectIdGetDatum(function))};
	bool alike = HeapTupleIsValid(tuples[0]) && HeapTupleIsValid(tuples[1]);

	if (alike)
	{
		Form_pg_proc a = (Form_pg_proc) GETSTRUCT(tuples[0]);
		Form_pg_proc b = (Form_pg_proc) GETSTRUCT(tuples[1]);

		alike = a->proisstrict == b->proisstrict && a->provolatile == b->provolatile &&
				a->proparallel == b->proparallel && a->prosecdef == b->prosecdef &&
				heap_attisnull(tuples[0], Anum_pg_proc_proconfig, NULL) &&
				heap_attisnull(tuples[1], Anum_pg_proc_proconfig, NULL);
	}
	for (int i = 0; i < lengthof(tuples); i++)
		if (HeapTupleIsValid(tuples[i]))
			ReleaseSysCache(tuples[i]);
	return alike;
}

/* jbind's function of this name for a kind of document, or InvalidOid. */
static Oid
find_twin(Oid extension, Oid schema, const JbTwin *twin, Oid document)
{
	Oid types[2] = {ANYELEMENTOID, document};
	oidvector *arguments = buildoidvector(twin->has_base ? types : types + 1, twin->has_base ? 2 : 1);
	Oid function;

	if (!OidIsValid(schema) || !all_may_execute(twin->stock))
		return InvalidOid;
	function = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(twin->name),
							   PointerGetDatum(arguments), ObjectIdGetDatum(schema));
	if (!OidIsValid(function) || getExtensionOfObject(ProcedureRelationId, function) != extension ||
		!all_may_execute(function) || !are_called_alike(twin->stock, function))
		return InvalidOid;
	return function;
}

static void
look_up_twins(void)
{
	Oid extension = get_extension_oid("jbind", true);
	Oid schema = OidIsValid(extension) ? schema_of(extension) : InvalidOid;

	for (int i = 0; i < lengthof(twins); i++)
	{
		JbTwin *twin = &twins[i];

		twin->twin = find_twin(extension, schema, twin, twin->document);
		twin->text_twin =
			twin->document == JSONOID ? find_twin(extension, schema, twin, TEXTOID) : InvalidOid;
	}
}

static void
know_twins(void)
{
	if (twins_known)
		return;

	watch_functions();
	/* set before the look-ups: what changes during them must not be missed */
	twins_known = true;
	PG_TRY();
	{
		look_up_twins();
	}
	PG_CATCH();
	{
		twins_known = false;
		PG_RE_THROW();
	}
	PG_END_TRY();
}


/* ------------------------------------------------------------- replacing */

static const JbTwin *
twin_of(Oid function)
{
	for (int i = 0; i < lengthof(twins); i++)
		if (twins[i].stock == function)
			return &twins[i];
	return NULL;
}

/*
 * The text behind text::json, or NULL.  The document is the last argument, so it
 * makes no difference whether json_in() complains before the call or in it.
 */
static Node *
text_behind_json(Node *document)
{
	CoerceViaIO *coercion;

	if (!IsA(document, CoerceViaIO))
		return NULL;
	coercion = (CoerceViaIO *) document;
	if (coercion->resulttype != JSONOID || exprType((Node *) coercion->arg) != TEXTOID)
		return NULL;
	return (Node *) coercion->arg;
}

static bool
is_table_column(const Var *variable, const JbScope *scope)
{
	for (int up = variable->varlevelsup; up > 0 && scope != NULL; up--)
		scope = scope->outer;
	return scope != NULL && scope->query != NULL && !IS_SPECIAL_VARNO(variable->varno) &&
		   (int) variable->varno <= list_length(scope->query->rtable) &&
		   rt_fetch(variable->varno, scope->query->rtable)->rtekind == RTE_RELATION;
}

/* Of a constant, or of a parameter that this plan is made for. */
static bool
value_is_known(const Node *node, ParamListInfo parameters, Datum *value, bool *is_null)
{
	if (IsA(node, Const))
	{
		*value = ((const Const *) node)->constvalue;
		*is_null = ((const Const *) node)->constisnull;
		return true;
	}
	if (IsA(node, Param) && parameters != NULL)
	{
		const Param *parameter = (const Param *) node;
		ParamExternData space;
		const ParamExternData *known = &space;

		if (parameter->paramkind != PARAM_EXTERN || parameter->paramid > parameters->numParams)
			return false;
		if (parameters->paramFetch != NULL)
			known = parameters->paramFetch(parameters, parameter->paramid, true, &space);
		else
			known = &parameters->params[parameter->paramid - 1];
		*value = known->value;
		*is_null = known->isnull;
		return (known->pflags & PARAM_FLAG_CONST) && known->ptype == parameter->paramtype;
	}
	return false;
}

static bool may_be_folded(Node *text, const JbScope *scope);

static bool
function_may_be_folded(Oid function, List *arguments, const JbScope *scope)
{
	ListCell *argument;

	if (function >= FirstNormalObjectId)
		return true; /* it may be inlined */
	if (func_volatile(function) != PROVOLATILE_IMMUTABLE)
		return false;
	foreach (argument, arguments)
		if (!may_be_folded(lfirst(argument), scope))
			return false;
	return true;
}

/* Might the planner find a constant here?  When in doubt, it might. */
static bool
may_be_folded(Node *text, const JbScope *scope)
{
	Datum value;
	bool is_null;

	switch (nodeTag(text))
	{
		case T_Var:
			return !is_table_column((Var *) text, scope);
		case T_Param:
			return ((Param *) text)->paramkind != PARAM_EXTERN ||
				   value_is_known(text, scope->parameters, &value, &is_null);
		case T_RelabelType:
			return may_be_folded((Node *) ((RelabelType *) text)->arg, scope);
		case T_FuncExpr:
			return function_may_be_folded(((FuncExpr *) text)->funcid, ((FuncExpr *) text)->args, scope);
		case T_OpExpr:
			set_opfuncid((OpExpr *) text);
			return function_may_be_folded(((OpExpr *) text)->opfuncid, ((OpExpr *) text)->args, scope);
		default:
			return true;
	}
}

static bool
is_valid_json(Datum value)
{
	text *document = DatumGetTextPP(value);

	return jb_scan_is_valid(VARDATA_ANY(document), VARDATA_ANY(document) + VARSIZE_ANY_EXHDR(document));
}

/*
 * The planner evaluates text::json where the text is constant, and complains of
 * bad JSON even if the call would never be reached.  Such text must stay a cast.
 */
static bool
may_stay_text(Node *text, const JbScope *scope)
{
	Datum value;
	bool is_null;

	if (value_is_known(text, scope->parameters, &value, &is_null))
		return is_null || is_valid_json(value);
	return !may_be_folded(text, scope);
}

static int
twin_arguments(const JbTwin *twin)
{
	return twin->has_base ? 2 : 1;
}

/* The call's twin, if it may be replaced; else NULL. */
static const JbTwin *
usable_twin(const FuncExpr *call)
{
	const JbTwin *twin = twin_of(call->funcid);
	int more;

	if (twin == NULL)
		return NULL;
	more = list_length(call->args) - twin_arguments(twin);
	if (more != 0 && !(more == 1 && IsA(llast(call->args), Const)))
		return NULL;
	know_twins();
	return OidIsValid(twin->twin) ? twin : NULL;
}

/* "scope" is NULL in a finished plan, where nothing is evaluated any more. */
static void
replace_call(FuncExpr *call, const JbTwin *twin, const JbScope *scope)
{
	ListCell *document = list_nth_cell(call->args, twin_arguments(twin) - 1);
	Node *text = text_behind_json(lfirst(document));

	call->args = list_truncate(call->args, twin_arguments(twin));
	if (text != NULL && OidIsValid(twin->text_twin) && (scope == NULL || may_stay_text(text, scope)))
	{
		lfirst(document) = text;
		call->funcid = twin->text_twin;
	}
	else
		call->funcid = twin->twin;
}

static void
consider_call(FuncExpr *call, const JbScope *scope)
{
	const JbTwin *twin = usable_twin(call);

	if (twin != NULL)
		replace_call(call, twin, scope);
	else if (call->funcid >= FirstNormalObjectId)
		*scope->may_inline = true;
}

static bool replace_calls(Node *node, void *context);

/* Has the query no expression but in its target list and its WHERE? */
static bool
is_plain_select(const Query *query)
{
	ListCell *cell;

	if (query->commandType != CMD_SELECT || query->setOperations != NULL || query->cteList != NIL ||
		query->havingQual != NULL || query->limitOffset != NULL || query->limitCount != NULL ||
		query->windowClause != NIL || query->returningList != NIL || query->withCheckOptions != NIL)
		return false;
	foreach (cell, query->rtable)
	{
		const RangeTblEntry *entry = lfirst(cell);

		if (entry->rtekind != RTE_RELATION || entry->tablesample != NULL || entry->securityQuals != NIL)
			return false;
	}
	return true;
}

static bool
replace_calls_of_query(Query *query, const JbScope *outer)
{
	JbScope scope = {query, outer, outer->parameters, outer->may_inline};

	if (!is_plain_select(query))
		return query_tree_walker(query, replace_calls, &scope, 0);
	replace_calls((Node *) query->targetList, &scope);
	return replace_calls((Node *) query->jointree, &scope);
}

/*
 * "context" is the JbScope of the query that the node is in.  Every statement pays
 * for this walk, so what most have is here: the server's own walker takes three
 * times as long for it.
 */
static bool
replace_calls(Node *node, void *context)
{
	ListCell *cell;

	if (node == NULL)
		return false;
	switch (nodeTag(node))
	{
		case T_Var:
		case T_Const:
		case T_Param:
		case T_RangeTblRef:
			return false;
		case T_List:
			foreach (cell, (List *) node)
				replace_calls(lfirst(cell), context);
			return false;
		case T_TargetEntry:
			return replace_calls((Node *) ((TargetEntry *) node)->expr, context);
		case T_FromExpr:
			replace_calls((Node *) ((FromExpr *) node)->fromlist, context);
			return replace_calls(((FromExpr *) node)->quals, context);
		case T_OpExpr:
			check_stack_depth();
			/* an operator may be an SQL function's, too */
			if (unlikely(((OpExpr *) node)->opno >= FirstNormalObjectId))
				*((const JbScope *) context)->may_inline = true;
			return replace_calls((Node *) ((OpExpr *) node)->args, context);
		case T_Query:
			return replace_calls_of_query((Query *) node, context);
		case T_FuncExpr:
			consider_call((FuncExpr *) node, context);
			break;
		default:
			break;
	}
	return expression_tree_walker(node, replace_calls, context);
}

/* The plan didn't depend on the twin so far. */
static void
depend_on_function(PlannedStmt *statement, Oid function)
{
	PlanInvalItem *item = makeNode(PlanInvalItem);

	item->cacheId = PROCOID;
	item->hashValue = GetSysCacheHashValue1(PROCOID, ObjectIdGetDatum(function));
	statement->invalItems = lappend(statement->invalItems, item);
}

/* "context" is the finished plan.  It is nobody else's yet. */
static bool
replace_planned_calls(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, FuncExpr))
	{
		FuncExpr *call = (FuncExpr *) node;
		const JbTwin *twin = usable_twin(call);

		if (twin != NULL)
		{
			replace_call(call, twin, NULL);
			depend_on_function(context, call->funcid);
		}
	}
	return expression_tree_walker(node, replace_planned_calls, context);
}

static PlannedStmt *
plan_as_before(Query *query, const char *text, int options, ParamListInfo parameters)
{
	if (next_planner_hook)
		return next_planner_hook(query, text, options, parameters);
	return standard_planner(query, text, options, parameters);
}

/* The planner scribbles on its query anyway, so it may be changed in place. */
static PlannedStmt *
accelerating_planner(Query *query, const char *text, int options, ParamListInfo parameters)
{
	bool may_inline = false;
	const JbScope none = {NULL, NULL, parameters, &may_inline};
	PlannedStmt *statement;

	if (!jb_accelerate_stock || !jb_enabled)
		return plan_as_before(query, text, options, parameters);
	replace_calls_of_query(query, &none);
	statement = plan_as_before(query, text, options, parameters);
	if (may_inline)
		jb_plan_walk(statement, replace_planned_calls, statement);
	return statement;
}

void
jb_accelerate_init(void)
{
	next_planner_hook = planner_hook;
	planner_hook = accelerating_planner;
}
