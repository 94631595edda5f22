import { splitUpload, type UploadDeps, uploadImportDue } from '../../lib/operations/uploads/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { coreDeps } from '../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../lib/platform/storage/index.ts';

/** Reads uploaded tables as a stream and passes their rows to bulk work in portions. */
export const worker = defineQueueWorker<UploadDeps>({
  name: 'split-uploads',
  consumes: [uploadImportDue],
  batchSize: 1,
  maxConcurrency: 3,
  timeoutSeconds: 300,
  uses: { table: 'readWrite', bucket: 'readWrite' },
  failureImpact: 'Imports of uploaded files stay where they are.',
  handle: splitUpload,
});

export const handler = serveQueueWorker(worker, () => {
  const deps = coreDeps();
  return { ...deps, bucket: s3Bucket(deps.clock) };
});
