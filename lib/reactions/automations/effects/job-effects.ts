import type { Effect } from '../../../engines/workflows/index.ts';
import { planPartCancellation, planReassignment } from '../../../fulfilment/dispatch/index.ts';
import { planFlag } from '../../../fulfilment/flags/index.ts';
import { jobIdOf, readJob, storesOfJob } from '../../../fulfilment/jobs/index.ts';
import { canceledOrder, orderEntity } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import type { RunDeps } from '../runs/run-deps.ts';
import type { EffectOf, EffectOwner } from './define-carry-out.ts';
import { done, failedEffect, type PlannedEffect } from './planned-effect.ts';

/** Cancels an order. A dispatched order is first taken out of dispatch, in a separate write. */
export async function cancelOrder(
  deps: RunDeps,
  effect: EffectOf<'cancel_order'>,
  owner: EffectOwner,
): Promise<PlannedEffect> {
  const id = effect.target?.id ?? '';
  const stored = await deps.table.get(orderEntity, { organizationId: owner.organizationId, id });
  if (!stored) return failedEffect(`There is no order "${id}".`);
  const { status, jobId } = stored.value;
  if (status === 'canceled') return done([]);
  if (status === 'dispatched' && jobId !== undefined) {
    const job = await readJob(deps.table, owner.organizationId, jobId);
    const part = job?.configurations.find(({ value }) => value.orderId === id)?.value;
    if (job && part) {
      const planned = await planPartCancellation(deps, job, part.id);
      if (isRefusal(planned)) return failedEffect(planned.message);
      if (planned.operations.length > 0) return { kind: 'first', operations: planned.operations };
    }
  }
  const occurredAt = toInstant(Math.max(deps.clock.now(), Date.parse(stored.value.updatedAt)));
  const operations = canceledOrder(stored, { reason: effect.payload.reason || null, occurredAt });
  return isRefusal(operations) ? failedEffect(operations.message) : done(operations);
}

/** Cancels a delivery, which is its part of the job. */
export async function cancelDelivery(
  deps: RunDeps,
  effect: EffectOf<'cancel_delivery'>,
  owner: EffectOwner,
): Promise<PlannedEffect> {
  const found = await jobBehind(deps, effect, owner);
  if (!found) return failedEffect(`There is no delivery "${effect.target?.id}".`);
  const { job, task } = found;
  const planned = await planPartCancellation(deps, job, task.id);
  return isRefusal(planned) ? failedEffect(planned.message) : done(planned.operations);
}

/** Takes a task from its provider and gives it to the next provider. */
export async function reassignTask(
  deps: RunDeps,
  effect: EffectOf<'auto_reassign'>,
  owner: EffectOwner,
): Promise<PlannedEffect> {
  const found = await jobBehind(deps, effect, owner);
  if (!found) return failedEffect(`There is no task "${effect.target?.id}".`);
  const operations = await planReassignment(deps, found.job, found.task.id, effect.payload.reason || null);
  return isRefusal(operations) ? failedEffect(operations.message) : done(operations);
}

/** Adds a delivery or its task to the queue of flags. */
export async function flagDelivery(
  deps: RunDeps,
  effect: EffectOf<'flag_delivery'>,
  owner: EffectOwner,
): Promise<PlannedEffect> {
  const { target, payload, key } = effect;
  const jobId = target && jobIdOf(target.id);
  if (!target || !jobId) return failedEffect('This run has no delivery.');
  const behind = await readJob(deps.table, owner.organizationId, jobId);
  const flag = {
    organizationId: owner.organizationId,
    jobId,
    target: target.type === 'task' ? ('task' as const) : ('delivery' as const),
    targetId: target.id,
    message: payload.message || null,
    isAutoResolved: payload.autoResolve,
    storeLocationIds: behind ? storesOfJob(behind) : [],
    raisedBy: `workflow:${owner.workflowId}`,
    cause: key,
  };
  return done(planFlag(flag, toInstant(deps.clock.now())));
}

async function jobBehind(
  { table }: RunDeps,
  { target }: Pick<Effect, 'target'>,
  { organizationId }: EffectOwner,
) {
  const id = target?.id ?? '';
  const jobId = jobIdOf(id);
  const job = jobId === undefined ? undefined : await readJob(table, organizationId, jobId);
  const task = job?.tasks.find(({ value }) => value.id === id || value.deliveryId === id)?.value;
  return job && task ? { job, task } : undefined;
}
