import type { Operation } from '../../../platform/table/index.ts';
import { armTimer, disarmTimer, readTimer } from '../../../platform/timers/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { jobDispatchTimer } from '../events.ts';
import type { DispatchPlan } from './plan-job-dispatch.ts';

/** The writes that set a waiting job's timer to its current windows and strategy. */
export async function moveJobTimer(
  { table }: Pick<DispatchDeps, 'table'>,
  organizationId: string,
  jobId: string,
  plan: DispatchPlan,
  at: string,
): Promise<readonly Operation[]> {
  const stored = await readTimer(table, { organizationId, kind: jobDispatchTimer, subject: jobId });
  if (plan === 'now' || plan === 'wait') return disarmTimer(stored);
  if (stored?.value.state === 'armed' && stored.value.dueAt === plan.dueAt) return [];
  return armJobTimer(organizationId, jobId, plan.dueAt, at, stored);
}

/** The writes that let a waiting job go out at this time. `stored` is its timer when it had one before. */
export function armJobTimer(
  organizationId: string,
  jobId: string,
  dueAt: string,
  at: string,
  stored: Parameters<typeof armTimer>[0]['stored'] = undefined,
): readonly Operation[] {
  return armTimer({
    organizationId,
    kind: jobDispatchTimer,
    subject: jobId,
    dueAt,
    data: { jobId },
    occurredAt: at,
    stored,
  });
}
