import type { BackgroundResult } from '../../../engines/workflows/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { ConsumerFailure } from '../../../platform/events/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { replace, type Stored } from '../../../platform/table/index.ts';
import { dueEvent } from '../runs/queue-run.ts';
import { type RunWork, runWorkEntity } from '../runs/run.ts';

/** How one kind of work is done. Never throws: a failure is a result. */
export type Worker = (
  deps: CoreDeps,
  work: RunWork,
) => Promise<Omit<BackgroundResult, 'effectKey'> | typeof LATER>;

/** Result of a worker whose work is done elsewhere, which calls `finishWork` at its end. */
export const LATER = 'later';

/** Workers by the slug of the action. */
export type Workers = Readonly<Record<string, Worker>>;

/** Work that exceeds the time limit of its step by this has surely ended. Milliseconds. */
const GRACE_MS = 30_000;

/** Default time limit of work, in seconds. */
const DEFAULT_SECONDS = 60;

/**
 * Does the work that a run handed out, once. A worker records first that it takes the work up. Work taken up
 * by a worker that died has failed, because nobody knows how far it got. The result and the event that lets
 * the run continue are one write.
 */
export async function doWork(
  deps: CoreDeps,
  due: { readonly organizationId: string; readonly runId: string; readonly nodeKey: string },
  workers: Workers,
): Promise<void> {
  const stored = await deps.table.get(runWorkEntity, due);
  if (!stored || stored.value.status === 'done') return;
  const now = deps.clock.now();
  if (stored.value.status === 'under_way') {
    const leftMs = Date.parse(stored.value.leaseUntil ?? '') - now;
    if (leftMs > 0) {
      // The message is checked again then: it may be the only one that is left when the other worker has died.
      throw new ConsumerFailure('busy', 'The work is under way.', { retryAfterMs: leftMs });
    }
    await finish(deps, stored, {
      outcome: 'failed',
      stage: 'transport',
      reason: 'The work was interrupted.',
    });
    return;
  }
  const seconds = Number(stored.value.payload.timeoutSeconds ?? DEFAULT_SECONDS);
  const taken: RunWork = {
    ...stored.value,
    status: 'under_way',
    leaseUntil: toInstant(now + seconds * 1000 + GRACE_MS),
  };
  if (!(await deps.table.write([replace(runWorkEntity, stored, taken)])).ok) return;
  const worker = Object.hasOwn(workers, taken.action) ? workers[taken.action] : undefined;
  const result = worker
    ? await worker(deps, taken)
    : ({ outcome: 'failed', reason: `This installation cannot carry out "${taken.action}".` } as const);
  if (result !== LATER) await finish(deps, { value: taken, version: stored.version + 1 }, result);
}

/** Ends work that was done elsewhere; work that has ended stays as it is. */
export async function finishWork(
  deps: CoreDeps,
  due: { readonly organizationId: string; readonly runId: string; readonly nodeKey: string },
  result: Omit<BackgroundResult, 'effectKey'>,
): Promise<void> {
  const stored = await deps.table.get(runWorkEntity, due);
  if (stored && stored.value.status !== 'done') await finish(deps, stored, result);
}

async function finish(
  { table, clock }: CoreDeps,
  stored: Stored<RunWork>,
  result: Omit<BackgroundResult, 'effectKey'>,
): Promise<void> {
  const { organizationId, runId, nodeKey, effectKey } = stored.value;
  const done: RunWork = {
    ...stored.value,
    status: 'done',
    leaseUntil: null,
    result: JSON.parse(JSON.stringify({ ...result, effectKey })),
  };
  const cause = `${effectKey}#${stored.version}`;
  await table.write([
    replace(runWorkEntity, stored, done),
    dueEvent({ organizationId, id: runId }, cause, toInstant(clock.now()), nodeKey),
  ]);
}
