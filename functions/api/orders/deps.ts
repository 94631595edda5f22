import { synchronousWorkflows } from '../../../lib/automations/synchronous/synchronous-workflows.ts';
import { productsInTable } from '../../../lib/catalogue/index.ts';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { geocoderOfEnvironment } from '../../../lib/geocoding/index.ts';
import { endpointFor } from '../../../lib/http/index.ts';
import type { OrderDeps } from '../../../lib/orders/index.ts';
import { coreDeps } from '../../../lib/runtime/index.ts';
import { type Bucket, s3Bucket } from '../../../lib/storage/index.ts';
import { storesInTable } from '../../../lib/stores/index.ts';
import { strategyOf } from '../../../lib/strategies/index.ts';
import { windowBookings } from '../../../lib/windows/index.ts';
import { zonesInTable } from '../../../lib/zones/index.ts';
import { placesInTable } from '../../places.ts';

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
