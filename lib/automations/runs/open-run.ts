import type { Refusal } from '../../core/refusal.ts';
import { newRun, type Opening } from './new-run.ts';
import type { RunRow } from './run.ts';
import { gatherContext } from './run-context.ts';
import type { RunDeps } from './run-deps.ts';

/** A run that was not written yet, or the refusal to start it. Reads its subject. */
export async function openRun(opening: Opening, deps: RunDeps): Promise<RunRow | Refusal> {
  const gathered = await gatherContext(deps.table, opening.organizationId, opening.subject);
  return newRun(opening, gathered, deps.clock.now());
}
