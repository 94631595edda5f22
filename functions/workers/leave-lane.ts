import type { SQSClient } from '@aws-sdk/client-sqs';
import { laneOf, type RetentionDeps, retireLane, turnOf } from '../../lib/operations/retention/index.ts';
import {
  defineQueueWorker,
  type EventRecord,
  queueClient,
  sendEvents,
  serveQueueWorker,
} from '../../lib/platform/events/index.ts';
import { coreDeps, queueVariable, requireVariable } from '../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../lib/platform/storage/index.ts';

interface Deps extends RetentionDeps {
  readonly lanes: SQSClient;
}

const TIMEOUT_SECONDS = 300;

/** Reserved at the end of a turn for the current page. Milliseconds. */
const LAST_PAGE_MS = 60_000;

/**
 * Moves records of one lane from the table to the bucket for four minutes; then the next lane in the queue has its turn,
 * no matter which organization it belongs to. A lane copies 400,000 webhook messages an hour; a million orders a day need 625,000.
 */
export const worker = defineQueueWorker<Deps>({
  name: 'leave-lane',
  consumes: [],
  timeoutSeconds: TIMEOUT_SECONDS,
  memoryMegabytes: 1024,
  batchSize: 1,
  maxConcurrency: 4,
  uses: { table: 'readWrite', bucket: 'readWrite', sends: ['leave-lane'] },
  failureImpact:
    'Old orders and jobs stay in the table; webhook messages that expire meanwhile cannot be read any more.',
  async handle(deps: Deps, event: EventRecord) {
    const lane = laneOf(event);
    const leaseMs = TIMEOUT_SECONDS * 1000;
    const untilMs = deps.clock.now() + leaseMs - LAST_PAGE_MS;
    const turn = await retireLane(deps, lane, { untilMs, leaseMs });
    if (!turn) return;
    deps.log.info('retention.moved', 'Moved records out of the table.', { ...lane, ...turn });
    if (!turn.hasMore) return;
    const queue = { client: deps.lanes, url: requireVariable(queueVariable('leave-lane')) };
    await sendEvents(queue, [turnOf(lane, event.id, deps.clock.now())]);
  },
});

export const handler = serveQueueWorker(worker, () => {
  const core = coreDeps();
  return { ...core, bucket: s3Bucket(core.clock), lanes: queueClient() };
});
