import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { type CoreDeps, once, requireVariable } from '../runtime/index.ts';
import { ConsumerFailure, verdictOf } from './consumer-failure.ts';
import type { EventRecord } from './define-event.ts';
import type { QueueWorker } from './define-queue-worker.ts';

/** Environment variable with the URL of the queue that takes a worker's parked messages. */
export const DEAD_LETTER_QUEUE_VARIABLE = 'DEAD_LETTER_QUEUE_URL';

/** Environment variable with the URL of a worker's own queue. */
export const QUEUE_VARIABLE = 'QUEUE_URL';

/**
 * The Lambda handler of a queue worker. Messages of a batch are handled side by side, each with its own verdict;
 * failed ones are reported, so that only they are delivered again.
 */
export function serveQueueWorker<Deps extends Pick<CoreDeps, 'log'>>(
  worker: QueueWorker<Deps>,
  makeDeps: () => Deps,
) {
  const deps = once(() => ({ ...makeDeps(), queue: new SQSClient({}) }));
  return async (batch: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.all(
      batch.Records.map(async (message) => ({ message, retry: await handled(worker, deps(), message) })),
    );
    return {
      batchItemFailures: outcomes
        .filter(({ retry }) => retry)
        .map(({ message }) => ({ itemIdentifier: message.messageId })),
    };
  };
}

/** Handles one message; true when it has to be delivered again. */
async function handled<Deps extends Pick<CoreDeps, 'log'>>(
  worker: QueueWorker<Deps>,
  deps: Deps & { queue: SQSClient },
  message: SQSRecord,
): Promise<boolean> {
  const event: EventRecord = JSON.parse(message.body);
  const facts = {
    worker: worker.name,
    event: event.name,
    eventId: event.id,
    organizationId: event.organizationId,
    receiveCount: Number(message.attributes.ApproximateReceiveCount),
  };
  try {
    await worker.handle(event, deps);
    deps.log.info('worker.handled', 'Handled a message.', facts);
    return false;
  } catch (failure) {
    const verdict = verdictOf(failure);
    if (failure instanceof ConsumerFailure && failure.stage === 'busy')
      deps.log.info('worker.busy', failure.message, facts);
    else
      deps.log.error(
        'worker.failed',
        `Could not handle a message; it is left to ${verdict}.`,
        facts,
        failure,
      );
    if (verdict === 'retry') {
      await putOff(message, failure, deps);
      return true;
    }
    await deps.queue.send(
      new SendMessageCommand({
        QueueUrl: requireVariable(DEAD_LETTER_QUEUE_VARIABLE),
        MessageBody: message.body,
      }),
    );
    return false;
  }
}

/** Has a message come again when its consumer asked for it, rather than after the queue's visibility timeout. */
async function putOff(
  { receiptHandle }: SQSRecord,
  failure: unknown,
  { queue, log }: Pick<CoreDeps, 'log'> & { queue: SQSClient },
): Promise<void> {
  if (!(failure instanceof ConsumerFailure) || failure.retryAfterMs === undefined) return;
  try {
    await queue.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: requireVariable(QUEUE_VARIABLE),
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: Math.ceil(failure.retryAfterMs / 1000),
      }),
    );
  } catch (error) {
    log.warn('worker.not-put-off', 'A message comes again only after the visibility timeout.', {
      reason: String(error),
    });
  }
}
