import { invalidWindow, windowInUse, windowNotFound } from '../../../lib/ordering/windows/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { windowEndpoint } from './deps.ts';
import { idsBody, switchMany } from './switch-many.ts';
import { windowExample, windowsReply } from './window-reply.ts';

export const deleteDeliveryWindows = windowEndpoint({
  name: 'deleteDeliveryWindows',
  method: 'DELETE',
  path: '/v1/delivery-windows',
  area: 'Delivery windows',
  summary: 'Delete several delivery windows',
  description:
    'A window with bookings is refused. Deleted windows can be restored. Deletes all of them or none.',
  permission: 'WRITE_DELIVERY_WINDOW',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  body: idsBody,
  reply: windowsReply,
  bodyExample: { ids: ['dw_01JD8Z6Q4T9V2N5X7C3B1M0K8H'] },
  replyExample: { deliveryWindows: [windowExample] },
  refusals: [invalidWindow, windowInUse, windowNotFound, contentionOver('delivery window')],
  handle: ({ input: { body }, ctx }) => switchMany(ctx, body.ids, 'delete'),
});
