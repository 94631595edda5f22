import type { JobDeps } from '../../../lib/fulfilment/dispatch/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { type Bucket, s3Bucket } from '../../../lib/platform/storage/index.ts';
import { jobDeps } from '../../compose/dispatch-deps.ts';

/** What the jobs area needs: jobs that have left the table are read from the bucket. */
export interface JobAreaDeps extends JobDeps {
  readonly bucket: Bucket;
}

/** The dependencies of the jobs area from the environment. */
export function jobAreaDeps(): JobAreaDeps {
  const deps = jobDeps();
  return { ...deps, bucket: s3Bucket(deps.clock) };
}

/** An endpoint of the jobs area. */
export const jobEndpoint = endpointFor<JobAreaDeps>();
