import * as z from 'zod';
import { defineEvent, defineTelling, type EventRecord } from '../events/index.ts';
import { firedEventName, type Timer, timerArmed, timerEntity, timerPartition } from './timer.ts';

/**
 * The row of a timer is the event of its own change: once it is set, its wait must start; once it has fired, its owner has
 * work to do. Each is one write instead of a transaction.
 */
export const tellingTimers = defineTelling(timerEntity, 'changedAt', eventOfTimer);

function eventOfTimer(timer: Timer): EventRecord | undefined {
  const { id, kind, generation, again = '', dueAt, changedAt: occurredAt, subject, data, state } = timer;
  const traced = timer.trace === undefined ? {} : { trace: timer.trace };
  const aggregate = timerPartition(timer);
  if (occurredAt === '' || state === 'disarmed') return undefined;
  if (state === 'armed') {
    const cause = `g${generation}${again}`;
    return {
      ...timerArmed.event({ aggregate, cause, occurredAt, data: { timerId: id, generation, dueAt } }),
      ...traced,
    };
  }
  // Its data was checked when the timer was set, and is checked again by its consumer.
  const fired = defineEvent({ name: firedEventName(kind), schema: z.unknown(), summary: 'A timer fired.' });
  return {
    ...fired.event({ aggregate, cause: `g${generation}`, occurredAt, data: { subject, dueAt, data } }),
    ...traced,
  };
}
