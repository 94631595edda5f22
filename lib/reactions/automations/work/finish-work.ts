import { toInstant } from '../../../platform/core/clock.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { replace, type Stored } from '../../../platform/table/index.ts';
import { dueEvent } from '../runs/queue-run.ts';
import { type RunWork, runWorkEntity } from '../runs/run.ts';
import type { WorkResult } from './define-worker.ts';

/** Ends work that was done elsewhere; work that has ended stays as it is. */
export async function completeWork(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  due: { readonly organizationId: string; readonly runId: string; readonly nodeKey: string },
  result: WorkResult,
): Promise<void> {
  const stored = await deps.table.get(runWorkEntity, due);
  if (stored && stored.value.status !== 'done') await storeResult(deps, stored, result);
}

/** Writes the result of work, with the event that lets the run continue. */
export async function storeResult(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  stored: Stored<RunWork>,
  result: WorkResult,
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
