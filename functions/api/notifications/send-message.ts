import * as z from 'zod';
import { orderDuplicateExternalId, orderNotFound } from '../../../lib/ordering/orders/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  invalidNotificationTrigger,
  MESSAGE_TYPES,
  RECIPIENT_TYPES,
  sendOneMessage,
} from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import { notificationExample, notificationReply, renderNotification } from './notification-schemas.ts';

/** POST /v1/messages/send (contract-facts 8.1) */
export const sendMessage = notificationEndpoint({
  name: 'sendMessage',
  method: 'POST',
  path: '/v1/messages/send',
  area: 'Notifications',
  summary: 'Send a message about an order',
  description:
    'Sends one message to the courier, the customer or the business at the pickup, by text message or e-mail. Variables such as ' +
    '`{{customer.first_name}}` are filled in. A contact on the deny list gets nothing, and the message becomes `suppressed`.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  body: z
    .object({
      order_id: z.string().min(1).max(255).meta({ description: 'Id or external id of the order.' }),
      recipient_type: z.enum(RECIPIENT_TYPES).meta({ description: 'Recipient.' }),
      message_type: z.enum(MESSAGE_TYPES).meta({ description: 'Channel.' }),
      message: z.string().trim().min(1).max(4000).meta({ description: 'Text, at most 4,000 characters.' }),
    })
    .meta({ id: 'SendMessageInput' }),
  bodyExample: {
    order_id: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
    recipient_type: 'customer',
    message_type: 'sms',
    message: 'Hi {{customer.first_name}}, we are running ten minutes late.',
  },
  reply: notificationReply,
  replyExample: { ...notificationExample, triggerId: null, destinationId: null, status: 'queued' as const },
  refusals: [orderNotFound, orderDuplicateExternalId, invalidNotificationTrigger],
  async handle({ input: { body }, ctx }) {
    const { order_id: orderId, recipient_type: recipientType, message_type: messageType, message } = body;
    const key = ctx.ids.next('msg');
    const sent = await sendOneMessage(ctx, ctx.caller, { orderId, recipientType, messageType, message }, key);
    return isRefusal(sent) ? sent : renderNotification(sent);
  },
});
