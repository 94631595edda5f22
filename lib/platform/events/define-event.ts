import * as z from 'zod';
import { digest } from '../core/ids.ts';
import type { Origin } from '../core/origin.ts';
import { actorSchema } from '../core/origin.ts';
import { create, defineEntity, type FieldChange, type Operation, type Partition } from '../table/index.ts';
import { type EventCause, eventCauseSchema } from './event-cause.ts';

/** An event as it is stored in its aggregate's partition, and as consumers get it. */
export type EventRecord<Data = unknown> = {
  /** `evt_` and a digest of aggregate and cause: the same cause writes the same event. */
  readonly id: string;
  /** Dotted name, as `order.created`. */
  readonly name: string;
  readonly organizationId: string;
  /** The aggregate in whose partition the event lies. */
  readonly aggregateType: string;
  readonly aggregateId: string;
  readonly occurredAt: string;
  readonly data: Data;
  /** Actor and cause; absent when no actor was named. */
  readonly origin?: Pick<Origin, 'actor' | 'cause'> | undefined;
  /** What changed in the aggregate, for the audit log: not handed to consumers. */
  readonly changes?: readonly FieldChange[] | undefined;
  /** The workflow run that caused it; absent on events that a caller, a carrier or a clock caused. */
  readonly cause?: EventCause | undefined;
  /** Place in the trace that is recorded, as `traceparent` has it; absent on nearly all events. */
  readonly trace?: string | undefined;
};

const eventRecord = z.object({
  id: z.string(),
  name: z.string(),
  organizationId: z.string(),
  aggregateType: z.string(),
  aggregateId: z.string(),
  occurredAt: z.string(),
  data: z.unknown(),
  origin: z
    .object({
      actor: actorSchema,
      cause: z.string(),
    })
    .optional(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })).optional(),
  cause: eventCauseSchema.optional(),
  trace: z.string().optional(),
});

/** How long events are kept: 90 days. They are the delivery timeline, the outbox and the source of webhooks in one. */
const EVENT_LIFE_SECONDS = 90 * 24 * 3600;

/** The outbox and timeline item. */
export const eventEntity = defineEntity<
  EventRecord,
  Pick<EventRecord, 'organizationId' | 'aggregateType' | 'aggregateId' | 'occurredAt' | 'id'>
>({
  name: 'event',
  schema: eventRecord,
  partition: ({ organizationId, aggregateType, aggregateId }) => ({
    organizationId,
    type: aggregateType,
    id: aggregateId,
  }),
  sort: ({ occurredAt, id }) => ({ kind: 'log', parts: [occurredAt, id] }),
  carriesOrigin: true,
  carriesTrace: true,
  expiresAtSeconds: ({ occurredAt }) => Math.floor(Date.parse(occurredAt) / 1000) + EVENT_LIFE_SECONDS,
});

/** Place, cause, time and content of an occurrence. */
export interface Occurrence<Data> {
  readonly aggregate: Partition;
  readonly cause: string;
  readonly occurredAt: string;
  readonly data: Data;
}

/** A kind of event: its name and what it carries. One frozen value per kind, owned by the area that writes it. */
export interface EventKind<Data> {
  readonly name: string;
  readonly schema: z.ZodType<Data>;
  /** One sentence: when it is written. */
  readonly summary: string;
  /** One occurrence as a consumer gets it. `cause` as for `record`. */
  event(occurrence: Occurrence<Data>): EventRecord<Data>;
  /**
   * The write that records one occurrence; put it into the transaction that changes the state. `cause`
   * distinguishes occurrences in one aggregate and is the same when the same cause is handled again: the new
   * version of the state (`v7`), an attempt, a status.
   */
  record(occurrence: Occurrence<Data>): Operation;
  /** Reads an event that a consumer got. Throws a ZodError when it is not of this kind. */
  parse(event: EventRecord): EventRecord<Data>;
}

/** Defines a kind of event. */
export function defineEvent<Data>(definition: {
  name: string;
  schema: z.ZodType<Data>;
  summary: string;
}): EventKind<Data> {
  const { name, schema } = definition;
  const event = ({ aggregate, cause, occurredAt, data }: Occurrence<Data>): EventRecord<Data> => ({
    id: `evt_${digest(aggregate.organizationId, aggregate.type, aggregate.id, name, cause)}`,
    name,
    organizationId: aggregate.organizationId,
    aggregateType: aggregate.type,
    aggregateId: aggregate.id,
    occurredAt,
    data: schema.parse(data),
  });
  return Object.freeze({
    ...definition,
    event,
    record: (occurrence: Occurrence<Data>) => create(eventEntity, event(occurrence)),
    parse: (event: EventRecord) => ({ ...event, data: schema.parse(event.data) }),
  });
}

/** The write of an event that also reports the change to the audit log. Throws for any other write. */
export function withChanges(event: Operation, changes: readonly FieldChange[]): Operation {
  if (event.kind !== 'put' || event.item.type !== eventEntity.name) {
    throw new Error('Only an event reports changes to the audit log.');
  }
  if (changes.length === 0) return event;
  return { ...event, item: { ...event.item, data: { ...event.item.data, changes } } };
}

/** These writes; the first event of the aggregate among them also reports its changes to the audit log. */
export function withChangedFields(
  operations: readonly Operation[],
  aggregate: Pick<EventRecord, 'aggregateType' | 'aggregateId'>,
  changes: readonly FieldChange[],
): readonly Operation[] {
  const { aggregateType, aggregateId } = aggregate;
  const first = operations.findIndex(
    (one) =>
      one.kind === 'put' &&
      one.item.type === eventEntity.name &&
      one.item.data.aggregateType === aggregateType &&
      one.item.data.aggregateId === aggregateId,
  );
  return operations.map((one, index) => (index === first ? withChanges(one, changes) : one));
}
