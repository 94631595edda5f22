import { toInstant } from '../core/clock.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { armTimer, readTimer } from './arm-timer.ts';
import type { TimerKind } from './timer.ts';

/** Consecutive conflicting writes before the message returns to its queue. */
const TRIES = 5;

/**
 * Sets a timer unless it is set for a future time. After a conflicting write it is checked again: the other
 * write may have set the timer, or may have failed as well. Throws when they do not stop.
 */
export async function keepArmed<Data>(
  timer: {
    readonly organizationId: string;
    readonly kind: TimerKind<Data>;
    readonly subject: string;
    readonly dueAt: string;
    readonly data: Data;
  },
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const stored = await readTimer(table, timer);
    const occurredAt = toInstant(clock.now());
    if (stored?.value.state === 'armed' && stored.value.dueAt > occurredAt) return;
    if ((await table.write(armTimer({ ...timer, occurredAt, stored }))).ok) return;
  }
  throw new Error(`The timer ${timer.kind.kind} of ${timer.subject} changed too often to be armed.`);
}
