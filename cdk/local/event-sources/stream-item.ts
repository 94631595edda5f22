import { createHash } from 'node:crypto';
import type { StreamPosition, StreamRecord } from '../dynamodb/index.ts';

/** A record on its way to the function. */
export interface StreamItem {
  readonly position: StreamPosition;
  readonly record: StreamRecord;
  readonly bytes: number;
  /** Milliseconds of the local clock. */
  readonly readAt: number;
  done: boolean;
}

/** The lane of a record, counted from 0: the same for all records of the same keys. */
export function laneOf(record: StreamRecord, lanes: number): number {
  if (lanes === 1) return 0;
  const keys = Object.entries(record.dynamodb.Keys).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('md5').update(JSON.stringify(keys)).digest().readUInt32BE(0) % lanes;
}
