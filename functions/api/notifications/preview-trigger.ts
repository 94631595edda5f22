import * as z from 'zod';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { optional } from '../../../lib/platform/http/index.ts';
import {
  invalidNotificationTrigger,
  measureText,
  notificationNotFound,
  previewTrigger as preview,
} from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import { notificationExample, triggerPath } from './notification-schemas.ts';

/** POST /v1/notification-triggers/{id}/preview (decision C62) */
export const previewTrigger = notificationEndpoint({
  name: 'previewNotificationTrigger',
  method: 'POST',
  path: '/v1/notification-triggers/{id}/preview',
  area: 'Notifications',
  summary: 'Preview the messages of a trigger',
  description: 'Returns the messages that it would send for an order or job now. Nothing is sent or kept.',
  permission: 'READ_NOTIFICATION',
  forLimited: 'narrowed',
  params: triggerPath,
  body: z.object({
    orderId: optional(z.string().max(128)).meta({ description: 'Order that the messages are about.' }),
    jobId: optional(z.string().max(128)).meta({ description: 'Job, instead of an order.' }),
  }),
  bodyExample: { orderId: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H' },
  reply: z.object({
    messages: z.array(
      z.object({
        channel: z.string(),
        recipient: z.string(),
        subject: z.string().nullable(),
        body: z.string(),
        html: z.string().nullable().meta({ description: 'HTML of an e-mail with a template.' }),
        text: z
          .object({ characters: z.int(), segments: z.int(), encoding: z.enum(['GSM-7', 'UCS-2']) })
          .nullable()
          .meta({ description: 'Length and segments of a text message.' }),
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
        html: null,
        text: { characters: 62, segments: 1, encoding: 'GSM-7' as const },
      },
    ],
  },
  refusals: [notificationNotFound, invalidNotificationTrigger],
  async handle({ input: { path, body }, ctx }) {
    if ((body.orderId === undefined) === (body.jobId === undefined)) {
      return invalidNotificationTrigger('Send either `orderId` or `jobId`, not both.');
    }
    const messages = await preview(ctx, ctx.caller, path.id, body);
    if (isRefusal(messages)) return messages;
    return {
      messages: messages.map(({ channel, recipient, subject, body: text, html }) => ({
        channel,
        recipient,
        subject,
        body: text,
        html,
        text: channel === 'sms' ? measureText(text) : null,
      })),
    };
  },
});
