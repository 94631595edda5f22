import * as z from 'zod';
import { defineEntity, type Partition } from '../../table/index.ts';

/** Ways in which a notification reaches its recipient. */
export const CHANNELS = Object.freeze(['email', 'sms', 'whatsapp', 'slack', 'teams', 'webhook'] as const);
export type Channel = (typeof CHANNELS)[number];

/** Recipients of one channel of a destination at most. */
export const MAX_RECIPIENTS = 50;

/** Destinations and triggers of one organization are read together for every event, so there may not be many. */
export const MAX_DESTINATIONS = 100;

const schema = z.object({
  organizationId: z.string(),
  /** `ntg_...` */
  id: z.string(),
  name: z.string(),
  channels: z.array(
    z.object({
      type: z.enum(CHANNELS),
      /** Addresses, numbers or URLs, or variables such as `{{customer.phone_number}}`. */
      recipients: z.array(z.string()),
      /** Instead of the trigger's message; null = the trigger's. */
      message: z.string().nullable(),
      /** Subject of e-mails; null = the trigger's name. */
      subject: z.string().nullable(),
    }),
  ),
  /** No message leaves between these local times, `HH:MM`; what falls due then waits for their end. Null = none. */
  quietHours: z.object({ from: z.string(), to: z.string(), timeZone: z.string() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A reusable audience on one or more channels (specification 2.8). */
export type Destination = z.infer<typeof schema>;

export const destinationEntity = defineEntity<Destination, Pick<Destination, 'organizationId' | 'id'>>({
  name: 'notificationDestination',
  schema,
  partition: ({ organizationId }) => settingsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
});

/** Triggers and destinations of an organization lie together: one Query finds all that an event may set off. */
export function settingsPartition(organizationId: string): Partition {
  return { organizationId, type: 'notificationSettings', id: 'all' };
}
