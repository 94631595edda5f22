import * as z from 'zod';
import {
  invalidStateTransition,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderInputWithFlags,
  orderNotFound,
  pickupNotInScope,
  upsertOrder,
} from '../../../lib/ordering/orders/index.ts';
import {
  eligibleWindows,
  findWindows,
  occurrenceOn,
  readWindowId,
  windowClosed,
  windowFull,
  windowNotFound,
  windowOrderOf,
} from '../../../lib/ordering/windows/index.ts';
import { toInstant } from '../../../lib/platform/core/clock.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instant, shortText } from '../../../lib/platform/http/index.ts';
import { placesInTable } from '../../compose/places.ts';
import { orderEndpoint } from '../orders/deps.ts';
import { orderReplyExample, upsertBodyExample } from '../orders/order-examples.ts';
import { orderReply, toReply } from '../orders/order-reply.ts';
import { eligibleReply, renderJudged } from '../windows/eligible-reply.ts';
import { renderWindow, windowReply } from '../windows/window-reply.ts';
import { bookingPath } from './booking-path.ts';

/** Maximum range of requested windows. Days. */
const LONGEST_RANGE_DAYS = 62;

export const upsertOrderWithDeliveryWindow = orderEndpoint({
  name: 'upsertOrderWithDeliveryWindow',
  method: 'POST',
  path: '/v1/order/external-identifier/{externalId}/delivery-window',
  area: 'Delivery windows',
  summary: 'Create or update an order and book it into a window',
  description:
    'Works like `POST /v1/order/external-identifier/{externalId}`. With `deliveryWindowId` the order is booked into that window in the same step, until ' +
    '`deliveryWindowExpiresAt` unless it is confirmed before. If the window cannot be booked, the request is refused. With the requested ' +
    'range the reply also lists the windows into which the order could be booked.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  params: bookingPath,
  body: z.intersection(
    orderInputWithFlags,
    z.object({
      requestedDeliveryWindowsStartTime: instant.nullish(),
      requestedDeliveryWindowsEndTime: instant.nullish(),
      deliveryWindowExpiresAt: instant.nullish(),
      deliveryWindowRequestedCapacity: z
        .int()
        .min(1)
        .max(100_000)
        .nullish()
        .meta({ description: 'Capacity that the order needs; default 1.' }),
      deliveryWindowId: shortText(255).nullish().meta({ description: 'Id of the delivery window to book.' }),
    }),
  ),
  reply: orderReply
    .extend({
      eligibleDeliveryWindows: z.array(eligibleReply).nullable(),
      ineligibleDeliveryWindows: z.array(eligibleReply).nullable(),
      deliveryWindow: windowReply.nullable(),
    })
    .meta({ id: 'OrderWithDeliveryWindow' }),
  bodyExample: upsertBodyExample,
  replyExample: {
    ...orderReplyExample,
    eligibleDeliveryWindows: null,
    ineligibleDeliveryWindows: null,
    deliveryWindow: null,
  },
  refusals: [
    orderNotFound,
    invalidStateTransition,
    orderAlreadyDispatched,
    orderDuplicateExternalId,
    contentionOver('order'),
    pickupNotInScope,
    windowNotFound,
    windowClosed,
    windowFull,
  ],
  async handle({ input: { path, body }, ctx }) {
    const {
      reapplyAutomations,
      returnFirstQuoteApiOnly,
      requestedDeliveryWindowsStartTime: startTime,
      requestedDeliveryWindowsEndTime: endTime,
      deliveryWindowExpiresAt: expiresAt,
      deliveryWindowRequestedCapacity: capacity,
      ...fields
    } = body;
    const { externalId } = path;
    const refuse = (field: string, why: string) =>
      validationErrors(`The request is not valid: ${field}: ${why}`, { fields: { [field]: why } });
    if (typeof fields.externalId === 'string' && fields.externalId !== externalId) {
      const why = `externalId is "${fields.externalId}", but the path names "${externalId}". Send the same one, or leave externalId out.`;
      return refuse('externalId', why);
    }
    const rangeMs =
      startTime && endTime ? Date.parse(endTime) - Date.parse(startTime) : startTime || endTime ? -1 : 0;
    if (rangeMs < 0 || rangeMs > LONGEST_RANGE_DAYS * 86_400_000) {
      const why = `Send both ends of the range, at most ${LONGEST_RANGE_DAYS} days apart.`;
      return refuse('requestedDeliveryWindowsEndTime', why);
    }
    if (typeof expiresAt === 'string' && expiresAt <= toInstant(ctx.clock.now())) {
      const why = `${expiresAt} is in the past. Send a later date and time.`;
      return refuse('deliveryWindowExpiresAt', why);
    }
    const isBooked = typeof fields.deliveryWindowId === 'string';
    const found = await upsertOrder(ctx, ctx.caller, {
      externalId,
      fields,
      id: ctx.ids.next('ord'),
      reapplyAutomations,
      ...(isBooked ? { hold: { capacity: capacity ?? undefined, expiresAt, isConfirmed: false } } : {}),
    });
    if (isRefusal(found)) return found;
    const order = found.stored.value;
    const caller = ctx.caller;
    const judged =
      startTime && endTime
        ? await eligibleWindows({ ...ctx, places: placesInTable(ctx.table) }, caller, {
            startTime,
            endTime,
            requestedCapacity: capacity ?? 1,
            order: windowOrderOf(order),
            present: order.windowBooking,
          })
        : null;
    const ref = order.deliveryWindowId === undefined ? undefined : readWindowId(order.deliveryWindowId);
    const [window] = ref ? await findWindows(ctx.table, caller, [ref.windowId]) : [];
    const times = ref && window ? occurrenceOn(window.value, ref.date) : undefined;
    return {
      ...(await toReply(ctx, found, { firstQuoteOnly: returnFirstQuoteApiOnly })),
      eligibleDeliveryWindows: judged?.filter(({ ineligible }) => !ineligible).map(renderJudged) ?? null,
      ineligibleDeliveryWindows: judged?.filter(({ ineligible }) => ineligible).map(renderJudged) ?? null,
      deliveryWindow: window && times ? renderWindow(window, times) : null,
    };
  },
});
