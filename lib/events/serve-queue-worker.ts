import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { type CoreDeps, once, requireVariable } from '../runtime/index.ts';
import { verdictOf } from './consumer-failure.ts';
import type { EventRecord } from './define-event.ts';
import type { QueueWorker } from './define-queue-worker.ts';

/** Environment variable with the URL of the queue that takes a worker's parked messages. */
export const DEAD_LETTER_QUEUE_VARIABLE = 'DEAD_LETTER_QUEUE_URL';

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
    deps.log.error('worker.failed', `Could not handle a message; it is left to ${verdict}.`, facts, failure);
    if (verdict === 'retry') return true;
    await deps.queue.send(
      new SendMessageCommand({
        QueueUrl: requireVariable(DEAD_LETTER_QUEUE_VARIABLE),
        MessageBody: message.body,
      }),
    );
    return false;
  }
}
