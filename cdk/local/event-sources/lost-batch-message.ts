import { randomUUID } from 'node:crypto';
import type { InvocationResult } from '../ports.ts';
import type { Mapping } from './mapping-definition.ts';
import type { StreamItem } from './stream-item.ts';

/** Why records were given up. */
export interface GivenUp {
  readonly condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  readonly invocations: number;
  /** Of the last attempt, if that is the reason. */
  readonly result: InvocationResult | undefined;
}

/** AWS's message about a batch that was given up: where the records are, not the records. */
export function lostBatchMessage(
  mapping: Mapping,
  items: readonly StreamItem[],
  { condition, invocations, result }: GivenUp,
  nowMs: number,
): unknown {
  const arrival = (item: StreamItem) =>
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
