import * as z from 'zod';
import { defineTimer, type TimerKind } from '../../timers/index.ts';
import { CHANNELS, type Channel } from '../destinations/destination.ts';

const data = z.object({ notificationId: z.string(), attempt: z.int() });
type Due = z.infer<typeof data>;

/** When a message is sent that waits: for its time, for the end of quiet hours, or for the next attempt. */
export const notificationTimers: Readonly<Record<Channel, TimerKind<Due>>> = Object.freeze(
  Object.fromEntries(
    CHANNELS.map((channel) => [
      channel,
      defineTimer({
        kind: `notification-${channel}`,
        data,
        summary: `A notification that waited is to be sent by ${channel}.`,
      }),
    ]),
  ) as Record<Channel, TimerKind<Due>>,
);

/** When a trigger looks again whether what it waits for is the case. Its subject is trigger and subject of the check. */
export const checkTimer = defineTimer({
  kind: 'notification-check',
  data: z.object({
    triggerId: z.string(),
    /** Name of the event that armed it, and its data. */
    eventName: z.string(),
    eventId: z.string(),
    occurredAt: z.string(),
    eventData: z.record(z.string(), z.unknown()),
    subject: z.string(),
  }),
  summary: 'A notification trigger is to look whether a delivery or order is late or stuck.',
});
