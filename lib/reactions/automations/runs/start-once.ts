import { isRefusal } from '../../../platform/core/refusal.ts';
import { create } from '../../../platform/table/index.ts';
import { carryRun } from './carry-run.ts';
import { continueRun } from './continue-run.ts';
import { runEnvironment } from './load-plan.ts';
import { type Opening, refusedRun, runIdOf } from './new-run.ts';
import { openRun } from './open-run.ts';
import { entryOf, type RunRow, runEntity, runEntryEntity } from './run.ts';
import type { RunDeps } from './run-deps.ts';

/** Starts a run, or continues the one that the same cause started before. */
export async function startOnce(deps: RunDeps, opening: Opening): Promise<RunRow> {
  const { organizationId, plan, cause } = opening;
  const id = runIdOf(plan.workflowId, cause);
  const before = await deps.table.get(runEntity, { organizationId, id });
  if (before) return continueRun(deps, before);
  const row = await openRun(deps, opening);
  if (isRefusal(row)) {
    const refused = refusedRun(opening, row, deps.clock.now());
    deps.log.warn('workflows.not-started', row.message, { organizationId, workflowId: plan.workflowId });
    await deps.table.write([create(runEntity, refused), create(runEntryEntity, entryOf(refused))]);
    return refused;
  }
  const environment = await runEnvironment(deps.table, organizationId, plan);
  return carryRun(deps, { row, stored: undefined, plan, environment }, []);
}
