export { createSqs, type SqsContext, type SqsPart } from './create-sqs.ts';
export { attributesDigest, bodyDigest, type MessageAttribute } from './message-digest.ts';
export { queueArn, queueNameOf } from './queue-definition.ts';
export type { QueueStore, ReceivedMessage } from './queue-store.ts';
export { systemAttributes } from './sqs-operations.ts';
