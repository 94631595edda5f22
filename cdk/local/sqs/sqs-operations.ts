import { randomUUID } from 'node:crypto';
import { AwsError, isRecord, numberOf, recordsOf, textOf } from '../aws-json.ts';
import type { LocalClock, Need } from '../ports.ts';
import { attributesDigest, bodyDigest, type MessageAttributes, messageBytes } from './message-digest.ts';
import { MAXIMUM_MESSAGE_BYTES, type QueueDefinition, queueArn, queueNameOf } from './queue-definition.ts';
import { isReceipt, type QueueStore, type ReceivedMessage } from './queue-store.ts';
import { waitForMessages } from './wait-for-messages.ts';

/** Context of an operation. */
export interface SqsCall {
  readonly input: Readonly<Record<string, unknown>>;
  /** The sender, as the SenderId of messages. */
  readonly senderId: string;
}

/** Runs one operation of the SQS API. Throws `AwsError`. */
export type SqsOperations = Readonly<Record<string, (call: SqsCall) => unknown>>;

const MAX_ENTRIES = 10;
const MAX_DELAY_SECONDS = 900;
const MAX_VISIBILITY_SECONDS = 43_200;
const MAX_WAIT_SECONDS = 20;

/** What the operations work with. */
interface Dependencies {
  readonly store: QueueStore;
  readonly clock: LocalClock;
  readonly urlOf: (name: string) => string;
}

type Input = Readonly<Record<string, unknown>>;

/** The SQS operations on `store`. */
export function sqsOperations(dependencies: Dependencies): SqsOperations {
  return Object.freeze({
    ...messageOperations(dependencies),
    ...queueOperations(dependencies),
    ...moveTaskOperations(dependencies),
  });
}

/** Finds queues by URL and by name. Throws `AwsError` when there is none. */
function queuesOf(store: QueueStore) {
  const queueOf = (input: Readonly<Record<string, unknown>>): QueueDefinition =>
    queueNamed(queueNameOf(required(input, 'QueueUrl')));
  const queueNamed = (name: string): QueueDefinition => {
    const queue = store.queue(name);
    if (!queue) throw sqsError('QueueDoesNotExist', 'The specified queue does not exist.');
    return queue;
  };
  return { queueOf, queueNamed };
}

/** The message of a send call. */
function parseMessage(input: Input) {
  const body = textOf(input.MessageBody);
  if (body === undefined || body === '') {
    throw sqsError(
      'MissingRequiredParameterException',
      'The request must contain the parameter MessageBody.',
    );
  }
  if (input.MessageDeduplicationId !== undefined) {
    throw invalid('MessageDeduplicationId is not valid for a standard queue.');
  }
  const delaySeconds = within(input, 'DelaySeconds', 0, MAX_DELAY_SECONDS);
  const attributes = attributesOf(input.MessageAttributes);
  const system = isRecord(input.MessageSystemAttributes) ? input.MessageSystemAttributes : {};
  const trace = isRecord(system.AWSTraceHeader) ? textOf(system.AWSTraceHeader.StringValue) : undefined;
  return {
    bytes: messageBytes(body, attributes),
    message: {
      body,
      attributes,
      groupId: textOf(input.MessageGroupId),
      traceHeader: trace,
      delayMs: delaySeconds === undefined ? undefined : delaySeconds * 1000,
    },
  };
}

/** Runs each entry separately: failures are reported next to successes. */
function inBatch(input: Input, run: (entry: Input) => Record<string, unknown>) {
  const entries = entriesOf(input);
  const Successful: unknown[] = [];
  const Failed: unknown[] = [];
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, ...(Failed.length > 0 && { Failed }) };
}

