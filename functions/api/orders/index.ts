import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { archiveOrder } from './archive-order.ts';
import { bulkUpsertOrders } from './bulk-upsert-orders.ts';
import { confirmOrder } from './confirm-order.ts';
import { createOrder } from './create-order.ts';
import { createOrders } from './create-orders.ts';
import { type OrderAreaDeps, orderAreaDeps } from './deps.ts';
import { getOrder } from './get-order.ts';
import { listOrders } from './list-orders.ts';
import { unarchiveOrder } from './unarchive-order.ts';
import { updateOrder } from './update-order.ts';
import { upsertOrder } from './upsert-order.ts';
import { upsertOrders } from './upsert-orders.ts';

/** Orders: from their creation to their dispatch. */
export const ordersArea = defineArea<OrderAreaDeps>({
  name: 'orders',
  endpoints: [
    createOrder,
    createOrders,
    upsertOrder,
    upsertOrders,
    bulkUpsertOrders,
    listOrders,
    getOrder,
    updateOrder,
    archiveOrder,
    confirmOrder,
    unarchiveOrder,
  ],
  routesOf: routesOfGroups,
  uses: { table: 'readWrite', bucket: 'read', geocodes: true },
});

export const handler = serveArea(ordersArea, orderAreaDeps);
