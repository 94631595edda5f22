import type { DynamoDbStreams, PositionedRecord, StreamPosition } from '../dynamodb/index.ts';
import { retryPauseMs } from './retry-pause.ts';

/** Every write through the local endpoint is reported; this catches other writes. */
const IDLE_POLL_MS = 250;

/** Reads a stream. */
export interface StreamReader {
  /** True when everything that was written has been read. */
  hasSeenAll(): boolean;
  /** Checks at once whether there is more, and whether there is room for it. */
  wake(): void;
  /** Stops reading. */
  stop(): void;
  readonly ended: Promise<void>;
}

/** Reads a stream continuously. */
export function readStream(wanted: {
  readonly streams: DynamoDbStreams;
  readonly sourceArn: string;
  /** Start position, also after a failure; undefined for the oldest record. */
  readonly from: () => StreamPosition | undefined;
  /** Reading pauses while this is true. */
  readonly isFull: () => boolean;
  readonly accept: (records: readonly PositionedRecord[]) => void;
  readonly log: (line: string) => void;
}): StreamReader {
  const { streams, sourceArn, from, isFull, accept, log } = wanted;
  let stopped = false;
  let writes = 0;
  /** The number of writes that reading has certainly seen. */
  let seenWrites = -1;
  let wakeUp: (() => void) | undefined;

  /** Until something is written, or `ms` of machine time. */
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(done, ms);
      function done() {
        clearTimeout(timer);
        wakeUp = undefined;
        resolve();
      }
      wakeUp = done;
    });

  const read = async () => {
    let cursor = streams.cursor(sourceArn, from());
    let failures = 0;
    while (!stopped) {
      if (isFull()) {
        await rest(IDLE_POLL_MS);
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
        if (writes === asOf) await rest(IDLE_POLL_MS);
      } catch (error) {
        if (stopped) return;
        if (failures === 0) log(`Could not read ${sourceArn}, trying again: ${String(error)}`);
        failures += 1;
        // A new cursor after the last record: the failed one may have lost its place.
        cursor = streams.cursor(sourceArn, from());
        await rest(retryPauseMs(failures));
      }
    }
  };

  const wake = () => wakeUp?.();
  const forget = streams.onWrite(sourceArn, () => {
    writes += 1;
    wake();
  });
  const ended = read().catch((error) => {
    if (!stopped) log(`Stopped reading ${sourceArn}: ${String(error)}`);
  });
  return {
    hasSeenAll: () => seenWrites === writes,
    wake,
    stop() {
      stopped = true;
      forget();
      wake();
    },
    ended,
  };
}
