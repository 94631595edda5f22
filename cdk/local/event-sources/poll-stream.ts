import { createHash, randomUUID } from 'node:crypto';
import type { DynamoDbStreams, PositionedRecord, StreamPosition, StreamRecord } from '../dynamodb/index.ts';
import type { CloudContext, InvocationResult } from '../ports.ts';
import { type QueueStore, queueNameOf } from '../sqs/index.ts';
import type { Checkpoints } from './checkpoints.ts';
import { failuresOf, fitting } from './item-failures.ts';
import type { Mapping } from './mapping-definition.ts';
import { invokeSafely, type Poller, reasonOf, withPatience } from './poller.ts';

/** A record on its way to the function. */
interface Item {
  readonly position: StreamPosition;
  readonly record: StreamRecord;
  readonly bytes: number;
  /** Milliseconds of the local clock. */
  readonly readAt: number;
  done: boolean;
}

/** Records of the same keys go through the same lane, one batch after the other. */
interface Lane {
  readonly items: Item[];
  /** What it does now: nothing, waiting for a moment of the local clock, or working. */
  state: 'free' | 'waiting' | 'working';
  windowSet: boolean;
}

/** Reading pauses while this many records wait for the function. */
const MAX_BUFFERED = 10_000;
/** Every write through the local endpoint is told of; this is for writes by other ways. */
const IDLE_POLL_MS = 250;
/** First pause before a failed batch is tried again; doubled each time. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 30_000;

/**
 * Hands a stream's records to a function, in order per item, at least once. The checkpoint is written after the
 * function has done everything before it, so a kill at any moment gives records again and never loses one.
 */
