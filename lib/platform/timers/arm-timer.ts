import { type Operation, type Stored, save, type Table } from '../table/index.ts';
import { type Timer, type TimerKind, timerEntity, timerId } from './timer.ts';

/** The current row of a timer; undefined when it was never set. 1 call. */
export function readTimer(
  table: Table,
  timer: { organizationId: string; kind: TimerKind<never> | TimerKind<unknown>; subject: string },
): Promise<Stored<Timer> | undefined> {
  const { organizationId, kind, subject } = timer;
  return table.get(timerEntity, { organizationId, id: timerId(kind.kind, subject) });
}

/**
 * The write that sets a timer, for the transaction of the state change. `stored` is the row as
 * read, or undefined for a subject that never had this timer. Setting it again increases the generation, so
 * that waits for the earlier time do nothing. `occurredAt` is the current time.
 */
export function armTimer<Data>(timer: {
  organizationId: string;
  kind: TimerKind<Data>;
  subject: string;
  dueAt: string;
  data: Data;
  occurredAt: string;
  stored: Stored<Timer> | undefined;
}): readonly Operation[] {
  const { organizationId, kind, subject, dueAt, data, occurredAt, stored } = timer;
  const next: Timer = {
    organizationId,
    id: timerId(kind.kind, subject),
    kind: kind.kind,
    subject,
    generation: (stored?.value.generation ?? 0) + 1,
    dueAt,
    state: 'armed',
    changedAt: occurredAt,
    data,
  };
  return [save(timerEntity, stored, next, Date.parse(occurredAt))];
}

/** The write that cancels a timer; none when it is not set. */
export function disarmTimer(stored: Stored<Timer> | undefined): readonly Operation[] {
  if (stored?.value.state !== 'armed') return [];
  return [save(timerEntity, stored, { ...stored.value, state: 'disarmed' })];
}
