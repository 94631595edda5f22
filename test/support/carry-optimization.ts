import {
  finishOptimization,
  prepareOptimization,
  type RunDeps,
  solvePart,
  splitAgain,
} from '../../lib/fleet/planning/index.ts';

/** Runs an optimization as its state machine does, one part after the other. */
export async function carryOptimization(
  deps: RunDeps,
  of: { readonly organizationId: string; readonly activityId: string },
): Promise<void> {
  for (let next = await prepareOptimization(deps, of); ; ) {
    const { round, parts, isSplit } = next;
    for (const part of parts) await solvePart(deps, { ...of, round, part });
    if (!isSplit) break;
    next = await splitAgain(deps, { ...of, round });
  }
  await finishOptimization(deps, of);
}
