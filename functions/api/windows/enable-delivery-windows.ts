import { invalidWindow, windowNotFound } from '../../../lib/ordering/windows/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { windowEndpoint } from './deps.ts';
import { idsBody, switchMany } from './switch-many.ts';
import { windowExample, windowsReply } from './window-reply.ts';

export const enableDeliveryWindows = windowEndpoint({
  name: 'enableDeliveryWindows',
  method: 'PATCH',
  path: '/v1/delivery-windows/enable',
  area: 'Delivery windows',
  summary: 'Enable several delivery windows',
  description: 'They take bookings again. Enables all of them or none.',
  permission: 'WRITE_DELIVERY_WINDOW',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  body: idsBody,
  reply: windowsReply,
  bodyExample: { ids: ['dw_01JD8Z6Q4T9V2N5X7C3B1M0K8H'] },
  replyExample: { deliveryWindows: [windowExample] },
  refusals: [invalidWindow, windowNotFound, contentionOver('delivery window')],
  handle: ({ input: { body }, ctx }) => switchMany(ctx, body.ids, 'enable'),
});