export function pollStream(
  mapping: Mapping,
  cloud: Pick<CloudContext, 'clock' | 'functions' | 'log'> & {
    readonly streams: DynamoDbStreams;
    readonly queues: QueueStore;
    readonly checkpoints: Checkpoints;
    /** Told of each new checkpoint. */
    readonly onCheckpoint: (position: StreamPosition) => void;
  },
): Poller {
  const { clock, functions, log, streams, queues, checkpoints } = cloud;
  const lanes = Array.from(
    { length: mapping.concurrency },
    (): Lane => ({
      items: [],
      state: 'free',
      windowSet: false,
    }),
  );
  /** In the order of the stream; the checkpoint is before the first that is not done. */
  const outstanding: { readonly position: StreamPosition; done: boolean }[] = [];
  const working = new Set<Promise<void>>();
  let stopped = false;
  let writes = 0;
  /** The number of writes that reading has surely seen. */
  let seenWrites = -1;
  let buffered = 0;
  let wakeReader: (() => void) | undefined;

  const settle = () => {
    let settled = 0;
    while (outstanding[settled]?.done) settled += 1;
    if (settled === 0) return;
    const { position } = outstanding[settled - 1]!;
    outstanding.splice(0, settled);
    if (stopped) return;
    checkpoints.save(mapping.name, position);
    cloud.onCheckpoint(position);
  };

  const accept = (records: readonly PositionedRecord[]) => {
    for (const { position, record } of records) {
      if (record === undefined || !mapping.filter(record)) {
        outstanding.push({ position, done: true });
        continue;
      }
      const item: Item = {
        position,
        record,
        bytes: JSON.stringify(record).length,
        readAt: clock.now(),
        done: false,
      };
      outstanding.push(item);
      lanes[laneOf(record, lanes.length)]!.items.push(item);
      buffered += 1;
    }
    settle();
    for (const lane of lanes) run(lane);
  };

  const read = async () => {
    let cursor = streams.cursor(mapping.sourceArn, positionOf(checkpoints.load(mapping.name)));
    let failures = 0;
    while (!stopped) {
      if (buffered >= MAX_BUFFERED) {
        await reading(IDLE_POLL_MS);
        continue;
      }
      const asOf = writes;
      try {
        const records = await cursor.next(1000);
        failures = 0;
        if (records.length > 0) {
          accept(records);
          continue;
        }
        seenWrites = asOf;
        if (writes === asOf) await reading(IDLE_POLL_MS);
      } catch (error) {
        if (stopped) return;
        if (failures === 0) {
          log(`Reading ${mapping.sourceArn} failed, trying again: ${String(error)}`);
        }
        failures += 1;
        // A new cursor behind what was read: the failed one may have lost its place.
        cursor = streams.cursor(
          mapping.sourceArn,
          outstanding.at(-1)?.position ?? positionOf(checkpoints.load(mapping.name)),
        );
        await reading(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS));
      }
    }
  };

  /** Until something is written, or `ms` of machine time. */
  const reading = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(done, ms);
      function done() {
        clearTimeout(timer);
        wakeReader = undefined;
        resolve();
      }
      wakeReader = done;
    });

  const run = (lane: Lane) => {
    if (lane.state !== 'free' || lane.items.length === 0 || stopped) return;
    const windowEnds = lane.items[0]!.readAt + mapping.windowMs;
    if (lane.items.length < mapping.batchSize && clock.now() < windowEnds) {
      if (lane.windowSet) return;
      lane.windowSet = true;
      const over = () => {
        lane.windowSet = false;
        run(lane);
      };
      clock.at(windowEnds, over, { jump: true });
      return;
    }
    const batch = lane.items.splice(
      0,
      fitting(lane.items, mapping.batchSize, ({ bytes }) => bytes),
    );
    lane.state = 'working';
    const work = handle(lane, batch).finally(() => {
      working.delete(work);
      lane.state = 'free';
      run(lane);
    });
    working.add(work);
  };

  const finish = (items: readonly Item[]) => {
    for (const item of items) item.done = true;
    buffered -= items.length;
    settle();
    if (buffered < MAX_BUFFERED) wakeReader?.();
  };

  const handle = async (lane: Lane, batch: readonly Item[]) => {
    const parts: { items: readonly Item[]; attempts: number }[] = [{ items: batch, attempts: 0 }];
    while (parts.length > 0 && !stopped) {
      const part = parts.shift()!;
      const items = dropOld(part.items, part.attempts);
      if (items.length === 0) continue;
      const result = await invokeSafely(functions, mapping.functionName, {
        Records: items.map(({ record }) => record),
      });
      if (stopped) return;
      const done = doneCount(result, items);
      finish(items.slice(0, done));
      if (done === items.length) continue;
      const rest = items.slice(done);
      // Progress begins the count anew; a batch that is cut in two keeps it, as the cut is not a try.
      const attempts = done > 0 ? 0 : part.attempts + 1;
      logFailure(result, rest, attempts);
      if (
        mapping.retries !== undefined &&
        attempts > mapping.retries &&
        (rest.length === 1 || !mapping.bisects)
      ) {
        giveUp(rest, 'RetryAttemptsExhausted', attempts, result);
        continue;
      }
      if (mapping.bisects && rest.length > 1 && done === 0) {
        const middle = Math.ceil(rest.length / 2);
        parts.unshift(
          { items: rest.slice(0, middle), attempts: part.attempts },
          { items: rest.slice(middle), attempts: part.attempts },
        );
      } else {
        parts.unshift({ items: rest, attempts });
      }
      await pause(lane, attempts);
    }
  };

  /** How many of the first items are done: all, those before the first failed one, or none. */
  const doneCount = (result: InvocationResult, items: readonly Item[]): number => {
    const identifiers = items.map(({ position }) => position.sequenceNumber);
    const failures = failuresOf(result, mapping.reportsItemFailures, identifiers);
    if (failures === 'all') return 0;
    const first = identifiers.findIndex((identifier) => failures.has(identifier));
    return first < 0 ? items.length : first;
  };

  const logFailure = (result: InvocationResult, rest: readonly Item[], attempts: number) => {
    // A reported failure of an item is the function's own business; the same failure again is no news.
    if (result.ok || attempts > 1) return;
    log(
      `${mapping.functionName} failed on ${rest.length} stream record(s) from ${rest[0]!.position.sequenceNumber}, trying again: ${reasonOf(result)}`,
    );
  };

  const dropOld = (items: readonly Item[], attempts: number): readonly Item[] => {
    if (mapping.maximumAgeMs === undefined) return items;
    const oldest = clock.now() - mapping.maximumAgeMs;
    // Counted from when it was read: what was written just before the laptop was closed is not too old on Monday.
    const isOld = ({ readAt }: Item) => readAt < oldest;
    const old = items.filter(isOld);
    if (old.length === 0) return items;
    giveUp(old, 'RecordAgeExceeded', attempts, undefined);
    return items.filter((item) => !isOld(item));
  };

  const giveUp = (
    items: readonly Item[],
    condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded',
    invocations: number,
    result: InvocationResult | undefined,
  ) => {
    log(`${mapping.functionName} gives up ${items.length} stream record(s): ${condition}`);
    if (mapping.failureQueueArn !== undefined) {
      const body = failureMessage(mapping, items, condition, invocations, result, clock.now());
      queues.send(queueNameOf(mapping.failureQueueArn), { body: JSON.stringify(body) });
    }
    finish(items);
  };

  const pause = (lane: Lane, attempts: number) => {
    const ms = Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1), LONGEST_RETRY_MS);
    lane.state = 'waiting';
    return new Promise<void>((resolve) => {
      const goOn = () => {
        lane.state = 'working';
        resolve();
      };
      clock.at(clock.now() + ms, goOn, { jump: true });
    });
  };

  const forget = streams.onWrite(mapping.sourceArn, () => {
    writes += 1;
    wakeReader?.();
  });
  const reader = read().catch((error) => {
    if (!stopped) log(`Reading ${mapping.sourceArn} ended: ${String(error)}`);
  });

  return Object.freeze({
    idle: () => seenWrites === writes && lanes.every(({ state }) => state !== 'working'),
    async stop() {
      stopped = true;
      forget();
      wakeReader?.();
      const atWork = lanes.some(({ state }) => state === 'working') ? [...working] : [];
      await withPatience([reader, ...atWork]);
    },
  });
}

