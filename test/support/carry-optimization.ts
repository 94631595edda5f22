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
  const { parts, isSplit } = await prepareOptimization(deps, of);
  for (const part of parts) await solvePart(deps, { ...of, round: 0, part });
  if (isSplit) {
    const seams = await splitAgain(deps, of);
    for (const part of seams.parts) await solvePart(deps, { ...of, round: 1, part });
  }
  await finishOptimization(deps, of);
}
