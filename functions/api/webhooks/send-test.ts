import * as z from 'zod';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { optional } from '../../../lib/platform/http/index.ts';
import {
  endpointIsOff,
  endpointNotFound,
  invalidEndpoint,
  sendTest,
} from '../../../lib/reactions/webhooks/index.ts';
import { defineWebhookEndpoint } from './deps.ts';
import { endpointPath } from './endpoint-schemas.ts';
import { exampleData } from './example-data.ts';

const DEFAULT_TYPE = 'delivery.dropoff_complete';

/** POST /v1/webhooks/endpoints/{id}/test */
export const sendWebhookTest = defineWebhookEndpoint({
  name: 'sendWebhookTest',
  method: 'POST',
  path: '/v1/webhooks/endpoints/{id}/test',
  area: 'Webhooks',
  summary: 'Send a test message to an endpoint',
  description:
    'Sends an example of the event type to this endpoint only, signed with its secret, even if the endpoint does not subscribe to that type. ' +
    'The body has `isTest: true` and ids that do not exist. The message is kept, retried and replayed like ' +
    'any other, with the tag `test`. Its attempts show how the receiver answered.',
  permission: 'WRITE_WEBHOOK',
  forLimited: 'refused',
  params: endpointPath,
  body: z.object({
    eventType: optional(z.string().max(100)).meta({
      description: `Event type of the example; default \`${DEFAULT_TYPE}\`.`,
    }),
  }),
  reply: z.object({
    msgId: z.string().meta({ description: 'Id of the message, `msg_...`, for the list of its attempts.' }),
    eventType: z.string(),
    endpointId: z.string(),
    url: z.string(),
  }),
  bodyExample: { eventType: 'delivery.dropoff_complete' },
  replyExample: {
    msgId: 'msg_2v0q8z6q4t9v2n5x7c3b1m0k8h',
    eventType: 'delivery.dropoff_complete',
    endpointId: 'ep_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
    url: 'https://shop.example.com/hooks/deliveries',
  },
  refusals: [endpointNotFound, invalidEndpoint, endpointIsOff],
  async handle({ input: { path, body }, ctx }) {
    const eventType = body.eventType ?? DEFAULT_TYPE;
    const sent = await sendTest(ctx, ctx.organizationId, {
      id: ctx.ids.next('evt'),
      endpointId: path.id,
      eventType,
      dataOf: exampleData,
    });
    return isRefusal(sent) ? sent : { ...sent };
  },
});