/**
 * Notes where a mapping begins that has never read, before anything is written: otherwise `LATEST` would pass over
 * the first writes, and a kill could move it.
 */
export async function noteStartingPosition(
  mapping: Mapping,
  streams: DynamoDbStreams,
  checkpoints: Checkpoints,
): Promise<void> {
  if (checkpoints.load(mapping.name) !== undefined) return;
  let position: StreamPosition | undefined;
  if (mapping.fromLatest) {
    const cursor = streams.cursor(mapping.sourceArn, undefined);
    for (let page = await cursor.next(1000); page.length > 0; page = await cursor.next(1000)) {
      position = page.at(-1)?.position;
    }
  }
  checkpoints.save(mapping.name, position ?? 'oldest');
}

function positionOf(stored: StreamPosition | 'oldest' | undefined): StreamPosition | undefined {
  return stored === 'oldest' ? undefined : stored;
}

function laneOf(record: StreamRecord, lanes: number): number {
  if (lanes === 1) return 0;
  const keys = Object.entries(record.dynamodb.Keys).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('md5').update(JSON.stringify(keys)).digest().readUInt32BE(0) % lanes;
}

/** What AWS tells the destination: where the records are, not the records. */
function failureMessage(
  mapping: Mapping,
  items: readonly Item[],
  condition: string,
  invocations: number,
  result: InvocationResult | undefined,
  nowMs: number,
): unknown {
  const arrival = (item: Item) =>
    new Date(item.record.dynamodb.ApproximateCreationDateTime * 1000).toISOString();
  const first = items[0]!;
  const last = items.at(-1)!;
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn: mapping.functionName,
      condition,
      approximateInvokeCount: invocations,
    },
    ...(result && {
      responseContext: {
        statusCode: 200,
        executedVersion: '$LATEST',
        functionError: result.ok ? null : 'Unhandled',
      },
    }),
    version: '1.0',
    timestamp: new Date(nowMs).toISOString(),
    DDBStreamBatchInfo: {
      shardId: first.position.shardId,
      startSequenceNumber: first.position.sequenceNumber,
      endSequenceNumber: last.position.sequenceNumber,
      approximateArrivalOfFirstRecord: arrival(first),
      approximateArrivalOfLastRecord: arrival(last),
      batchSize: items.length,
      streamArn: mapping.sourceArn,
    },
  };
}
