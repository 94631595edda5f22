import { windowNotFound } from '../../../lib/ordering/windows/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { windowEndpoint } from './deps.ts';
import { switchOne, windowPath } from './switch-many.ts';
import { windowExample, windowReply } from './window-reply.ts';

export const disableDeliveryWindow = windowEndpoint({
  name: 'disableDeliveryWindow',
  method: 'PATCH',
  path: '/v1/delivery-window/{id}/disable',
  area: 'Delivery windows',
  summary: 'Disable a delivery window',
  description: 'It takes no new bookings; existing ones stay.',
  permission: 'WRITE_DELIVERY_WINDOW',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  params: windowPath,
  reply: windowReply,
  replyExample: windowExample,
  refusals: [windowNotFound, contentionOver('delivery window')],
  handle: ({ input: { path }, ctx }) => switchOne(ctx, path.id, 'disable'),
});
