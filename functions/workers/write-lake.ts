import { type LakeDeps, writeLake } from '../../lib/operations/lake/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { coreDeps } from '../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../lib/platform/storage/index.ts';
import { LAKE_WRITER, lakeSender } from '../compose/lake-queue.ts';

const TIMEOUT_SECONDS = 600;

/** A turn through the hours of an organization: the last one that it begins has the rest of the time. Milliseconds. */
const TURN_MS = 120_000;

/**
 * Writes the facts of an hour as Parquet files: 125,000 of them take a minute, and a day of a million orders has three
 * million.
 */
export const worker = defineQueueWorker<LakeDeps>({
  name: LAKE_WRITER,
  consumes: [],
  timeoutSeconds: TIMEOUT_SECONDS,
  memoryMegabytes: 1024,
  batchSize: 1,
  maxConcurrency: 4,
  uses: { table: 'readWrite', bucket: 'readWrite', sends: [LAKE_WRITER] },
  failureImpact: 'The data lake ends at the last hour that was written.',
  handle: writeLake,
});

export const handler = serveQueueWorker(worker, () => {
  const core = coreDeps();
  return { ...core, ...lakeSender(), bucket: s3Bucket(core.clock), turnMs: TURN_MS };
});
