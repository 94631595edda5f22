import { AwsError, isRecord, recordsOf, textOf } from '../aws-json.ts';
import type { DynamoDbCaller } from './dynamodb-caller.ts';
import type { StreamRecord } from './stream-record.ts';

/** A place in a stream: after this record of this shard. */
export interface StreamPosition {
  /** The server's own name of the stream; a new one after the table was recreated. */
  readonly stream: string;
  readonly shardId: string;
  readonly sequenceNumber: string;
}

/** A record and its position. Records that AWS would not have written have no `record`. */
export interface PositionedRecord {
  readonly position: StreamPosition;
  readonly record: StreamRecord | undefined;
}

/** Reads one table's stream from a position on, in order. */
export interface StreamCursor {
  /** The next records, up to `limit` (at most 1000); none when there are none yet. */
  next(limit: number): Promise<readonly PositionedRecord[]>;
}

/** Like DynamoDB Streams: at most this many per GetRecords call. */
const MAX_RECORDS = 1000;
/** Message of the service for an iterator or position that is too old; reading continues from the last position. */
const LOST_ITERATOR = new Set(['ExpiredIteratorException', 'TrimmedDataAccessException']);

/**
 * A cursor after `after`, or at the oldest record. When the position's shard is closed and read, it continues
 * with the next shard.
 */
export function createStreamCursor(dependencies: {
  readonly caller: DynamoDbCaller;
  readonly table: string;
  readonly after: StreamPosition | undefined;
  readonly convert: (raw: Readonly<Record<string, unknown>>) => StreamRecord | undefined;
}): StreamCursor {
  const { caller, table, convert } = dependencies;
  let position = dependencies.after;
  let shardId = position?.shardId;
  let stream = '';
  let iterator: string | undefined;

  const open = async (oldest: boolean) => {
    stream = await streamArnOf(caller, table);
    if (position && position.stream !== stream) {
      // The table was recreated since then: its numbers started again, so the old position is meaningless.
      position = undefined;
      shardId = undefined;
    }
    shardId ??= (await shardsOf(caller, stream))[0];
    if (shardId === undefined) return undefined;
    const from = !oldest && position?.shardId === shardId ? position : undefined;
    const reply = await caller.callStreams('GetShardIterator', {
      StreamArn: stream,
      ShardId: shardId,
      ShardIteratorType: from ? 'AFTER_SEQUENCE_NUMBER' : 'TRIM_HORIZON',
      ...(from && { SequenceNumber: from.sequenceNumber }),
    });
    return textOf(reply.ShardIterator);
  };

  const read = async (limit: number): Promise<Record<string, unknown> | undefined> => {
    try {
      iterator ??= await open(false);
      if (iterator === undefined) return undefined;
      return await caller.callStreams('GetRecords', { ShardIterator: iterator, Limit: limit });
    } catch (error) {
      if (!(error instanceof AwsError) || !LOST_ITERATOR.has(error.code)) throw error;
      iterator = await open(error.code === 'TrimmedDataAccessException');
      return iterator === undefined
        ? undefined
        : caller.callStreams('GetRecords', { ShardIterator: iterator, Limit: limit });
    }
  };

  return {
    async next(limit) {
      const reply = await read(Math.min(limit, MAX_RECORDS));
      if (!reply || shardId === undefined) return [];
      const shard = shardId;
      const records = recordsOf(reply.Records).map((raw): PositionedRecord => {
        const inner = isRecord(raw.dynamodb) ? raw.dynamodb : {};
        return {
          position: { stream, shardId: shard, sequenceNumber: String(inner.SequenceNumber) },
          record: convert(raw),
        };
      });
      position = records.at(-1)?.position ?? position;
      iterator = textOf(reply.NextShardIterator);
      if (iterator === undefined) {
        const shards = await shardsOf(caller, stream);
        // Without a following shard yet, the closed one is asked again from the last position.
        shardId = shards[shards.indexOf(shard) + 1] ?? shard;
      }
      return records;
    },
  };
}

async function streamArnOf(caller: DynamoDbCaller, table: string): Promise<string> {
  const { Table } = await caller.call('DescribeTable', { TableName: table });
  const arn = isRecord(Table) ? textOf(Table.LatestStreamArn) : undefined;
  if (arn === undefined) throw new Error(`Table ${table} has no stream`);
  return arn;
}

async function shardsOf(caller: DynamoDbCaller, arn: string): Promise<readonly string[]> {
  const { StreamDescription } = await caller.callStreams('DescribeStream', { StreamArn: arn });
  const shards = isRecord(StreamDescription) ? recordsOf(StreamDescription.Shards) : [];
  return shards.map((shard) => String(shard.ShardId));
}
