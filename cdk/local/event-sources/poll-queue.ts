import type { Alarm, CloudContext } from '../ports.ts';
import { LOCAL_REGION } from '../ports.ts';
import {
  bodyDigest,
  type QueueStore,
  queueNameOf,
  type ReceivedMessage,
  systemAttributes,
} from '../sqs/index.ts';
import { failuresOf, fitting } from './item-failures.ts';
import type { Mapping } from './mapping-definition.ts';
import { invokeSafely, type Poller, reasonOf, withPatience } from './poller.ts';

/**
 * Passes a queue's messages to a function: up to `concurrency` batches at a time, each as soon as it is full or its
 * window ends, and more for groups that would have to wait for the backlog of another. Processed messages are deleted;
 * failed ones stay invisible until their visibility timeout ends, and go to the dead-letter queue when they were
 * received too often.
 */
export function pollQueue(
  cloud: Pick<CloudContext, 'clock' | 'functions' | 'log'> & { readonly queues: QueueStore },
  mapping: Mapping,
): Poller {
  const { clock, functions, queues, log } = cloud;
  const queue = queueNameOf(mapping.sourceArn);
  const active = new Set<Promise<void>>();
  /** Messages that were received and wait until the batch is full or its window ends. */
  let held: ReceivedMessage[] = [];
  let windowEnd: Alarm | undefined;
  let scheduled = false;
  let stopped = false;

  const take = (limit: number) => {
    const isBeyondUsual = active.size >= mapping.concurrency;
    const messages = queues.receive(queue, limit, { groups: isBeyondUsual ? 'quiet' : 'all' });
    const wanted = messages.filter((message) => mapping.filter(filterView(message)));
    if (wanted.length < messages.length) {
      // As on AWS, messages that match no filter are dropped.
      const dropped = messages.filter((message) => !wanted.includes(message));
      queues.remove(
        queue,
        dropped.map(({ receiptHandle }) => receiptHandle),
      );
    }
    return { messages: wanted, more: messages.length > 0 };
  };

  /** More invocations than usual are only for groups that the usual ones keep waiting. */
  const mayStart = () =>
    active.size < mapping.concurrency || (active.size < mapping.mostConcurrency && queues.hasQuiet(queue));

  const pump = () => {
    scheduled = false;
    while (!stopped && mayStart()) {
      const { messages, more } = take(mapping.batchSize - held.length);
      held.push(...messages);
      if (held.length === 0) {
        if (more) continue;
        return;
      }
      if (mapping.windowMs > 0 && held.length < mapping.batchSize) {
        if (more) continue;
        windowEnd ??= clock.at(clock.now() + mapping.windowMs, release, { jump: true });
        return;
      }
      release();
    }
  };

  const release = () => {
    windowEnd?.cancel();
    windowEnd = undefined;
    if (stopped) return;
    const messages = held;
    held = [];
    while (messages.length > 0) {
      start(messages.splice(0, fitting(messages, mapping.batchSize, bytesOf)));
    }
    schedule();
  };

  const start = (batch: readonly ReceivedMessage[]) => {
    const work = handle(batch).finally(() => {
      active.delete(work);
      schedule();
    });
    active.add(work);
  };

  const handle = async (batch: readonly ReceivedMessage[]) => {
    const result = await invokeSafely(functions, mapping.functionName, {
      Records: batch.map((message) => queueRecord(message, mapping.sourceArn)),
    });
    if (stopped) return;
    const failures = failuresOf(
      result,
      mapping.reportsItemFailures,
      batch.map(({ messageId }) => messageId),
    );
    const givenUp = failures === 'all' ? batch : batch.filter(({ messageId }) => failures.has(messageId));
    queues.giveUp(
      queue,
      givenUp.map(({ receiptHandle }) => receiptHandle),
    );
    if (failures === 'all') {
      log(`${mapping.functionName} failed on ${batch.length} message(s) of ${queue}: ${reasonOf(result)}`);
      return;
    }
    const done = batch.filter(({ messageId }) => !failures.has(messageId));
    queues.remove(
      queue,
      done.map(({ receiptHandle }) => receiptHandle),
    );
  };

  const schedule = () => {
    if (scheduled || stopped) return;
    scheduled = true;
    // Not within the caller's own call: a sender is answered before its message is handled.
    setImmediate(pump);
  };

  const forget = queues.onAvailable(queue, schedule);
  schedule();

  return Object.freeze({
    idle: () => active.size === 0 && !scheduled && (held.length === 0 || windowEnd !== undefined),
    async stop() {
      stopped = true;
      forget();
      windowEnd?.cancel();
      await withPatience(active);
    },
  });
}

function bytesOf(message: ReceivedMessage): number {
  // Attributes and the record around them are small; JSON adds only quotes and escapes to a body.
  return JSON.stringify(message.body).length + JSON.stringify(message.attributes).length + 1024;
}

/** What a queue's filters see: the body, parsed if it is JSON. */
function filterView(message: ReceivedMessage): unknown {
  let body: unknown = message.body;
  try {
    body = JSON.parse(message.body);
  } catch {
    // A plain text is matched as it is.
  }
  return { body, messageAttributes: lambdaAttributes(message), attributes: systemAttributes(message) };
}

function queueRecord(message: ReceivedMessage, sourceArn: string): unknown {
  return {
    messageId: message.messageId,
    receiptHandle: message.receiptHandle,
    body: message.body,
    attributes: systemAttributes(message),
    messageAttributes: lambdaAttributes(message),
    md5OfBody: bodyDigest(message.body),
    eventSource: 'aws:sqs',
    eventSourceARN: sourceArn,
    awsRegion: LOCAL_REGION,
  };
}

function lambdaAttributes(message: ReceivedMessage): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(message.attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
      name,
      {
        ...(StringValue !== undefined && { stringValue: StringValue }),
        ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
        stringListValues: [],
        binaryListValues: [],
        dataType: DataType,
      },
    ]),
  );
}
