import * as z from 'zod';
import { orderDuplicateExternalId, orderNotFound, readOrder } from '../../../lib/ordering/orders/index.ts';
import { eligibleWindows, invalidWindow, windowOrderOf } from '../../../lib/ordering/windows/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instant } from '../../../lib/platform/http/index.ts';
import { editorOf, windowEndpoint } from './deps.ts';
import { eligibleExample, eligibleReply, renderJudged } from './eligible-reply.ts';

/** Longest range, in days. */
const LONGEST_RANGE_DAYS = 62;

export const listEligibleDeliveryWindows = windowEndpoint({
  name: 'listEligibleDeliveryWindows',
  method: 'GET',
  path: '/v1/eligible_delivery_windows',
  area: 'Delivery windows',
  summary: 'List the windows into which an order can be booked',
  description: `Windows that start in the range of at most ${LONGEST_RANGE_DAYS} days, up to 500 of them: first those into which the order can be booked, the best first, then the others with the reason. Without an order, windows are rated by themselves.`,
  permission: 'READ_DELIVERY_WINDOW',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  query: z.object({
    orderId: z.string().optional().meta({ description: 'Id of the order.' }),
    externalOrderId: z.string().optional().meta({ description: 'External id of the order.' }),
    startTime: instant,
    endTime: instant,
    requestedCapacity: z
      .string()
      .regex(/^\d{1,6}$/, 'is not a whole number')
      .transform(Number)
      .pipe(z.int().min(1).max(100_000))
      .default(1)
      .meta({
        override: { type: 'integer', minimum: 1, default: 1 },
        description: 'Capacity that the order needs; default 1.',
      }),
  }),
  reply: z.object({
    eligibleDeliveryWindows: z.array(eligibleReply),
    ineligibleDeliveryWindows: z.array(eligibleReply),
  }),
  replyExample: { eligibleDeliveryWindows: [eligibleExample], ineligibleDeliveryWindows: [] },
  refusals: [invalidWindow, orderNotFound, orderDuplicateExternalId],
  async handle({ input: { query }, ctx }) {
    const { startTime, endTime, requestedCapacity } = query;
    const lengthMs = Date.parse(endTime) - Date.parse(startTime);
    if (lengthMs <= 0 || lengthMs > LONGEST_RANGE_DAYS * 86_400_000) {
      return invalidWindow(
        `endTime is ${endTime}, which is not within ${LONGEST_RANGE_DAYS} days after startTime ${startTime}. Send another range.`,
        { fields: { endTime: `At most ${LONGEST_RANGE_DAYS} days after startTime.` } },
      );
    }
    const caller = editorOf(ctx);
    const id = query.orderId ?? query.externalOrderId;
    const found = id === undefined ? undefined : await readOrder(ctx.table, ctx.caller, id);
    if (isRefusal(found)) return found;
    const order = found?.stored.value;
    const judged = await eligibleWindows(ctx, caller, {
      startTime,
      endTime,
      requestedCapacity,
      order: order && windowOrderOf(order),
      present: order?.windowBooking,
    });
    return {
      eligibleDeliveryWindows: judged.filter(({ ineligible }) => !ineligible).map(renderJudged),
      ineligibleDeliveryWindows: judged.filter(({ ineligible }) => ineligible).map(renderJudged),
    };
  },
});
