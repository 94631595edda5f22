import * as z from 'zod';
import { toInstant } from '../core/clock.ts';
import { defineEvent } from '../events/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { replace } from '../table/index.ts';
import { armedEvent } from './arm-timer.ts';
import { firedName, timerEntity, timerPartition } from './timer.ts';

/** What became of a firing. `stale`: armed anew, disarmed or fired before; `early`: its time is yet to come. */
export type Firing = 'fired' | 'stale' | 'early';

/**
 * Fires a timer whose wait is over: marks it and writes its event in one transaction. Firing twice, late or for an
 * earlier generation does nothing. A timer that is not due yet is waited for again (waits beyond a year are chained).
 */
export async function fireTimer(
  firing: { organizationId: string; timerId: string; generation: number },
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
): Promise<Firing> {
  const { organizationId, generation } = firing;
  const stored = await table.get(timerEntity, { organizationId, id: firing.timerId });
  if (stored?.value.state !== 'armed' || stored.value.generation !== generation) return 'stale';
  const timer = stored.value;
  const occurredAt = toInstant(clock.now());
  if (occurredAt < timer.dueAt) {
    await table.write([armedEvent(timer, occurredAt, `@${occurredAt}`)]);
    return 'early';
  }
  const fired = defineEvent({ name: firedName(timer.kind), schema: z.unknown(), summary: 'A timer fired.' });
  const outcome = await table.write([
    replace(timerEntity, stored, { ...timer, state: 'fired' }),
    fired.record({
      aggregate: timerPartition(timer),
      cause: `g${generation}`,
      occurredAt,
      data: { subject: timer.subject, dueAt: timer.dueAt, data: timer.data },
    }),
  ]);
  return outcome.ok ? 'fired' : 'stale';
}
