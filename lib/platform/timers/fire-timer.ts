import * as z from 'zod';
import { toInstant } from '../core/clock.ts';
import { retryLostRace } from '../core/retry-lost-race.ts';
import { defineEvent } from '../events/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { replace } from '../table/index.ts';
import { armedEvent } from './arm-timer.ts';
import { firedEventName, timerEntity, timerPartition } from './timer.ts';

/** Result of a firing. `stale`: set again, cancelled or fired before; `early`: its time has not come yet. */
export type Firing = 'fired' | 'stale' | 'early';

/**
 * Fires a due timer: marks it and writes its event in one transaction. Firing twice, late or for an earlier
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
      await table.write([armedEvent(timer, occurredAt, `@${occurredAt}`)]);
      return 'early';
    }
    const fired = [
      replace(timerEntity, stored, { ...timer, state: 'fired' }),
      firedEvent(timer.kind).record({
        aggregate: timerPartition(timer),
        cause: `g${generation}`,
        occurredAt,
        data: { subject: timer.subject, dueAt: timer.dueAt, data: timer.data },
      }),
    ];
    return (await table.write(fired)).ok ? 'fired' : undefined;
  });
  if (!outcome) throw new Error(`The timer ${id} was being changed by others; it will fire later.`);
  return outcome;
}

/** The event of a firing. Its data was checked when the timer was set, and is checked again by its consumer. */
function firedEvent(kind: string) {
  return defineEvent({ name: firedEventName(kind), schema: z.unknown(), summary: 'A timer fired.' });
}
