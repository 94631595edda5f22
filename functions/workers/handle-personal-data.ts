import {
  type PersonalDataDeps,
  personalDataDue,
  runPersonalDataPart,
} from '../../lib/operations/personal-data/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { coreDeps } from '../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../lib/platform/storage/index.ts';

/** A turn ends long before the function does: the last page or file may be a large one. Milliseconds. */
const TURN_MS = 60_000;

/** Erases or exports what is kept about a person, a part of the table or the bucket at a time. */
export const worker = defineQueueWorker<PersonalDataDeps>({
  name: 'handle-personal-data',
  consumes: [personalDataDue],
  batchSize: 1,
  maxConcurrency: 8,
  timeoutSeconds: 300,
  memoryMegabytes: 1024,
  uses: { table: 'readWrite', scansTable: true, bucket: 'readWrite' },
  failureImpact: 'Erasures and exports of personal data do not continue.',
  handle: runPersonalDataPart,
});

export const handler = serveQueueWorker(worker, () => {
  const core = coreDeps();
  return { ...core, bucket: s3Bucket(core.clock), turnMs: TURN_MS };
});
