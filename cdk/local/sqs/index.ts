export { createSqs } from './create-sqs.ts';
export { bodyDigest } from './message-digest.ts';
export { queueNameOf } from './queue-definition.ts';
export type { QueueStore, ReceivedMessage } from './queue-store.ts';
export { systemAttributes } from './sqs-operations.ts';
