import { endpointFor } from '../../../lib/platform/http/index.ts';
import type { CoreDeps } from '../../../lib/platform/runtime/index.ts';
import type { Bucket } from '../../../lib/platform/storage/index.ts';

/** What activities need: exports are in the bucket. */
export interface ActivityDeps extends CoreDeps {
  readonly bucket: Bucket;
}

export const activityEndpoint = endpointFor<ActivityDeps>();
