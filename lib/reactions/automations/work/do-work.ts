import { toInstant } from '../../../platform/core/clock.ts';
import { ConsumerFailure } from '../../../platform/events/index.ts';
import { replace } from '../../../platform/table/index.ts';
import { type RunWork, runWorkEntity } from '../runs/run.ts';
import { LATER, type WorkDeps, type WorkKey, type WorkOf } from './define-worker.ts';
import { storeResult } from './finish-work.ts';
import { workers } from './workers.ts';

/** Work that exceeds the time limit of its step by this much has certainly ended. Milliseconds. */
const GRACE_MS = 30_000;

/**
 * Does the work that a run started, once. A worker first records that it takes the work up. Work of a worker that died
 * counts as failed, because nobody knows how far it got. The result and the event that lets the run continue are one
 * write.
 */
export async function performWork(
  deps: WorkDeps,
  due: { readonly organizationId: string; readonly runId: string; readonly nodeKey: string },
): Promise<void> {
  const stored = await deps.table.get(runWorkEntity, due);
  if (!stored || stored.value.status === 'done') return;
  const now = deps.clock.now();
  if (stored.value.status === 'under_way') {
    const leftMs = Date.parse(stored.value.leaseUntil ?? '') - now;
    if (leftMs > 0) {
      // The message is checked again then, because it may be the only one left when the other worker has died.
      throw new ConsumerFailure('busy', 'The work is under way.', { retryAfterMs: leftMs });
    }
    await storeResult(deps, stored, {
      outcome: 'failed',
      stage: 'transport',
      reason: 'The work was interrupted.',
    });
    return;
  }
  const leaseMs = stored.value.payload.timeoutSeconds * 1000 + GRACE_MS;
  const taken: RunWork = { ...stored.value, status: 'under_way', leaseUntil: toInstant(now + leaseMs) };
  if (!(await deps.table.write([replace(runWorkEntity, stored, taken)])).ok) return;
  const result = await resultOf(deps, taken);
  if (result !== LATER) await storeResult(deps, { value: taken, version: stored.version + 1 }, result);
}

function resultOf<Key extends WorkKey>(deps: WorkDeps, work: WorkOf<Key>) {
  return workers[work.action](deps, work);
}
