import { carryNewRun, type RunDeps, type RunRow } from '../../lib/reactions/automations/index.ts';
import { jobDeps } from './dispatch-deps.ts';

let deps: RunDeps | undefined;

/**
 * Executes a run that was not written yet inside the request that starts it. Actions and everything that they change
 * are a large part of a function, so only such requests load them (cdk/bundles/load-late.ts).
 */
export function carryRunInRequest(row: RunRow): Promise<RunRow> {
  deps ??= jobDeps();
  return carryNewRun(deps, row);
}
