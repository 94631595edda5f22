import * as z from 'zod';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { instant, instantReply } from '../../../lib/http/index.ts';
import { orderDuplicateExternalId, orderNotFound, readOrder } from '../../../lib/orders/index.ts';
import {
  eligibleWindows,
  invalidWindow,
  type JudgedWindow,
  windowIdOf,
  windowOrderOf,
} from '../../../lib/windows/index.ts';
import { editorOf, windowEndpoint } from './deps.ts';

/** Longest range. Days. */
const LONGEST_RANGE_DAYS = 62;

/** A window with what a choice needs to know. */
export const eligibleReply = z
  .object({
    id: z.string(),
    name: z.string(),
    ineligibleReason: z.string().nullable().meta({ description: 'Why the order cannot be booked into it.' }),
    ineligibleMessage: z.string().nullable(),
    allowedTags: z.array(z.string()),
    storeLocationId: z.string().nullable(),
    storeLocationExternalId: z.string().nullable(),
    zoneId: z.string().nullable(),
    zoneExternalId: z.string().nullable(),
    cutoffTime: instantReply,
    cutoffTimeLocal: z.string(),
    startTime: instantReply,
    startTimeLocal: z.string(),
    endTime: instantReply,
    endTimeLocal: z.string(),
    remainingCapacity: z.number().nullable().meta({ description: 'Null = no limit.' }),
    maximumCapacity: z.number().nullable(),
    minimumOrderValueCents: z.int().nullable(),
    timezoneId: z.string(),
    priceCents: z.int().nullable(),
    score: z.number().meta({
      description:
        '0 to 1, more is better: half for room left, three tenths for an early start, two tenths for a low price.',
    }),
  })
  .meta({ id: 'EligibleDeliveryWindow' });

/** A judged window in its wire form. */
export function renderJudged({
  window,
  times,
  remaining,
  ineligible,
  score,
}: JudgedWindow): z.infer<typeof eligibleReply> {
  return {
    id: windowIdOf(window, times.date),
    name: window.name,
    ineligibleReason: ineligible?.code ?? null,
    ineligibleMessage: ineligible?.message ?? null,
    allowedTags: window.allowedTags,
    storeLocationId: window.storeLocationId,
    storeLocationExternalId: window.storeLocationExternalId,
    zoneId: window.zoneId,
    zoneExternalId: window.zoneExternalId,
    cutoffTime: times.cutoffTime,
    cutoffTimeLocal: times.cutoffTimeLocal,
    startTime: times.startTime,
    startTimeLocal: times.startTimeLocal,
    endTime: times.endTime,
    endTimeLocal: times.endTimeLocal,
    remainingCapacity: remaining,
    maximumCapacity: window.maximumCapacity,
    minimumOrderValueCents: window.minimumOrderValueCents,
    timezoneId: window.timezoneId,
    priceCents: window.priceCents,
    score,
  };
}

/** A judged window in documentation. */
export const eligibleExample = {
  id: 'dw_01JD8Z6Q4T9V2N5X7C3B1M0K8H|10:00|12:00|2026-03-10',
  name: 'Tuesday morning',
  ineligibleReason: null,
  ineligibleMessage: null,
  allowedTags: [],
  storeLocationId: null,
  storeLocationExternalId: null,
  zoneId: null,
  zoneExternalId: null,
  cutoffTime: '2026-03-10T01:00:00.000Z',
  cutoffTimeLocal: '2026-03-09T18:00:00',
  startTime: '2026-03-10T17:00:00.000Z',
  startTimeLocal: '2026-03-10T10:00:00',
  endTime: '2026-03-10T19:00:00.000Z',
  endTimeLocal: '2026-03-10T12:00:00',
  remainingCapacity: 12,
  maximumCapacity: 40,
  minimumOrderValueCents: null,
  timezoneId: 'America/Los_Angeles',
  priceCents: null,
  score: 0.62,
};

export const listEligibleDeliveryWindows = windowEndpoint({
  name: 'listEligibleDeliveryWindows',
  method: 'GET',
  path: '/v1/eligible_delivery_windows',
  area: 'Delivery windows',
  summary: 'List the windows that an order can be booked into',
  description: `Windows that begin in the range of at most ${LONGEST_RANGE_DAYS} days, up to 500 of them: those that the order can be booked into, best first, and the others with the reason. Without an order, windows are judged by themselves.`,
  permission: 'READ_DELIVERY_WINDOW',
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
        `endTime ${endTime} is not within ${LONGEST_RANGE_DAYS} days after startTime ${startTime}. Ask for another range.`,
        { fields: { endTime: `At most ${LONGEST_RANGE_DAYS} days after startTime.` } },
      );
    }
    const caller = editorOf(ctx);
    const id = query.orderId ?? query.externalOrderId;
    const found = id === undefined ? undefined : await readOrder(ctx.table, caller, id);
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
