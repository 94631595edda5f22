import { invalidWindow, windowNotFound } from '../../../lib/ordering/windows/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { windowEndpoint } from '../windows/deps.ts';
import { windowExample, windowsReply } from '../windows/window-reply.ts';
import { saveMany, windowsBody } from './save-many.ts';
import { windowBodyExample, windowPatch } from './window-input.ts';

export const updateDeliveryWindows = windowEndpoint({
  name: 'updateDeliveryWindows',
  method: 'PATCH',
  path: '/v1/delivery-windows',
  area: 'Delivery windows',
  summary: 'Update several delivery windows',
  description:
    'Only the fields that are sent change. Booked orders take the new times of their window, and its cutoff moves with it. `version` of a row, or `If-Match` for all of them, refuses the change if others have changed the window since.',
  permission: 'WRITE_DELIVERY_WINDOW',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  body: windowsBody(windowPatch),
  reply: windowsReply,
  bodyExample: { deliveryWindows: [{ id: 'dw_01JD8Z6Q4T9V2N5X7C3B1M0K8H', ...windowBodyExample }] },
  replyExample: { deliveryWindows: [windowExample] },
  refusals: [invalidWindow, windowNotFound, contentionOver('delivery window')],
  handle: ({ input: { body }, ctx }) => saveMany(ctx, body.deliveryWindows, 'update'),
});