/** Sending, receiving, deleting and postponing messages. */
function messageOperations({ store, clock }: Dependencies): SqsOperations {
  const { queueOf } = queuesOf(store);

  const send = (queue: QueueDefinition, parsed: ReturnType<typeof parseMessage>, senderId: string) => {
    if (parsed.bytes > queue.maximumBytes) {
      throw invalid(
        `One or more parameters are invalid. Reason: Message must be shorter than ${queue.maximumBytes} bytes.`,
      );
    }
    const messageId = store.send(queue.name, { ...parsed.message, senderId });
    const digest = attributesDigest(parsed.message.attributes);
    return {
      MessageId: messageId,
      MD5OfMessageBody: bodyDigest(parsed.message.body),
      ...(digest !== undefined && { MD5OfMessageAttributes: digest }),
    };
  };

  const setVisibility = (queue: QueueDefinition, input: Readonly<Record<string, unknown>>) => {
    const seconds = within(input, 'VisibilityTimeout', 0, MAX_VISIBILITY_SECONDS);
    if (seconds === undefined) throw invalid('VisibilityTimeout is missing.');
    if (!store.setVisibility(queue.name, receiptOf(input), seconds * 1000)) {
      throw sqsError('MessageNotInflight', 'The message referred to is not in flight.');
    }
    return {};
  };

  return {
    SendMessage: ({ input, senderId }: SqsCall) => send(queueOf(input), parseMessage(input), senderId),

    SendMessageBatch({ input, senderId }: SqsCall) {
      const queue = queueOf(input);
      const total = entriesOf(input).reduce(
        (sum, entry) =>
          sum + messageBytes(textOf(entry.MessageBody) ?? '', attributesOf(entry.MessageAttributes)),
        0,
      );
      if (total > MAXIMUM_MESSAGE_BYTES) {
        throw sqsError(
          'BatchRequestTooLong',
          `Batch requests cannot be longer than ${MAXIMUM_MESSAGE_BYTES} bytes. You have sent ${total} bytes.`,
        );
      }
      return inBatch(input, (entry) => send(queue, parseMessage(entry), senderId));
    },

    async ReceiveMessage({ input }: SqsCall) {
      const queue = queueOf(input);
      const limit = within(input, 'MaxNumberOfMessages', 1, MAX_ENTRIES) ?? 1;
      const visibility = within(input, 'VisibilityTimeout', 0, MAX_VISIBILITY_SECONDS);
      const waitSeconds = within(input, 'WaitTimeSeconds', 0, MAX_WAIT_SECONDS);
      const messages = await waitForMessages({
        store,
        clock,
        queue: queue.name,
        limit,
        visibilityTimeoutMs: visibility === undefined ? undefined : visibility * 1000,
        waitMs: waitSeconds === undefined ? queue.waitMs : waitSeconds * 1000,
      });
      return messages.length === 0
        ? {}
        : { Messages: messages.map((message) => messageView(message, input)) };
    },

    DeleteMessage({ input }: SqsCall) {
      store.remove(queueOf(input).name, [receiptOf(input)]);
      return {};
    },

    DeleteMessageBatch({ input }: SqsCall) {
      const queue = queueOf(input);
      return inBatch(input, (entry) => {
        store.remove(queue.name, [receiptOf(entry)]);
        return {};
      });
    },

    ChangeMessageVisibility: ({ input }: SqsCall) => setVisibility(queueOf(input), input),

    ChangeMessageVisibilityBatch({ input }: SqsCall) {
      const queue = queueOf(input);
      return inBatch(input, (entry) => setVisibility(queue, entry));
    },
  };
}

/** Reading and purging queues. */
function queueOperations({ store, urlOf }: Dependencies): SqsOperations {
  const { queueOf, queueNamed } = queuesOf(store);
  return {
    GetQueueAttributes({ input }: SqsCall) {
      const all = attributesView(store, queueOf(input));
      const names = Array.isArray(input.AttributeNames) ? input.AttributeNames.map(String) : [];
      return {
        Attributes: Object.fromEntries(
          Object.entries(all).filter(([name]) => names.includes('All') || names.includes(name)),
        ),
      };
    },

    GetQueueUrl: ({ input }: SqsCall) => ({ QueueUrl: urlOf(queueNamed(required(input, 'QueueName')).name) }),

    ListQueues({ input }: SqsCall) {
      const prefix = textOf(input.QueueNamePrefix) ?? '';
      return {
        QueueUrls: store
          .queues()
          .filter(({ name }) => name.startsWith(prefix))
          .map(({ name }) => urlOf(name)),
      };
    },

    PurgeQueue({ input }: SqsCall) {
      store.purge(queueOf(input).name);
      return {};
    },
  };
}

