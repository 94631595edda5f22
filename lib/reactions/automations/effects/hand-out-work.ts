import type { KeyOfKind } from '../../../engines/workflows/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { save } from '../../../platform/table/index.ts';
import { runPartition, runWorkEntity } from '../runs/run.ts';
import { runWorkDue } from '../runs/run-events.ts';
import type { EffectOf, EffectOwner, RequestDeps } from './define-carry-out.ts';
import { done, type PlannedEffect } from './planned-effect.ts';

/** Hands work to the worker that does it. A retried run hands out failed work again. */
export async function handOutWork(
  { table, clock }: RequestDeps,
  effect: EffectOf<KeyOfKind<'work'>>,
  { organizationId, id: runId }: EffectOwner,
): Promise<PlannedEffect> {
  const { nodeKey, key: effectKey, action, payload } = effect;
  const stored = await table.get(runWorkEntity, { organizationId, runId, nodeKey });
  if (stored && stored.value.status !== 'done') return done([]);
  const at = toInstant(clock.now());
  const work = { organizationId, runId, nodeKey, effectKey, action, payload };
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
