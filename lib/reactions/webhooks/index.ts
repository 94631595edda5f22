export type { AttemptDeps } from './attempt.ts';
export { attemptDelivery } from './attempt-delivery.ts';
export {
  activeEventTypes,
  createEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  listEndpoints,
  readEndpoint,
  rotateSecret,
  updateEndpoint,
} from './change-endpoint.ts';
export type { WebhookEndpoint } from './endpoint.ts';
export { endpointListeners } from './endpoint-listeners.ts';
export { isEventType, WEBHOOK_EVENT_TYPES } from './event-types.ts';
export { makeMessage, type WebhookContent } from './make-message.ts';
export {
  attemptDue,
  MESSAGE_SHARDS,
  messageIdOf,
  messagePartition,
  retryTimer,
  slowAttemptDue,
  type WebhookAttempt,
  type WebhookMessage,
  webhookMessageEntity,
} from './message.ts';
export { createPatience } from './patience.ts';
export {
  listAttempts,
  listMessages,
  pageOfAttempts,
  type StoredMessage,
  storedMessageOf,
} from './read-messages.ts';
export {
  ambiguousReplay,
  endpointIsOff,
  endpointNotFound,
  invalidEndpoint,
  messageIsBusy,
  missingResource,
} from './refusals.ts';
export { renderContent } from './render-content.ts';
export { replayMessage } from './replay-message.ts';
export { endpointSecret, signedHeaders } from './secret.ts';
export { sendTest } from './send-test.ts';
export { httpSender, type SendResult } from './sender.ts';
export { webhookSigningSecret } from './webhook-signing-secret.ts';
