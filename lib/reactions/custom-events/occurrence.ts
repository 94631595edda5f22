import * as z from 'zod';
import { defineEvent } from '../../platform/events/index.ts';
import { defineEntity, type Partition } from '../../platform/table/index.ts';

/** Subject of a custom event. */
export const customEventEntities = Object.freeze(['order', 'job'] as const);

/** An order or a job. */
export interface EventSubject {
  readonly organizationId: string;
  readonly entityType: (typeof customEventEntities)[number];
  readonly entityId: string;
}

const occurredSchema = z.object({
  organizationId: z.string(),
  entityType: z.enum(customEventEntities),
  entityId: z.string(),
  /** Keys of the events that have occurred, each once. */
  keys: z.array(z.string()),
  /** Second since the epoch of the last event that a caller emitted, and the number of events in that second. */
  second: z.int(),
  inSecond: z.int(),
});

/** Which custom events have occurred on an order or job, stored in its partition. */
export const occurredEventsEntity = defineEntity<
  z.infer<typeof occurredSchema>,
  Pick<z.infer<typeof occurredSchema>, 'organizationId' | 'entityType' | 'entityId'>
>({
  name: 'occurredEvents',
  schema: occurredSchema,
  partition: subjectPartition,
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Aggregate of the order or job that an event occurs on. */
export function subjectPartition({ organizationId, entityType, entityId }: EventSubject): Partition {
  return { organizationId, type: entityType, id: entityId };
}

const occurredData = z.object({
  entityType: z.enum(customEventEntities),
  entityId: z.string(),
  /** Null: the event was emitted by a name that nobody defined. */
  definitionId: z.string().nullable(),
  key: z.string(),
  /** Time that the emitter gave it. */
  timestamp: z.string(),
  payload: z.record(z.string(), z.unknown()),
});

/** An event of the organization's own occurred on one of its orders or jobs. */
export const customEventOccurred = defineEvent<z.infer<typeof occurredData>>({
  name: 'custom_event.occurred',
  schema: occurredData,
  summary: 'A custom event occurred on an order or a job.',
});
