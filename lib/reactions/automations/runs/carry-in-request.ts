import { carryRun } from './carry-run.ts';
import { loadPlan, runEnvironment } from './load-plan.ts';
import type { RunRow } from './run.ts';
import type { RunDeps } from './run-deps.ts';

/** Runs a new run inside the request that starts it, as far as it gets without waiting. */
export type CarryInRequest = (row: RunRow) => Promise<RunRow>;

/** Runs a run that was not written yet. If an earlier attempt wrote it, it continues from there. */
export async function carryNewRun(deps: RunDeps, row: RunRow): Promise<RunRow> {
  const { organizationId, workflowId, workflowName, version } = row;
  const plan = await loadPlan(deps.table, { organizationId, workflowId, workflowName, version });
  if (!plan) throw new Error(`The workflow ${workflowId} has no version ${version}.`);
  const environment = await runEnvironment(deps.table, organizationId, plan);
  return carryRun(deps, { row, stored: undefined, plan, environment, isInRequest: true }, []);
}
