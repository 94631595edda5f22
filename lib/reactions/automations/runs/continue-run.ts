import type { BackgroundResult } from '../../../engines/workflows/index.ts';
import type { Stored } from '../../../platform/table/index.ts';
import { carryRun } from './carry-run.ts';
import { loadPlan, runEnvironment } from './load-plan.ts';
import { type RunRow, runEntity, runWorkEntity } from './run.ts';
import type { RunDeps } from './run-deps.ts';

/** Continues a stored run with these results. A run that has ended or is paused stays as it is. */
export async function continueRun(
  deps: RunDeps,
  stored: Stored<RunRow>,
  results: readonly BackgroundResult[] = [],
): Promise<RunRow> {
  const row = stored.value;
  const { organizationId, workflowId, workflowName, version } = row;
  if (row.state === null || row.isHeld) return row;
  if (row.state.ready.length === 0 && results.length === 0) return row;
  const plan = await loadPlan(deps.table, { organizationId, workflowId, workflowName, version });
  if (!plan) throw new Error(`The workflow ${workflowId} has no version ${version}.`);
  const environment = await runEnvironment(deps.table, organizationId, plan);
  return carryRun(deps, { row, stored, plan, environment }, results);
}

/** Continues a run for which an event is due, with the result of the work that it waited for, if any. */
export async function continueDueRun(
  deps: RunDeps,
  due: { readonly organizationId: string; readonly runId: string; readonly nodeKey: string | null },
): Promise<void> {
  const { organizationId, runId, nodeKey } = due;
  const stored = await deps.table.get(runEntity, { organizationId, id: runId });
  if (!stored) return;
  const work =
    nodeKey === null ? undefined : await deps.table.get(runWorkEntity, { organizationId, runId, nodeKey });
  const results = work?.value.status === 'done' ? [work.value.result as BackgroundResult] : [];
  await continueRun(deps, stored, results);
}
