import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import type { OrderDeps } from '../../../lib/ordering/orders/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { orderDeps } from '../orders/deps.ts';
import { bookDeliveryWindow } from './book-delivery-window.ts';
import { confirmDeliveryWindow } from './confirm-delivery-window.ts';
import { listDeliveryWindowBookings } from './list-delivery-window-bookings.ts';
import { revokeDeliveryWindow } from './revoke-delivery-window.ts';
import { upsertOrderWithDeliveryWindow } from './upsert-order-with-delivery-window.ts';

export const bookingsArea = defineArea<OrderDeps>({
  name: 'bookings',
  endpoints: [
    upsertOrderWithDeliveryWindow,
    bookDeliveryWindow,
    confirmDeliveryWindow,
    revokeDeliveryWindow,
    listDeliveryWindowBookings,
  ],
  routesOf: routesOfGroups,
  uses: { table: 'readWrite', geocodes: true },
});

export const handler = serveArea(bookingsArea, orderDeps);
