import * as z from 'zod';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { optional } from '../../../lib/http/index.ts';
import {
  invalidNotificationTrigger,
  notificationNotFound,
  previewTrigger as preview,
} from '../../../lib/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import { notificationExample, triggerPath } from './notification-schemas.ts';

/** POST /v1/notification-triggers/{id}/preview (decision C62) */
export const previewTrigger = notificationEndpoint({
  name: 'previewNotificationTrigger',
  method: 'POST',
  path: '/v1/notification-triggers/{id}/preview',
  area: 'Notifications',
  summary: 'Preview the messages of a trigger',
  description: 'The messages that it would send for an order or job now. Nothing is sent or kept.',
  permission: 'READ_NOTIFICATION',
  params: triggerPath,
  body: z.object({
    orderId: optional(z.string().max(128)).meta({ description: 'Order that the messages are about.' }),
    jobId: optional(z.string().max(128)).meta({ description: 'Or the job.' }),
  }),
  bodyExample: { orderId: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H' },
  reply: z.object({
    messages: z.array(
      z.object({
        channel: z.string(),
        recipient: z.string(),
        subject: z.string().nullable(),
        body: z.string(),
      }),
    ),
  }),
  replyExample: {
    messages: [
      {
        channel: 'sms',
        recipient: notificationExample.recipient,
        subject: null,
        body: notificationExample.body,
      },
    ],
  },
  refusals: [notificationNotFound, invalidNotificationTrigger],
  async handle({ input: { path, body }, ctx }) {
    if ((body.orderId === undefined) === (body.jobId === undefined)) {
      return invalidNotificationTrigger('Send `orderId` or `jobId`: one of them, not both.');
    }
    const messages = await preview(ctx, path.id, body);
    if (isRefusal(messages)) return messages;
    return {
      messages: messages.map(({ channel, recipient, subject, body: text }) => ({
        channel,
        recipient,
        subject,
        body: text,
      })),
    };
  },
});
