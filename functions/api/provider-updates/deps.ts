import type { DeliveryDeps } from '../../../lib/deliveries/index.ts';
import { endpointFor } from '../../../lib/http/index.ts';

export type UpdatesDeps = DeliveryDeps;

export const defineUpdatesEndpoint = endpointFor<UpdatesDeps>();
