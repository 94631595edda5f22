import { toInstant } from '../../core/clock.ts';
import { isRefusal } from '../../core/refusal.ts';
import { planOccurrence } from '../../custom-events/index.ts';
import { create, save } from '../../table/index.ts';
import type { Effect } from '../../workflows/index.ts';
import { type RunRow, runPartition, runWorkEntity, sentOnceEntity } from '../runs/run.ts';
import type { RunDeps } from '../runs/run-deps.ts';
import { runMessageDue, runWorkDue } from '../runs/run-events.ts';
import { cancelDelivery, cancelOrder, type EffectOwner, flagDelivery, reassignTask } from './job-effects.ts';
import { done, failedEffect, type PlannedEffect } from './planned-effect.ts';

type Planner = (effect: Effect, owner: EffectOwner, deps: RunDeps) => Promise<PlannedEffect>;

/** Actions that write more than the fields of one order: each has a transaction of its own. */
const planners: Readonly<Record<string, Planner>> = {
  cancel_order: cancelOrder,
  cancel_delivery: cancelDelivery,
  auto_reassign: reassignTask,
  emit_custom_event: emitEvent,
};

/** Whether an effect is written in a transaction with no other. */
export function standsAlone({ action }: Effect): boolean {
  return Object.hasOwn(planners, action);
}

/** What carrying out an effect takes, for every action but those that change fields of an order. */
export async function planEffect(effect: Effect, row: RunRow, deps: RunDeps): Promise<PlannedEffect> {
  if (effect.background) return handOutWork(effect, row, deps);
  if (typeof effect.payload.onceKey !== 'undefined') return sendMessage(effect, row, deps);
  if (effect.action === 'flag_delivery') return flagDelivery(effect, row, deps);
  const plan = planners[effect.action];
  return plan
    ? plan(effect, row, deps)
    : failedEffect(`"${effect.action}" cannot be carried out in this installation.`);
}

/** Makes a custom event occur. */
export async function emitEvent(
  effect: Effect,
  { organizationId }: EffectOwner,
  deps: Pick<RunDeps, 'table' | 'clock'>,
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

/** Tells whoever carries messages, once for an order where the step says so. */
export async function sendMessage(
  effect: Effect,
  row: Pick<RunRow, 'organizationId' | 'id' | 'workflowId' | 'orderIds' | 'jobIds' | 'mode'>,
  deps: Pick<RunDeps, 'table' | 'clock'>,
): Promise<PlannedEffect> {
  const { organizationId, id: runId, workflowId, orderIds, jobIds } = row;
  if (effect.action === 'send_to_role') {
    return failedEffect('Messages to roles are not carried yet. Send to destinations instead.');
  }
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
  // A test holds back no message that comes after it.
  if (typeof onceKey !== 'string' || row.mode === 'live_test') return done([told]);
  const claim = await deps.table.get(sentOnceEntity, { organizationId, key: onceKey });
  if (claim) return { kind: 'held', reason: 'This order got the message before.' };
  return done([create(sentOnceEntity, { organizationId, key: onceKey, runId, createdAt: at }), told]);
}

/** Hands work out. Work that failed before is handed out again by a run that is retried. */
async function handOutWork(effect: Effect, row: RunRow, { table, clock }: RunDeps): Promise<PlannedEffect> {
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
