import { oncePerFunction } from '../../lib/platform/runtime/index.ts';
import { carryNewRun, type RunRow } from '../../lib/reactions/automations/index.ts';
import { jobDeps } from './dispatch-deps.ts';

const deps = oncePerFunction(jobDeps);

/**
 * Executes a run that was not written yet inside the request that starts it. Actions and everything that they change
 * are a large part of a function, so only such requests load them (cdk/bundles/late-modules.ts).
 */
export function carryRunInRequest(row: RunRow): Promise<RunRow> {
  return carryNewRun(deps(), row);
}
