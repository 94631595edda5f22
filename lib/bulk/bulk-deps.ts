import type { DeliveryDeps } from '../deliveries/index.ts';
import type { JobDeps } from '../dispatch/index.ts';
import type { Bucket } from '../storage/index.ts';

/** What bulk work needs: the dependencies of operations on one order, and the bucket for its rows. */
export type BulkDeps = JobDeps & DeliveryDeps & { readonly bucket: Bucket };
