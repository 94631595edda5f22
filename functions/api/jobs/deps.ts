import type { JobDeps } from '../../../lib/dispatch/index.ts';
import { endpointFor } from '../../../lib/http/index.ts';

/** An endpoint of the jobs area. */
export const jobEndpoint = endpointFor<JobDeps>();
