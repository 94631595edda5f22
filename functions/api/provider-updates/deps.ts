import type { DeliveryDeps } from '../../../lib/fulfilment/jobs/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';

export type UpdatesDeps = DeliveryDeps;

export const defineUpdatesEndpoint = endpointFor<UpdatesDeps>();
