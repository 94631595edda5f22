import * as z from 'zod';
import { digest } from '../core/ids.ts';
import { defineEvent, type EventKind } from '../events/index.ts';
import { defineEntity, type Partition } from '../table/index.ts';

/** A moment at which something is to happen. One row per thing waited for; arming again raises the generation. */
const timerSchema = z.object({
  organizationId: z.string(),
  /** Digest of kind and subject: the same wait has the same timer. */
  id: z.string(),
  /** Kind of timer, as `order-dispatch`. */
  kind: z.string(),
  /** Id of what the timer belongs to, as an order's. */
  subject: z.string(),
  generation: z.number().int().min(1),
  /** Instant at which it is to fire. */
  dueAt: z.string(),
  state: z.enum(['armed', 'fired', 'disarmed']),
  /** What the timer's event carries when it fires. */
  data: z.unknown(),
});

export type Timer = z.infer<typeof timerSchema>;

/**
 * Settled timers are kept 91 days. An execution is named after its timer's generation, and Step Functions takes no name
 * twice within 90 days of its end: a timer that counted from one again before that would be waited for by nobody.
 */
const SETTLED_LIFE_SECONDS = 91 * 24 * 3600;

/** The list of armed timers is spread over this many partitions: each takes 1,000 writes a second. */
export const TIMER_SHARDS = 8;

export const timerEntity = defineEntity<Timer, Pick<Timer, 'organizationId' | 'id'>>({
  name: 'timer',
  schema: timerSchema,
  partition: timerPartition,
  sort: () => ({ kind: 'state', parts: [] }),
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

/** Written when a timer is armed: somebody has to wait for it. */
export const timerArmed = defineEvent({
  name: 'timer.armed',
  schema: z.object({ timerId: z.string(), generation: z.number(), dueAt: z.string() }),
  summary: 'A timer was armed, or armed anew for another time.',
});

/** What a timer's event carries. */
export interface Fired<Data> {
  subject: string;
  dueAt: string;
  data: Data;
}

/** A kind of timer. */
export interface TimerKind<Data> {
  readonly kind: string;
  /** Written when the timer fires, named `timer.<kind>`; its consumer checks that what it does is still wanted. */
  readonly fired: EventKind<Fired<Data>>;
}

/** Defines a kind of timer and what its event carries besides subject and due time. */
export function defineTimer<Data>(definition: {
  kind: string;
  data: z.ZodType<Data>;
  summary: string;
}): TimerKind<Data> {
  const { kind, data, summary } = definition;
  const fired = defineEvent<Fired<Data>>({
    name: firedName(kind),
    schema: z.object({ subject: z.string(), dueAt: z.string(), data }) as z.ZodType<Fired<Data>>,
    summary,
  });
  return Object.freeze({ kind, fired });
}

/** Name of the event that a timer of this kind writes when it fires. */
export function firedName(kind: string): string {
  return `timer.${kind}`;
}
