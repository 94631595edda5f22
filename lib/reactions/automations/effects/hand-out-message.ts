import type { KeyOfKind } from '../../../engines/workflows/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { create } from '../../../platform/table/index.ts';
import { runPartition, sentOnceEntity } from '../runs/run.ts';
import { runMessageDue } from '../runs/run-events.ts';
import type { EffectOf, EffectOwner, RequestDeps } from './define-carry-out.ts';
import { done, type PlannedEffect } from './planned-effect.ts';

/** Hands a message to the worker that sends it, once per order if the step says so. */
export async function handOutMessage(
  deps: RequestDeps,
  effect: EffectOf<KeyOfKind<'message'>>,
  owner: EffectOwner,
): Promise<PlannedEffect> {
  const { organizationId, id: runId, workflowId, orderIds, jobIds } = owner;
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
      payload: effect.payload,
      orderId: orderIds[0] ?? null,
      jobId: jobIds[0] ?? null,
    },
  });
  if (onceKey === null) return done([told]);
  const claim = await deps.table.get(sentOnceEntity, { organizationId, key: onceKey });
  if (claim) return { kind: 'held', reason: 'This order already got the message.' };
  return done([create(sentOnceEntity, { organizationId, key: onceKey, runId, createdAt: at }), told]);
}
