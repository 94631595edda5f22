import * as z from 'zod';
import { defineEntity } from '../../table/index.ts';
import { settingsPartition } from '../destinations/destination.ts';

/** Triggers of one organization at most. */
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
  /** Limits to jobs and orders of these dispatch strategies; empty = all. */
  optionsGroupIds: z.array(z.string()),
  /** Conditions on metadata; null = none. */
  conditionalLogic: z.unknown(),
  /** Fires once per job and destination. */
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
});
