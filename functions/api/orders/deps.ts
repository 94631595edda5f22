import { geocoderOfEnvironment } from '../../../lib/engines/geocoding/index.ts';
import { strategyOf } from '../../../lib/fulfilment/strategies/index.ts';
import type { OrderDeps } from '../../../lib/ordering/orders/index.ts';
import { windowBookings } from '../../../lib/ordering/windows/index.ts';
import { productsInTable } from '../../../lib/places/catalogue/index.ts';
import { storesInTable } from '../../../lib/places/stores/index.ts';
import { zonesInTable } from '../../../lib/places/zones/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { type Bucket, s3Bucket } from '../../../lib/platform/storage/index.ts';
import { synchronousWorkflows } from '../../../lib/reactions/automations/synchronous/synchronous-workflows.ts';
import { placesInTable } from '../../compose/places.ts';

/** What the orders area needs: orders that have left the table are read from the bucket. */
export interface OrderAreaDeps extends OrderDeps {
  readonly bucket: Bucket;
}

/** An endpoint of the orders area. */
export const orderEndpoint = endpointFor<OrderAreaDeps>();

/** The dependencies of the orders area from the environment. */
export function orderAreaDeps(): OrderAreaDeps {
  const deps = orderDeps();
  return { ...deps, bucket: s3Bucket(deps.clock) };
}

/** The dependencies of orders from the environment. */
export function orderDeps(): OrderDeps {
  const core = coreDeps();
  const { table, clock, log } = core;
  return {
    ...core,
    geocoder: geocoderOfEnvironment(log),
    stores: storesInTable(table),
    zones: zonesInTable(table),
    automations: synchronousWorkflows(core),
    products: productsInTable(table),
    strategies: {
      exists: async (organizationId, id) => !isRefusal(await strategyOf(table, organizationId, id)),
    },
    windows: windowBookings({ table, clock, places: placesInTable(table) }),
  };
}
