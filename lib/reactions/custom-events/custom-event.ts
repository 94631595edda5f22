import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';

const customEventSchema = z.object({
  organizationId: z.string(),
  /** `ced_...` */
  id: z.string(),
  /** The event's name where it is emitted and where it is listened to. Never reused for another definition. */
  key: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  isArchived: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** An event that an organization defined itself. */
export type CustomEventDefinition = z.infer<typeof customEventSchema>;

/** Definitions of one organization are read together, so their number is limited; archived ones count. */
export const MAX_CUSTOM_EVENTS = 500;

export const customEventEntity = defineEntity<
  CustomEventDefinition,
  Pick<CustomEventDefinition, 'organizationId' | 'id'>
>({
  name: 'customEvent',
  schema: customEventSchema,
  partition: ({ organizationId }) => customEventsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
  audited: { type: 'custom_event_definition', id: ({ id }) => id },
});

const rosterSchema = z.object({ organizationId: z.string(), added: z.number().int() });

/** Changes with every added definition, so that of two with the same key added at once only one is created. */
export const customEventRosterEntity = defineEntity<z.infer<typeof rosterSchema>, { organizationId: string }>(
  {
    name: 'customEventRoster',
    schema: rosterSchema,
    partition: ({ organizationId }) => customEventsPartition(organizationId),
    sort: () => ({ kind: 'state', parts: [] }),
  },
);

/** All definitions of an organization are in one partition: one Query returns them all. */
export function customEventsPartition(organizationId: string): Partition {
  return { organizationId, type: 'customEvents', id: 'all' };
}
