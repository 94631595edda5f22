import * as z from 'zod';
import { digest } from '../core/ids.ts';
import { defineEvent, type EventKind } from '../events/index.ts';
import { defineEntity, type Partition } from '../table/index.ts';

/** A time at which something is due. One row per subject; setting it again increases the generation. */
const timerSchema = z.object({
  organizationId: z.string(),
  /** Digest of kind and subject: the same wait has the same timer. */
  id: z.string(),
  /** Kind of timer, such as `order-dispatch`. */
  kind: z.string(),
  /** Id of the owner of the timer, such as an order. */
  subject: z.string(),
  generation: z.number().int().min(1),
  /** Time at which it fires. */
  dueAt: z.string(),
  state: z.enum(['armed', 'fired', 'disarmed']),
  /** When it was set or fired; absent on rows from before they were events themselves. */
  changedAt: z.string().default(''),
  /** Distinguishes repeated waits of one generation. */
  again: z.string().optional(),
  /** Data of the timer's event when it fires. */
  data: z.unknown(),
  /** Where the trace stands that set it, if that is recorded. */
  trace: z.string().optional(),
});

export type Timer = z.infer<typeof timerSchema>;

/**
 * How long settled timers are kept after their time: 100 days. Set again, they continue counting generations.
 * A generation names its event (kept for 90 days) and its execution (whose name Step Functions keeps for 90
 * days after it closed), so a timer that started again at 1 any sooner would find its own earlier wait and
 * not wait.
 */
const SETTLED_LIFE_SECONDS = 100 * 24 * 3600;

/** Number of partitions of the list of active timers: each allows 1,000 writes a second. */
export const TIMER_SHARDS = 8;

export const timerEntity = defineEntity<Timer, Pick<Timer, 'organizationId' | 'id'>>({
  name: 'timer',
  schema: timerSchema,
  partition: timerPartition,
  sort: () => ({ kind: 'state', parts: [] }),
  carriesTrace: true,
  list: {
    name: 'armedTimersByDueTime',
    reach: 'everywhere',
    shard: ({ id }) => Number.parseInt(id.slice(-2), 36) % TIMER_SHARDS,
    at: ({ dueAt }) => dueAt,
    id: ({ id }) => id,
    row: ({ state, organizationId, id, generation }) =>
      state === 'armed' ? { organizationId, id, generation } : undefined,
  },
  expiresAtSeconds: ({ state, dueAt }) =>
    state === 'armed' ? undefined : Math.floor(Date.parse(dueAt) / 1000) + SETTLED_LIFE_SECONDS,
});

/** Aggregate of a timer. */
export function timerPartition({ organizationId, id }: Pick<Timer, 'organizationId' | 'id'>): Partition {
  return { organizationId, type: 'timer', id };
}

/** Id of the timer of this kind and subject. */
export function timerId(kind: string, subject: string): string {
  return digest('timer', kind, subject);
}

/** Written when a timer is set and its wait must start. */
export const timerArmed = defineEvent({
  name: 'timer.armed',
  schema: z.object({ timerId: z.string(), generation: z.number(), dueAt: z.string() }),
  summary: 'A timer was set, or set again for another time.',
});

/** Data of a timer's event. */
export interface Fired<Data> {
  subject: string;
  dueAt: string;
  data: Data;
}

/** A kind of timer. */
export interface TimerKind<Data> {
  readonly kind: string;
  /** Written when the timer fires, named `timer.<kind>`; its consumer checks that its action is still wanted. */
  readonly fired: EventKind<Fired<Data>>;
}

/** Defines a kind of timer and the data of its event besides subject and due time. */
export function defineTimer<Data>(definition: {
  kind: string;
  data: z.ZodType<Data>;
  summary: string;
}): TimerKind<Data> {
  const { kind, data, summary } = definition;
  const fired = defineEvent<Fired<Data>>({
    name: firedEventName(kind),
    schema: z.object({ subject: z.string(), dueAt: z.string(), data }) as z.ZodType<Fired<Data>>,
    summary,
  });
  return Object.freeze({ kind, fired });
}

/** Name of the event that a timer of this kind writes when it fires. */
export function firedEventName(kind: string): string {
  return `timer.${kind}`;
}
