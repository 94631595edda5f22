import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Batch, JobAggregate } from '../../jobs/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { assignPackages, type ChosenBatch, startAssigning } from '../attempts/assign-packages.ts';

/** Dispatches a waiting batch with the chosen quote. Undefined when another writer was faster. */
export async function dispatchBatch(
  deps: DispatchDeps,
  aggregate: JobAggregate,
  batch: Batch,
  choose: (aggregate: JobAggregate, batch: Batch) => Promise<ChosenBatch | Refusal>,
): Promise<JobAggregate | Refusal | undefined> {
  const chosen = await choose(aggregate, batch);
  if (isRefusal(chosen)) return chosen;
  const started = startAssigning(aggregate, chosen, toInstant(deps.clock.now()));
  if (!(await deps.table.write(started.operations)).ok) return undefined;
  return assignPackages(deps, started.next);
}
