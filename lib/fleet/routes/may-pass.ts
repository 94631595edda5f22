import type { Refusal } from '../../platform/core/refusal.ts';

/** Refusals that are worth another try: others are changing the route, its orders or its job. */
const PASSING = ['LOCK_ACQUISITION_FAILURE', 'ORDER_LOCK_CONTENTION', 'JOB_LOCK_CONTENTION', 'CONFLICT'];

/** Whether the same dispatch may succeed a moment later. */
export function mayPass({ kind }: Refusal): boolean {
  return PASSING.includes(kind.code);
}
