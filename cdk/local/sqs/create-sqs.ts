import { AwsError, answerJson, jsonBody, jsonReply } from '../aws-json.ts';
import { openStore } from '../open-store.ts';
import {
  type AwsCall,
  type AwsReply,
  type AwsService,
  type CloudContext,
  type CloudPart,
  LOCAL_ACCOUNT,
} from '../ports.ts';
import { queueResources } from './queue-definition.ts';
import { createQueueStore, QUEUE_SCHEMA, type QueueStore } from './queue-store.ts';
import { sqsError, sqsNeeds, sqsOperations } from './sqs-operations.ts';

/** SQS as a part of the local cloud. */
export interface SqsPart extends CloudPart {
  /** The queues in this process, for the event source mappings. Names as in `queueNameOf(arn)`. */
  readonly queues: QueueStore;
}

/** What SQS needs from the cloud around it. */
export type SqsContext = Pick<CloudContext, 'clock' | 'dataDirectory' | 'endpoint'>;

/** Messages listed per queue on the status page. */
const LISTED_MESSAGES = 20;

/** Names that the older protocol of SQS gives to errors; SDKs show them as the error's code. */
const QUERY_CODES: Readonly<Record<string, string>> = {
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
  MessageNotInflight: 'AWS.SimpleQueueService.MessageNotInflight',
  EmptyBatchRequest: 'AWS.SimpleQueueService.EmptyBatchRequest',
  TooManyEntriesInBatchRequest: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
  InvalidBatchEntryId: 'AWS.SimpleQueueService.InvalidBatchEntryId',
  BatchEntryIdsNotDistinct: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
  BatchRequestTooLong: 'AWS.SimpleQueueService.BatchRequestTooLong',
  UnsupportedOperation: 'AWS.SimpleQueueService.UnsupportedOperation',
};

/** Opens the queues. Throws one clear sentence when their stored messages are damaged. */
export function createSqs(context: SqsContext): SqsPart {
  const { clock, dataDirectory } = context;
  const database = openStore(
    dataDirectory === undefined ? { memory: true } : { dataDirectory },
    'sqs',
    QUEUE_SCHEMA,
  );
  const store = createQueueStore({ database, clock });
  const urlOf = (name: string) => `${context.endpoint}/${LOCAL_ACCOUNT}/${name}`;
  const operations = sqsOperations({ store, clock, urlOf });

  const service: AwsService = Object.freeze({
    name: 'sqs',
    needs(call: AwsCall) {
      try {
        return sqsNeeds(call.action, jsonBody(call));
      } catch {
        return [];
      }
    },
    handle: (call: AwsCall) =>
      answerJson(() => {
        const operation = Object.hasOwn(operations, call.action) ? operations[call.action] : undefined;
        if (!operation) {
          throw sqsError('UnsupportedOperation', `SQS ${call.action} is not supported by the local cloud.`);
        }
        return operation({ input: jsonBody(call), senderId: call.accessKeyId });
      }, errorReply),
    denied: (message: string) =>
      errorReply(new AwsError('AccessDeniedException', message, { namespace: 'com.amazon.coral.service' })),
    idle: async () => !store.queues().some(({ name }) => store.hasConsumer(name) && store.hasVisible(name)),
    stop: async () => undefined,
  });

  return Object.freeze({
    queues: store,
    resourceTypes: queueResources({ urlOf, made: (queue) => store.define(queue) }),
    services: [service],
    async begin() {
      for (const { name, redrive } of store.queues()) {
        if (redrive && !store.queue(redrive.queue)) {
          throw new Error(
            `Queue ${name}: RedrivePolicy names a queue that is not in the template: ${redrive.queue}`,
          );
        }
      }
    },
    redrive: (queue: string) =>
      store.queue(queue) && store.takesDeadLetters(queue) ? store.moveAll(queue, undefined) : undefined,
    async state() {
      return {
        queues: store.queues().map(({ name }) => {
          const { visible, inFlight, delayed } = store.counts(name);
          return {
            name,
            deadLetters: store.takesDeadLetters(name),
            messages: store
              .peek(name, LISTED_MESSAGES)
              .map(({ messageId, body, receives }) => ({ id: messageId, body, receives })),
            count: visible + inFlight + delayed,
            visible,
            inFlight,
            delayed,
          };
        }),
      };
    },
    stop: async () => store.stop(),
  });
}

function errorReply(error: AwsError): AwsReply {
  const type = error.namespace ? `${error.namespace}#${error.code}` : error.code;
  return jsonReply(
    error.status,
    { __type: type, message: error.message },
    { 'x-amzn-query-error': `${QUERY_CODES[error.code] ?? error.code};Sender` },
  );
}
