import { invalidWindow, windowNotFound } from '../../../lib/ordering/windows/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
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
    'A row with an id changes that window; a row without one creates a window, also beside others of the same place and times. `version` of a row, or `If-Match` for all of them, refuses the change if others have changed the window since.',
  permission: 'WRITE_DELIVERY_WINDOW',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  body: windowsBody(windowUpsert),
  reply: windowsReply,
  bodyExample: { deliveryWindows: [windowBodyExample] },
  replyExample: { deliveryWindows: [windowExample] },
  refusals: [invalidWindow, windowNotFound, contentionOver('delivery window')],
  handle: ({ input: { body }, ctx }) => saveMany(ctx, body.deliveryWindows, 'update'),
});
