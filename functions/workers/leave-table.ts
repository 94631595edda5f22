import * as z from 'zod';
import { type RetentionDeps, retireRecords } from '../../lib/operations/retention/index.ts';
import { defineTaskWorker, serveTaskWorker } from '../../lib/platform/events/index.ts';
import { coreDeps } from '../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../lib/platform/storage/index.ts';

const TIMEOUT_SECONDS = 840;

/** Reserved at the end of a run for the current page. Milliseconds. */
const LAST_PAGE_MS = 60_000;

/** Every hour: moves orders, jobs and webhook messages that are past their retention from the table to the bucket. */
export const worker = defineTaskWorker<Record<string, never>, RetentionDeps>({
  name: 'leave-table',
  input: z.object({}),
  schedule: 'rate(1 hour)',
  timeoutSeconds: TIMEOUT_SECONDS,
  memoryMegabytes: 1024,
  uses: { table: 'readWrite', bucket: 'readWrite' },
  failureImpact:
    'Old orders and jobs stay in the table; webhook messages that expire meanwhile cannot be read any more.',
  handle: (deps) => retireRecords(deps, deps.clock.now() + TIMEOUT_SECONDS * 1000 - LAST_PAGE_MS),
});

export const handler = serveTaskWorker(worker, () => {
  const core = coreDeps();
  return { ...core, bucket: s3Bucket(core.clock) };
});
