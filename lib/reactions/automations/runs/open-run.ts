import type { Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { newRun, type Opening } from './new-run.ts';
import type { RunRow } from './run.ts';
import { gatherContext } from './run-context.ts';

/** A run that was not written yet, or the refusal to start it. Reads its subject. */
export async function openRun(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  opening: Opening,
): Promise<RunRow | Refusal> {
  const gathered = await gatherContext(table, opening.organizationId, opening.subject);
  return newRun(opening, gathered, clock.now());
}
