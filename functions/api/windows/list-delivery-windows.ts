import * as z from 'zod';
import { findWindows, windowsBetween } from '../../../lib/ordering/windows/index.ts';
import { instant, limitParameter, offsetParameter } from '../../../lib/platform/http/index.ts';
import { editorOf, windowEndpoint } from './deps.ts';
import { renderWindow, windowExample, windowsReply } from './window-reply.ts';

export const listDeliveryWindows = windowEndpoint({
  name: 'listDeliveryWindows',
  method: 'GET',
  path: '/v1/delivery-windows',
  area: 'Delivery windows',
  summary: 'List delivery windows',
  description:
    'All recurring windows, and single ones that start in the range, earliest start first. Deleted ones are left out.',
  permission: 'READ_DELIVERY_WINDOW',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  query: z.object({
    startTime: instant.default('1970-01-02T00:00:00.000Z'),
    endTime: instant.default('9998-12-31T00:00:00.000Z'),
    limit: limitParameter({ fallback: 100, max: 100 }),
    offset: offsetParameter,
  }),
  reply: windowsReply,
  replyExample: { deliveryWindows: [windowExample] },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const caller = editorOf(ctx);
    const { startTime, endTime, limit, offset } = query;
    const windows = await windowsBetween(ctx.table, caller, { startTime, endTime });
    const page = windows.slice(offset, offset + limit);
    const found = await findWindows(
      ctx.table,
      caller,
      page.map(({ id }) => id),
    );
    return { deliveryWindows: found.flatMap((stored) => (stored ? [renderWindow(stored)] : [])) };
  },
});
