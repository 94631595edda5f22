import { windowInUse, windowNotFound } from '../../../lib/ordering/windows/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { windowEndpoint } from './deps.ts';
import { switchOne, windowPath } from './switch-many.ts';
import { windowExample, windowReply } from './window-reply.ts';

export const deleteDeliveryWindow = windowEndpoint({
  name: 'deleteDeliveryWindow',
  method: 'DELETE',
  path: '/v1/delivery-window/{id}',
  area: 'Delivery windows',
  summary: 'Delete a delivery window',
  description: 'Refused while orders are booked into it. It can be restored.',
  permission: 'WRITE_DELIVERY_WINDOW',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  params: windowPath,
  reply: windowReply,
  replyExample: windowExample,
  refusals: [windowInUse, windowNotFound, contentionOver('delivery window')],
  handle: ({ input: { path }, ctx }) => switchOne(ctx, path.id, 'delete'),
});
