/*
 * plan_walk.h
 *		The expressions of a finished plan.
 *
 * PostgreSQL walks queries for others, but plans only for itself.
 */
#ifndef JB_PLAN_WALK_H
#define JB_PLAN_WALK_H

#include "nodes/plannodes.h"

/* As for expression_tree_walker(). */
typedef bool (*JbExpressionWalker)(Node *node, void *context);

/*
 * Call the walker for the expressions that rows are made of, chosen or joined by,
 * in all nodes of the plan.  Left out is what can't have a call worth the walk:
 * conditions of indexes, bounds of windows and of LIMIT, parameters of samples.
 */
extern void jb_plan_walk(PlannedStmt *statement, JbExpressionWalker walker, void *context);

#endif /* JB_PLAN_WALK_H */
