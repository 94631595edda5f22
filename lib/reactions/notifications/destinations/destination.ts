import * as z from 'zod';
import { defineEntity, type Partition } from '../../../platform/table/index.ts';

/** Channels of notifications. */
export const CHANNELS = Object.freeze(['email', 'sms', 'whatsapp', 'slack', 'teams', 'webhook'] as const);
export type Channel = (typeof CHANNELS)[number];

/** Maximum number of recipients of one channel of a destination. */
export const MAX_RECIPIENTS = 50;

/** Destinations and triggers of one organization are read together for every event, so their number is limited. */
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
      /** Replaces the trigger's message; null = the trigger's. */
      message: z.string().nullable(),
      /** Subject of e-mails; null = the trigger's name. */
      subject: z.string().nullable(),
      /** Template of its e-mails; null = only the message. */
      emailTemplateId: z.string().nullable().default(null),
    }),
  ),
  /** Minutes in which a recipient gets at most one message, which lists what happened; null = each message at once. */
  digestMinutes: z.int().nullable().default(null),
  /**
   * Quiet hours between these local times, `HH:MM`: messages that become due wait until the end. `timeZone`
   * is a zone or `recipient`. Null = none.
   */
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
  isKept: true,
});

/**
 * Triggers and destinations of an organization are stored together: one Query finds everything that an event
 * may trigger.
 */
export function settingsPartition(organizationId: string): Partition {
  return { organizationId, type: 'notificationSettings', id: 'all' };
}
