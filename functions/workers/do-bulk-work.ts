import { type BulkDeps, bulkWorkDue, runBulkWork } from '../../lib/operations/bulk/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { s3Bucket } from '../../lib/platform/storage/index.ts';
import { jobDeps } from '../compose/dispatch-deps.ts';

/** Carries out bulk actions and bulk operations on orders, a hundred rows at a time. */
export const worker = defineQueueWorker<BulkDeps>({
  name: 'do-bulk-work',
  consumes: [bulkWorkDue],
  batchSize: 1,
  timeoutSeconds: 300,
  uses: { table: 'readWrite', bucket: 'read', credentials: 'read', geocodes: true },
  failureImpact: 'Bulk actions and bulk operations on orders make no progress.',
  handle: runBulkWork,
});

export const handler = serveQueueWorker(worker, () => {
  const deps = jobDeps();
  return { ...deps, bucket: s3Bucket(deps.clock) };
});
