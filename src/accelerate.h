/*
 * accelerate.h
 *		Calls of the stock functions become calls of jbind's, at plan time.
 */
#ifndef JB_ACCELERATE_H
#define JB_ACCELERATE_H

/* Hook into the planner, at load. */
extern void jb_accelerate_init(void);

#endif /* JB_ACCELERATE_H */
