import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { mapConcurrently } from '../core/map-concurrently.ts';
import type { EventRecord } from './define-event.ts';

/** SQS accepts at most 10 messages in one call. */
const SEND_BATCH = 10;

/** Calls in progress at the same time. */
const WIDTH = 10;

/**
 * Sends events to the queue of a worker, as the router would, optionally each after a delay. Throws when one
 * was not accepted; others may have been.
 */
export async function sendEvents(
  queue: { readonly client: SQSClient; readonly url: string; readonly delaySeconds?: number },
  events: readonly EventRecord[],
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(events.length / SEND_BATCH) }, (_, index) =>
    events.slice(index * SEND_BATCH, (index + 1) * SEND_BATCH),
  );
  await mapConcurrently(batches, WIDTH, async (batch) => {
    const { Failed = [] } = await queue.client.send(
      new SendMessageBatchCommand({
        QueueUrl: queue.url,
        Entries: batch.map((event, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(event),
          MessageGroupId: event.organizationId,
          ...(queue.delaySeconds ? { DelaySeconds: queue.delaySeconds } : {}),
        })),
      }),
    );
    if (Failed.length > 0) throw new Error(`The queue ${queue.url} refused ${Failed.length} events.`);
  });
}