/** Moving dead letters back to their queues. */
function moveTaskOperations({ store, clock }: Dependencies): SqsOperations {
  const { queueNamed } = queuesOf(store);
  const moveTasks: { readonly source: string; readonly task: Record<string, unknown> }[] = [];
  return {
    /** Complete when it returns: there is nothing to cancel and nothing to wait for. */
    StartMessageMoveTask({ input }: SqsCall) {
      const source = queueNamed(queueNameOf(required(input, 'SourceArn')));
      const destination = textOf(input.DestinationArn);
      if (destination !== undefined) queueNamed(queueNameOf(destination));
      if (!store.queues().some(({ redrive }) => redrive?.queue === source.name)) {
        throw sqsError('UnsupportedOperation', 'Source queue must be configured as a Dead Letter Queue.');
      }
      const found = store.counts(source.name).visible;
      const moved = store.moveAll(source.name, destination && queueNameOf(destination));
      const TaskHandle = randomUUID();
      moveTasks.unshift({
        source: source.name,
        task: {
          TaskHandle,
          Status: 'COMPLETED',
          SourceArn: queueArn(source.name),
          ...(destination !== undefined && { DestinationArn: destination }),
          ApproximateNumberOfMessagesMoved: moved,
          ApproximateNumberOfMessagesToMove: found,
          StartedTimestamp: clock.now(),
        },
      });
      return { TaskHandle };
    },

    ListMessageMoveTasks({ input }: SqsCall) {
      const source = queueNamed(queueNameOf(required(input, 'SourceArn'))).name;
      const limit = within(input, 'MaxResults', 1, 10) ?? 1;
      return {
        Results: moveTasks
          .filter((one) => one.source === source)
          .slice(0, limit)
          .map(({ task: { TaskHandle: _, ...rest } }) => rest),
      };
    },
  };
}

/** What a caller's policy must allow for an SQS call. */
export function sqsNeeds(operation: string, input: Readonly<Record<string, unknown>>): readonly Need[] {
  const on = (action: string, name: string): Need => ({ action: `sqs:${action}`, resource: queueArn(name) });
  switch (operation) {
    case 'ListQueues':
      return [{ action: 'sqs:ListQueues', resource: '*' }];
    case 'GetQueueUrl':
      return [on('GetQueueUrl', textOf(input.QueueName) ?? '')];
    case 'StartMessageMoveTask': {
      const source = queueNameOf(textOf(input.SourceArn) ?? '');
      const destination = textOf(input.DestinationArn);
      return [
        ...['StartMessageMoveTask', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) =>
          on(action, source),
        ),
        ...(destination === undefined ? [] : [on('SendMessage', queueNameOf(destination))]),
      ];
    }
    case 'ListMessageMoveTasks':
      return [on(operation, queueNameOf(textOf(input.SourceArn) ?? ''))];
    default:
      return [on(operation.replace(/Batch$/, ''), queueNameOf(textOf(input.QueueUrl) ?? ''))];
  }
}

/** An `AwsError` in the name space of SQS. */
export function sqsError(code: string, message: string): AwsError {
  return new AwsError(code, message, { namespace: 'com.amazonaws.sqs' });
}

function invalid(message: string): AwsError {
  return sqsError('InvalidParameterValue', message);
}

function required(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = textOf(input[name]);
  if (value === undefined || value === '') {
    throw sqsError('MissingRequiredParameterException', `The request must contain the parameter ${name}.`);
  }
  return value;
}

/** A receipt of the form that this SQS gives; one of a message that is gone passes. */
function receiptOf(input: Readonly<Record<string, unknown>>): string {
  const receipt = required(input, 'ReceiptHandle');
  if (!isReceipt(receipt)) throw sqsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.');
  return receipt;
}

function within(
  input: Readonly<Record<string, unknown>>,
  name: string,
  least: number,
  most: number,
): number | undefined {
  if (input[name] === undefined || input[name] === null) return undefined;
  const value = numberOf(input[name]);
  if (value === undefined || !Number.isInteger(value) || value < least || value > most) {
    throw invalid(
      `Value ${String(input[name])} for parameter ${name} is invalid. Reason: Must be between ${least} and ${most}, if provided.`,
    );
  }
  return value;
}

