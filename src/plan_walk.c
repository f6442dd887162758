/*
 * plan_walk.c
 *		The expressions of a finished plan.
 */
#include "compat.h"

#include "plan_walk.h"

#include "miscadmin.h"

typedef struct JbPlanWalk
{
	JbExpressionWalker walker;
	void *context;
} JbPlanWalk;

static void walk_plan(const JbPlanWalk *walk, Plan *plan);

static void
walk_expression(const JbPlanWalk *walk, void *expression)
{
	if (expression != NULL)
		walk->walker(expression, walk->context);
}

static void
walk_plans(const JbPlanWalk *walk, List *plans)
{
	ListCell *cell;

	foreach (cell, plans)
		walk_plan(walk, lfirst(cell));
}

/* What a node of this kind has beside a target list, conditions and two inputs. */
static void
walk_node(const JbPlanWalk *walk, Plan *plan)
{
	switch (nodeTag(plan))
	{
		case T_Result:
			walk_expression(walk, ((Result *) plan)->resconstantqual);
			break;
		case T_FunctionScan:
			walk_expression(walk, ((FunctionScan *) plan)->functions);
			break;
		case T_ValuesScan:
			walk_expression(walk, ((ValuesScan *) plan)->values_lists);
			break;
		case T_HashJoin:
			walk_expression(walk, ((HashJoin *) plan)->hashclauses);
			walk_expression(walk, ((HashJoin *) plan)->hashkeys);
			walk_expression(walk, ((Join *) plan)->joinqual);
			break;
		case T_MergeJoin:
			walk_expression(walk, ((MergeJoin *) plan)->mergeclauses);
			walk_expression(walk, ((Join *) plan)->joinqual);
			break;
		case T_NestLoop:
			walk_expression(walk, ((Join *) plan)->joinqual);
			break;
		case T_Hash:
			walk_expression(walk, ((Hash *) plan)->hashkeys);
			break;
		case T_SampleScan:
			walk_expression(walk, ((SampleScan *) plan)->tablesample);
			break;
		case T_IndexScan:
			walk_expression(walk, ((IndexScan *) plan)->indexqual);
			walk_expression(walk, ((IndexScan *) plan)->indexqualorig);
			break;
		case T_IndexOnlyScan:
			walk_expression(walk, ((IndexOnlyScan *) plan)->indexqual);
			break;
		case T_BitmapIndexScan:
			walk_expression(walk, ((BitmapIndexScan *) plan)->indexqual);
			walk_expression(walk, ((BitmapIndexScan *) plan)->indexqualorig);
			break;
		case T_BitmapHeapScan:
			walk_expression(walk, ((BitmapHeapScan *) plan)->bitmapqualorig);
			break;
		case T_BitmapAnd:
			walk_plans(walk, ((BitmapAnd *) plan)->bitmapplans);
			break;
		case T_BitmapOr:
			walk_plans(walk, ((BitmapOr *) plan)->bitmapplans);
			break;
		case T_TidScan:
			walk_expression(walk, ((TidScan *) plan)->tidquals);
			break;
		case T_TableFuncScan:
			walk_expression(walk, ((TableFuncScan *) plan)->tablefunc);
			break;
		case T_Limit:
			walk_expression(walk, ((Limit *) plan)->limitOffset);
			walk_expression(walk, ((Limit *) plan)->limitCount);
			break;
		case T_ModifyTable:
			walk_expression(walk, ((ModifyTable *) plan)->withCheckOptionLists);
			walk_expression(walk, ((ModifyTable *) plan)->returningLists);
			walk_expression(walk, ((ModifyTable *) plan)->onConflictSet);
			walk_expression(walk, ((ModifyTable *) plan)->onConflictWhere);
			walk_expression(walk, ((ModifyTable *) plan)->mergeActionLists);
			break;
		case T_SubqueryScan:
			walk_plan(walk, ((SubqueryScan *) plan)->subplan);
			break;
		case T_Append:
			walk_plans(walk, ((Append *) plan)->appendplans);
			break;
		case T_MergeAppend:
			walk_plans(walk, ((MergeAppend *) plan)->mergeplans);
			break;
		default:
			break;
	}
}

static void
walk_plan(const JbPlanWalk *walk, Plan *plan)
{
	if (plan == NULL)
		return;
	check_stack_depth();
	walk_expression(walk, plan->targetlist);
	walk_expression(walk, plan->qual);
	walk_node(walk, plan);
	walk_plan(walk, plan->lefttree);
	walk_plan(walk, plan->righttree);
}

void
jb_plan_walk(PlannedStmt *statement, JbExpressionWalker walker, void *context)
{
	const JbPlanWalk walk = {walker, context};

	walk_plan(&walk, statement->planTree);
	walk_plans(&walk, statement->subplans);
}
