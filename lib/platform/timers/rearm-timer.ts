import { toInstant } from '../core/clock.ts';
import { retryLostRace } from '../core/retry-lost-race.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { armTimer, readTimer } from './arm-timer.ts';
import type { TimerKind } from './timer.ts';

/**
 * Sets a timer unless it is set for a future time; with `isSoonest` also when it is set for a later time than asked. After a conflicting write it is checked again: the other
 * write may have set the timer, or may have failed as well. Throws when they do not stop.
 */
export async function rearmTimer<Data>(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  timer: {
    readonly organizationId: string;
    readonly kind: TimerKind<Data>;
    readonly subject: string;
    readonly dueAt: string;
    readonly data: Data;
    readonly isSoonest?: boolean;
  },
): Promise<void> {
  const isArmed = await retryLostRace(clock, async () => {
    const stored = await readTimer(table, timer);
    const occurredAt = toInstant(clock.now());
    const isWaiting = stored?.value.state === 'armed' && stored.value.dueAt > occurredAt;
    if (isWaiting && !(timer.isSoonest && stored.value.dueAt > timer.dueAt)) return true;
    return (await table.write(armTimer({ ...timer, occurredAt, stored }))).ok;
  });
  if (!isArmed)
    throw new Error(`The timer ${timer.kind.kind} of ${timer.subject} changed too often to be armed.`);
}
