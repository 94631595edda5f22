import { geocoderOfEnvironment } from '../../../lib/engines/geocoding/index.ts';
import type { OrderDeps } from '../../../lib/ordering/orders/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps, onFirstUse } from '../../../lib/platform/runtime/index.ts';
import { type Bucket, s3Bucket } from '../../../lib/platform/storage/index.ts';
import { synchronousWorkflows } from '../../../lib/reactions/automations/synchronous/synchronous-workflows.ts';
import { orderDirectories } from '../../compose/order-directories.ts';

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
  return {
    ...core,
    ...orderDirectories(core),
    geocoder: onFirstUse(() => geocoderOfEnvironment(core.log)),
    automations: onFirstUse(() => synchronousWorkflows(core)),
  };
}
