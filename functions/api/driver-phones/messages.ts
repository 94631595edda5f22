import * as z from 'zod';
import { listMessages, MAX_MESSAGE, writeToDriver } from '../../../lib/fleet/driver-app/index.ts';
import { fleetNotFound } from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply, optional, shortText } from '../../../lib/platform/http/index.ts';
import { editorOf, phoneEndpoint } from './deps.ts';
import { driverMessageExample, driverMessageReply } from './message-schemas.ts';
import { courierId, phoneExample } from './phone-schemas.ts';

const common = {
  area: "Driver's app",
  path: '/v1/driver-phones/messages',
  forLimited: { stores: 'refused', groups: 'narrowed' },
} as const;

/** GET /v1/driver-phones/messages */
export const listDriverMessages = phoneEndpoint({
  ...common,
  name: 'listDriverMessages',
  method: 'GET',
  summary: 'List the messages of a driver',
  description: 'The latest 50, oldest first, until 30 days after the last one.',
  permission: 'READ_FLEET',
  query: z.object({ courierId }),
  reply: z.object({
    messages: z.array(driverMessageReply),
    readAt: instantReply
      .nullable()
      .meta({ description: 'The driver has read them until then; null = none.' }),
  }),
  replyExample: { messages: [driverMessageExample], readAt: null },
  refusals: [fleetNotFound],
  async handle({ input: { query }, ctx }) {
    const chat = await listMessages(ctx.table, editorOf(ctx), query.courierId);
    return isRefusal(chat) ? chat : { messages: [...chat.messages], readAt: chat.readAt };
  },
});

/** POST /v1/driver-phones/messages */
export const writeDriverMessage = phoneEndpoint({
  ...common,
  name: 'writeDriverMessage',
  method: 'POST',
  summary: 'Write a message to a driver',
  description:
    "The driver's phones show it with their next contact, which is within half a minute while the app is open.",
  permission: 'WRITE_FLEET',
  body: z.object({
    courierId,
    text: z.string().trim().min(1).max(MAX_MESSAGE).meta({ description: 'The message.' }),
    deliveryId: optional(shortText(100)).meta({ description: 'Delivery of the package that it is about.' }),
  }),
  bodyExample: { courierId: phoneExample.courierId, text: driverMessageExample.text },
  reply: driverMessageReply,
  replyExample: driverMessageExample,
  refusals: [fleetNotFound, contentionOver('driver')],
  async handle({ input: { body }, ctx }) {
    const { deliveryId = null, ...message } = body;
    return writeToDriver(ctx, editorOf(ctx), { ...message, deliveryId });
  },
});
