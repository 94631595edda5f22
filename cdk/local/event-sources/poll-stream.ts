import type { DynamoDbStreams, PositionedRecord, StreamPosition } from '../dynamodb/index.ts';
import type { CloudContext } from '../ports.ts';
import type { QueueStore } from '../sqs/index.ts';
import type { Checkpoints } from './checkpoints.ts';
import { handleStreamBatch } from './handle-stream-batch.ts';
import type { Mapping } from './mapping-definition.ts';
import { type Poller, withPatience } from './poller.ts';
import { readStream } from './read-stream.ts';
import { checkpointOf } from './starting-position.ts';
import type { StreamItem } from './stream-item.ts';
import { createStreamLanes } from './stream-lanes.ts';
import { createStreamProgress } from './stream-progress.ts';

/** Reading pauses while this many records wait for the function. */
const MAX_BUFFERED = 10_000;

/**
 * Passes a stream's records to a function, in order per item, at least once. The checkpoint is written after the
 * function has done everything before it, so a kill at any moment repeats records and never loses one.
 */
export function pollStream(
  cloud: Pick<CloudContext, 'clock' | 'functions' | 'log'> & {
    readonly streams: DynamoDbStreams;
    readonly queues: QueueStore;
    readonly checkpoints: Checkpoints;
    /** Called with each new checkpoint. */
    readonly onCheckpoint: (position: StreamPosition) => void;
  },
  mapping: Mapping,
): Poller {
  const { clock, log, streams, checkpoints } = cloud;
  let stopped = false;
  let buffered = 0;
  const isFull = () => buffered >= MAX_BUFFERED;
  const isStopped = () => stopped;

  const progress = createStreamProgress((position) => {
    if (stopped) return;
    checkpoints.save(mapping.name, position);
    cloud.onCheckpoint(position);
  });

  const finish = (items: readonly StreamItem[]) => {
    for (const item of items) item.done = true;
    buffered -= items.length;
    progress.settle();
    if (!isFull()) reader.wake();
  };

  const lanes = createStreamLanes(clock, mapping, (batch, pause) =>
    handleStreamBatch({ ...cloud, pause, isStopped, finish }, mapping, batch),
  );

  const accept = (records: readonly PositionedRecord[]) => {
    for (const { position, record } of records) {
      if (record === undefined || !mapping.filter(record)) {
        progress.add({ position, done: true });
        continue;
      }
      const bytes = JSON.stringify(record).length;
      const item: StreamItem = { position, record, bytes, readAt: clock.now(), done: false };
      progress.add(item);
      lanes.add(item);
      buffered += 1;
    }
    progress.settle();
    lanes.run();
  };

  const reader = readStream({
    streams,
    sourceArn: mapping.sourceArn,
    from: () => progress.last() ?? checkpointOf(mapping, checkpoints),
    isFull,
    accept,
    log,
  });

  return Object.freeze({
    idle: () => reader.hasSeenAll() && !lanes.isWorking(),
    async stop() {
      stopped = true;
      lanes.stop();
      reader.stop();
      const atWork = lanes.isWorking() ? [...lanes.underWay()] : [];
      await withPatience([reader.ended, ...atWork]);
    },
  });
}
