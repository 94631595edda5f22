import { invalidWindow, windowContention, windowNotFound } from '../../../lib/windows/index.ts';
import { windowEndpoint } from '../windows/deps.ts';
import { windowExample, windowsReply } from '../windows/window-reply.ts';
import { saveMany, windowsBody } from './save-many.ts';
import { windowBodyExample, windowUpsert } from './window-input.ts';

export const upsertDeliveryWindows = windowEndpoint({
  name: 'upsertDeliveryWindows',
  method: 'POST',
  path: '/v1/delivery-windows/upsert',
  area: 'Delivery windows',
  summary: 'Create or update several delivery windows',
  description:
    'A window without an id is found by its store location, zone, times, time zone and rule; what is not found is created.',
  permission: 'WRITE_DELIVERY_WINDOW',
  body: windowsBody(windowUpsert),
  reply: windowsReply,
  bodyExample: { deliveryWindows: [windowBodyExample] },
  replyExample: { deliveryWindows: [windowExample] },
  refusals: [invalidWindow, windowNotFound, windowContention],
  handle: ({ input: { body }, ctx }) => saveMany(ctx, body.deliveryWindows, 'upsert'),
});
