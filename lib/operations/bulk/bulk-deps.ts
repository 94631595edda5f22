import type { JobDeps } from '../../fulfilment/dispatch/index.ts';
import type { DeliveryDeps } from '../../fulfilment/jobs/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';

/** What bulk work needs: the dependencies of operations on one order, and the bucket for its rows. */
export type BulkDeps = JobDeps & DeliveryDeps & { readonly bucket: Bucket };
