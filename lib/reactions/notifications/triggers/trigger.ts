import * as z from 'zod';
import { defineEntity } from '../../../platform/table/index.ts';
import { settingsPartition } from '../destinations/destination.ts';

/** Maximum number of triggers of one organization. */
export const MAX_TRIGGERS = 200;

const schema = z.object({
  organizationId: z.string(),
  /** `ntr_...` */
  id: z.string(),
  type: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  /** Destinations by id. */
  notificationGroupIds: z.array(z.string()),
  message: z.string().nullable(),
  /** The message in other languages, and the subject of e-mails. */
  variants: z
    .array(z.object({ locale: z.string(), message: z.string(), subject: z.string().nullable() }))
    .default([]),
  /** Limits it to jobs and orders of these dispatch strategies; empty = all. */
  optionsGroupIds: z.array(z.string()),
  /** Conditions on metadata; null = none. */
  conditionalLogic: z.unknown(),
  /** Limits it to deliveries of these driver groups; empty = all. */
  contractIds: z.array(z.string()).default([]),
  /** Limits it to dropoffs within these zones; empty = everywhere. */
  zoneIds: z.array(z.string()).default([]),
  /** Whether to flag the delivery when it fires. */
  flag: z.boolean().default(false),
  /** Whether the flag is resolved when the delivery recovers. */
  autoResolveFlag: z.boolean().default(false),
  /** Key of the custom event that it emits on the order or job when it fires; null = none. */
  customEventName: z.string().nullable().default(null),
  /** Agent that works on its subject; null = none (specification 6.5). */
  agentId: z.string().nullable().default(null),
  /** Whether it fires once per job and destination. */
  oncePerJob: z.boolean(),
  isInternal: z.boolean(),
  parameters: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** An event paired with a message (specification 2.8). */
export type NotificationTrigger = z.infer<typeof schema>;

export const triggerEntity = defineEntity<
  NotificationTrigger,
  Pick<NotificationTrigger, 'organizationId' | 'id'>
>({
  name: 'notificationTrigger',
  schema,
  partition: ({ organizationId }) => settingsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
  isKept: true,
});
