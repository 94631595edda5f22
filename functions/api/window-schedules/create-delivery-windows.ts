import { invalidWindow, windowNotFound } from '../../../lib/ordering/windows/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { windowEndpoint } from '../windows/deps.ts';
import { windowExample, windowsReply } from '../windows/window-reply.ts';
import { saveMany, windowsBody } from './save-many.ts';
import { newWindow, windowBodyExample } from './window-input.ts';

export const createDeliveryWindows = windowEndpoint({
  name: 'createDeliveryWindows',
  method: 'POST',
  path: '/v1/delivery-windows',
  area: 'Delivery windows',
  summary: 'Create several delivery windows',
  description: 'An invalid window refuses all of them.',
  permission: 'WRITE_DELIVERY_WINDOW',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  body: windowsBody(newWindow),
  reply: windowsReply,
  bodyExample: { deliveryWindows: [windowBodyExample] },
  replyExample: { deliveryWindows: [windowExample] },
  refusals: [invalidWindow, windowNotFound, contentionOver('delivery window')],
  handle: ({ input: { body }, ctx }) => saveMany(ctx, body.deliveryWindows, 'create'),
});
