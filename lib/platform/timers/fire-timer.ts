import { toInstant } from '../core/clock.ts';
import { retryLostRace } from '../core/retry-lost-race.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { replace } from '../table/index.ts';
import { type Timer, timerEntity } from './timer.ts';

/** Result of a firing. `stale`: set again, cancelled or fired before; `early`: its time has not come yet. */
export type Firing = 'fired' | 'stale' | 'early';

/**
 * Fires a due timer: marks it, which is its event. Firing twice, late or for an earlier
 * generation does nothing. A timer that is not due yet waits again. Throws when the timer keeps being written
 * meanwhile.
 */
export async function fireTimer(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  firing: { organizationId: string; timerId: string; generation: number },
): Promise<Firing> {
  const { organizationId, timerId: id, generation } = firing;
  const outcome = await retryLostRace(clock, async (): Promise<Firing | undefined> => {
    const stored = await table.get(timerEntity, { organizationId, id });
    if (stored?.value.state !== 'armed' || stored.value.generation !== generation) return 'stale';
    const timer = stored.value;
    const occurredAt = toInstant(clock.now());
    if (occurredAt < timer.dueAt) {
      const again = { ...timer, changedAt: occurredAt, again: `@${occurredAt}` };
      return (await table.write([replace(timerEntity, stored, again)])).ok ? 'early' : undefined;
    }
    const fired: Timer = { ...timer, state: 'fired', changedAt: occurredAt };
    return (await table.write([replace(timerEntity, stored, fired)])).ok ? 'fired' : undefined;
  });
  if (!outcome) throw new Error(`The timer ${id} was being changed by others; it will fire later.`);
  return outcome;
}
