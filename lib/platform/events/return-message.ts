import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import type { Log } from '../core/log.ts';
import { isOutage } from '../core/outage.ts';
import { requireVariable } from '../runtime/index.ts';
import { ConsumerFailure } from './consumer-failure.ts';
import { DEAD_LETTER_QUEUE_VARIABLE, QUEUE_VARIABLE } from './queue-variables.ts';

/** What it takes to return a message that could not be handled. Loaded late: most are handled. */
interface Returning {
  readonly queue: SQSClient;
  readonly log: Log;
}

/** Moves a message to the dead letters; false when that failed, and the message must come again. */
export async function parkMessage({ queue, log }: Returning, { body }: SQSRecord): Promise<boolean> {
  try {
    await queue.send(
      new SendMessageCommand({
        QueueUrl: requireVariable(DEAD_LETTER_QUEUE_VARIABLE),
        MessageBody: body,
      }),
    );
    return true;
  } catch (error) {
    log.error('worker.not-parked', 'A message could not be moved to the dead-letter queue.', {}, error);
    return false;
  }
}

/**
 * When a message comes again whose handling met an outage, by the number of its receives: soon at first, and later than
 * most outages last before it would be a dead letter. Milliseconds.
 */
const AFTER_OUTAGE_MS = [5_000, 20_000, 60_000, 180_000];

/**
 * Makes a message come again at the time that its consumer asked for, or soon after an outage, instead of after the
 * queue's visibility timeout.
 */
export async function putOffMessage(
  { queue, log }: Returning,
  { receiptHandle, attributes }: SQSRecord,
  failure: unknown,
): Promise<void> {
  const afterMs =
    failure instanceof ConsumerFailure
      ? (failure.retryAfterMs ?? afterOutage(failure.cause, attributes))
      : afterOutage(failure, attributes);
  if (afterMs === undefined) return;
  try {
    await queue.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: requireVariable(QUEUE_VARIABLE),
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: Math.ceil(afterMs / 1000),
      }),
    );
  } catch (error) {
    log.warn('worker.not-put-off', 'A message will be received again only after the visibility timeout.', {
      reason: String(error),
    });
  }
}

/** Undefined for another failure: trying it again at once would only repeat it. */
function afterOutage(
  failure: unknown,
  { ApproximateReceiveCount }: SQSRecord['attributes'],
): number | undefined {
  if (!isOutage(failure)) return undefined;
  return AFTER_OUTAGE_MS[Math.min(Number(ApproximateReceiveCount), AFTER_OUTAGE_MS.length) - 1];
}
