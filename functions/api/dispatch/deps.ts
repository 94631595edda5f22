import type { JobDeps } from '../../../lib/fulfilment/dispatch/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';

/** An endpoint of the dispatch area. */
export const dispatchEndpoint = endpointFor<JobDeps>();
