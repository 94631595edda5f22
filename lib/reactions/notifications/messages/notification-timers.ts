import * as z from 'zod';
import { defineTimer, type TimerKind } from '../../../platform/timers/index.ts';
import { CHANNELS, type Channel } from '../destinations/destination.ts';

const data = z.object({ notificationId: z.string(), attempt: z.int() });
type Due = z.infer<typeof data>;

/** When a waiting message is sent: at its time, at the end of quiet hours, or with the next attempt. */
export const notificationTimers: Readonly<Record<Channel, TimerKind<Due>>> = Object.freeze(
  Object.fromEntries(
    CHANNELS.map((channel) => [
      channel,
      defineTimer({
        kind: `notification-${channel}`,
        data,
        summary: `A delayed notification by ${channel} is due.`,
      }),
    ]),
  ) as Record<Channel, TimerKind<Due>>,
);

/** When a trigger checks its condition again. Its subject is trigger and subject of the check. */
export const checkTimer = defineTimer({
  kind: 'notification-check',
  data: z.object({
    triggerId: z.string(),
    /** Name of the event that set it, and its data. */
    eventName: z.string(),
    eventId: z.string(),
    occurredAt: z.string(),
    aggregateType: z.string().optional(),
    aggregateId: z.string().optional(),
    eventData: z.record(z.string(), z.unknown()),
    subject: z.string(),
  }),
  summary: 'A notification trigger is due to check whether a delivery or order is late or stuck.',
});
