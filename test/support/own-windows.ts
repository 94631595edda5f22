import { createOrder } from '../../functions/api/orders/create-order.ts';
import { createDeliveryWindow } from '../../functions/api/window-schedules/create-delivery-window.ts';
import { toInstant } from '../../lib/platform/core/clock.ts';
import type { MakeResource } from './own-resource.ts';

const window: MakeResource = async ({ call, key, deps }) => {
  const from = deps.clock.now() + 48 * 3_600_000;
  const body = { startTime: toInstant(from), endTime: toInstant(from + 3_600_000) };
  const reply = await call(createDeliveryWindow.routeKey, { key, body });
  return { params: { id: reply.json.id } };
};

/** An order with a unique external id, and a window to book it into. */
const bookableOrder: MakeResource = async (maker) => {
  const { call, key, deps } = maker;
  const { params } = await window(maker);
  const externalId = `own-${deps.ids.next('ord')}`;
  const body = { ...(createOrder.bodyExample as Record<string, unknown>), externalId };
  await call(createOrder.routeKey, { key, body });
  return { params: { externalId }, body: { deliveryWindowId: params.id } };
};

/** Delivery windows and bookings, for endpoints with one of them in their path. */
export const windowResources: Readonly<Record<string, MakeResource>> = {
  getDeliveryWindow: window,
  listDeliveryWindowBookings: window,
  deleteDeliveryWindow: window,
  enableDeliveryWindow: window,
  disableDeliveryWindow: window,
  restoreDeliveryWindow: window,
  bookDeliveryWindow: bookableOrder,
  confirmDeliveryWindow: bookableOrder,
  revokeDeliveryWindow: bookableOrder,
  upsertOrderWithDeliveryWindow: async () => {
    // The external id comes from the path; another one in the example would contradict it.
    const { externalId, ...body } = createOrder.bodyExample as Record<string, unknown>;
    return { params: { externalId: String(externalId) }, body, isOwnNamespace: true };
  },
};
