import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { acknowledgeViolation } from './acknowledge-violation.ts';
import { addOrdersToRoute } from './add-orders.ts';
import { archiveRoute } from './archive-route.ts';
import { getRoute } from './get-route.ts';
import { listRoutes } from './list-routes.ts';
import { moveStops } from './move-stops.ts';
import { nearbyCouriers } from './nearby-couriers.ts';
import { sequenceOrders } from './sequence-orders.ts';
import { splitRoute } from './split-route.ts';
import { unarchiveRoute } from './unarchive-route.ts';
import { updateRoute } from './update-route.ts';

/** Routes: created, read and planned. */
export const routesArea = defineArea({
  name: 'routes',
  endpoints: [
    listRoutes,
    nearbyCouriers,
    getRoute,
    updateRoute,
    moveStops,
    addOrdersToRoute,
    splitRoute,
    archiveRoute,
    unarchiveRoute,
    acknowledgeViolation,
    sequenceOrders,
  ],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(routesArea, coreDeps);
