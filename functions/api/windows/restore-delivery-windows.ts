import { invalidWindow, windowNotFound } from '../../../lib/ordering/windows/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { windowEndpoint } from './deps.ts';
import { idsBody, switchMany } from './switch-many.ts';
import { windowExample, windowsReply } from './window-reply.ts';

export const restoreDeliveryWindows = windowEndpoint({
  name: 'restoreDeliveryWindows',
  method: 'PATCH',
  path: '/v1/delivery-windows/restore',
  area: 'Delivery windows',
  summary: 'Restore several delivery windows',
  description: 'Restores deleted windows as they were: all of them or none.',
  permission: 'WRITE_DELIVERY_WINDOW',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  body: idsBody,
  reply: windowsReply,
  bodyExample: { ids: ['dw_01JD8Z6Q4T9V2N5X7C3B1M0K8H'] },
  replyExample: { deliveryWindows: [windowExample] },
  refusals: [invalidWindow, windowNotFound, contentionOver('delivery window')],
  handle: ({ input: { body }, ctx }) => switchMany(ctx, body.ids, 'restore'),
});
