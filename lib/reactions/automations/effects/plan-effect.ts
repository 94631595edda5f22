import type { Effect } from '../../../engines/workflows/index.ts';
import { takeOrderOff } from '../../../fleet/routes/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import { create, save } from '../../../platform/table/index.ts';
import { planOccurrence } from '../../custom-events/index.ts';
import { type RunRow, runPartition, runWorkEntity, sentOnceEntity } from '../runs/run.ts';
import type { RunDeps } from '../runs/run-deps.ts';
import { runMessageDue, runWorkDue } from '../runs/run-events.ts';
import { cancelDelivery, cancelOrder, type EffectOwner, flagDelivery, reassignTask } from './job-effects.ts';
import { done, failedEffect, type PlannedEffect } from './planned-effect.ts';
import { assignRouteFlag, raiseRouteFlag, resolveRouteFlag, updateRouteFlag } from './route-effects.ts';

type Planner = (deps: RunDeps, effect: Effect, owner: RunRow) => Promise<PlannedEffect>;

/** Actions that write more than the fields of one order: each has its own transaction. */
const planners: Readonly<Record<string, Planner>> = {
  cancel_order: cancelOrder,
  cancel_delivery: cancelDelivery,
  auto_reassign: reassignTask,
  emit_custom_event: emitEvent,
  remove_order_from_route: leaveRoute,
  // All flags of a route are one item, which a transaction can write once.
  raise_route_flag: raiseRouteFlag,
  update_route_flag: updateRouteFlag,
  resolve_route_flag: resolveRouteFlag,
  assign_route_flag: assignRouteFlag,
};

/** Whether an effect needs a separate transaction. */
export function standsAlone({ action }: Effect): boolean {
  return Object.hasOwn(planners, action);
}

/** The writes for an effect, for every action except those that change fields of an order. */
export async function planEffect(deps: RunDeps, effect: Effect, row: RunRow): Promise<PlannedEffect> {
  if (effect.background) return handOutWork(deps, effect, row);
  if (typeof effect.payload.onceKey !== 'undefined') return sendMessage(deps, effect, row);
  if (effect.action === 'flag_delivery') return flagDelivery(deps, effect, row);
  const plan = planners[effect.action];
  return plan
    ? plan(deps, effect, row)
    : failedEffect(`This installation cannot carry out "${effect.action}".`);
}

/** Emits a custom event. */
export async function emitEvent(
  deps: Pick<RunDeps, 'table' | 'clock'>,
  effect: Effect,
  { organizationId }: EffectOwner,
): Promise<PlannedEffect> {
  const { target, payload, key } = effect;
  const emission = {
    name: textOf(payload.name),
    customEventDefinitionId: textOf(payload.customEventDefinitionId),
    payload: payload.payload as Record<string, unknown>,
    cause: key,
  };
  const subject = {
    organizationId,
    entityType: target?.type === 'job' ? ('job' as const) : ('order' as const),
    entityId: target?.id ?? '',
  };
  const options = { nowMs: deps.clock.now(), isLimited: false };
  const operations = await planOccurrence(deps.table, subject, emission, options);
  return isRefusal(operations) ? failedEffect(operations.message) : done(operations);
}

/**
 * Takes the order off its route, which can take several transactions. It is done before the step is written,
 * and repeating it does nothing.
 */
async function leaveRoute(deps: RunDeps, effect: Effect, { organizationId }: EffectOwner) {
  const orderId = effect.target?.id ?? '';
  const routeId = String(effect.payload.routeId);
  const refused = await takeOrderOff(deps, { organizationId, orderId, routeId });
  return refused ? failedEffect(refused.message) : done([]);
}

/** Hands a message to the workers that send it, once per order if the step says so. */
export async function sendMessage(
  deps: Pick<RunDeps, 'table' | 'clock'>,
  effect: Effect,
  row: Pick<RunRow, 'organizationId' | 'id' | 'workflowId' | 'orderIds' | 'jobIds'>,
): Promise<PlannedEffect> {
  const { organizationId, id: runId, workflowId, orderIds, jobIds } = row;
  const { onceKey } = effect.payload;
  const at = toInstant(deps.clock.now());
  const told = runMessageDue.record({
    aggregate: runPartition(organizationId, runId),
    cause: effect.key,
    occurredAt: at,
    data: {
      runId,
      effectKey: effect.key,
      workflowId,
      action: effect.action,
      payload: { ...effect.payload },
      orderId: orderIds[0] ?? null,
      jobId: jobIds[0] ?? null,
    },
  });
  if (typeof onceKey !== 'string') return done([told]);
  const claim = await deps.table.get(sentOnceEntity, { organizationId, key: onceKey });
  if (claim) return { kind: 'held', reason: 'This order already got the message.' };
  return done([create(sentOnceEntity, { organizationId, key: onceKey, runId, createdAt: at }), told]);
}

/** Hands out work. A retried run hands out failed work again. */
async function handOutWork({ table, clock }: RunDeps, effect: Effect, row: RunRow): Promise<PlannedEffect> {
  const { organizationId, id: runId } = row;
  const { nodeKey, key: effectKey, action, payload } = effect;
  const stored = await table.get(runWorkEntity, { organizationId, runId, nodeKey });
  if (stored && stored.value.status !== 'done') return done([]);
  const at = toInstant(clock.now());
  const work = { organizationId, runId, nodeKey, effectKey, action, payload: { ...payload } };
  return done([
    save(runWorkEntity, stored, { ...work, status: 'due', createdAt: at, leaseUntil: null, result: null }),
    runWorkDue.record({
      aggregate: runPartition(organizationId, runId),
      cause: `${effectKey}#${stored?.version ?? 0}`,
      occurredAt: at,
      data: { runId, nodeKey },
    }),
  ]);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
