import { carryNewRun, type RunDeps, type RunRow } from '../../lib/reactions/automations/index.ts';
import { jobDeps } from './dispatch-deps.ts';

let deps: RunDeps | undefined;

/**
 * Carries a run that was not written yet inside the request that starts it. Every action and what it acts on
 * is a large part of a function, which only such requests load (cdk/bundles/load-late.ts).
 */
export function carryRunInRequest(row: RunRow): Promise<RunRow> {
  deps ??= jobDeps();
  return carryNewRun(deps, row);
}