function entriesOf(input: Readonly<Record<string, unknown>>): readonly Record<string, unknown>[] {
  const entries = recordsOf(input.Entries);
  if (entries.length === 0) {
    throw sqsError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  }
  if (entries.length > MAX_ENTRIES) {
    throw sqsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${MAX_ENTRIES}. You have sent ${entries.length}.`,
    );
  }
  const ids = entries.map((entry) => textOf(entry.Id) ?? '');
  if (ids.some((id) => !/^[\w-]{1,80}$/.test(id))) {
    throw sqsError(
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
    );
  }
  if (new Set(ids).size < ids.length) {
    throw sqsError('BatchEntryIdsNotDistinct', 'Two or more batch entries in the request have the same Id.');
  }
  return entries;
}

function attributesOf(value: unknown): MessageAttributes {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).map(([name, attribute]) => {
    const fields = isRecord(attribute) ? attribute : {};
    const DataType = textOf(fields.DataType);
    if (DataType === undefined || !/^(String|Number|Binary)(\..+)?$/.test(DataType)) {
      throw invalid(`The type of message attribute '${name}' is invalid: use String, Number or Binary.`);
    }
    const StringValue = textOf(fields.StringValue);
    const BinaryValue = textOf(fields.BinaryValue);
    return [
      name,
      {
        DataType,
        ...(StringValue !== undefined && { StringValue }),
        ...(BinaryValue !== undefined && { BinaryValue }),
      },
    ] as const;
  });
  if (entries.length > MAX_ENTRIES) {
    throw invalid(
      `Number of message attributes [${entries.length}] exceeds the allowed maximum [${MAX_ENTRIES}].`,
    );
  }
  return Object.fromEntries(entries);
}

/** The system attributes of a received message, as SQS and Lambda name them. */
export function systemAttributes(message: ReceivedMessage): Record<string, string> {
  return {
    SenderId: message.senderId,
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receives),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    ...(message.groupId !== undefined && { MessageGroupId: message.groupId }),
    ...(message.traceHeader !== undefined && { AWSTraceHeader: message.traceHeader }),
    ...(message.deadLetterSource !== undefined && { DeadLetterQueueSourceArn: message.deadLetterSource }),
  };
}

function messageView(message: ReceivedMessage, input: Readonly<Record<string, unknown>>) {
  const listed = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const systemNames = [...listed(input.MessageSystemAttributeNames), ...listed(input.AttributeNames)];
  const names = listed(input.MessageAttributeNames);
  const system = Object.entries(systemAttributes(message)).filter(
    ([name]) => systemNames.includes('All') || systemNames.includes(name),
  );
  const chosen = Object.entries(message.attributes).filter(([name]) =>
    names.some(
      (wanted) =>
        wanted === 'All' ||
        wanted === name ||
        (wanted.endsWith('.*') && name.startsWith(wanted.slice(0, -2))),
    ),
  );
  const attributes = Object.fromEntries(chosen);
  const digest = attributesDigest(attributes);
  return {
    MessageId: message.messageId,
    ReceiptHandle: message.receiptHandle,
    MD5OfBody: bodyDigest(message.body),
    Body: message.body,
    ...(system.length > 0 && { Attributes: Object.fromEntries(system) }),
    ...(digest !== undefined && { MessageAttributes: attributes, MD5OfMessageAttributes: digest }),
  };
}

function attributesView(store: QueueStore, queue: QueueDefinition): Record<string, string> {
  const counts = store.counts(queue.name);
  return {
    QueueArn: queueArn(queue.name),
    ApproximateNumberOfMessages: String(counts.visible),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    ApproximateNumberOfMessagesDelayed: String(counts.delayed),
    VisibilityTimeout: String(queue.visibilityTimeoutMs / 1000),
    MessageRetentionPeriod: String(queue.retentionMs / 1000),
    DelaySeconds: String(queue.delayMs / 1000),
    ReceiveMessageWaitTimeSeconds: String(queue.waitMs / 1000),
    MaximumMessageSize: String(queue.maximumBytes),
    ...(queue.redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: queueArn(queue.redrive.queue),
        maxReceiveCount: queue.redrive.maxReceiveCount,
      }),
    }),
  };
}
