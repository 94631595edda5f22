export { type AttemptDeps, attemptDelivery } from './attempt-delivery.ts';
export { packBody } from './body.ts';
export {
  createEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  listEndpoints,
  readEndpoint,
  rotateSecret,
  updateEndpoint,
} from './change-endpoint.ts';
export type { WebhookEndpoint } from './endpoint.ts';
export { isEventType, WEBHOOK_EVENT_TYPES } from './event-types.ts';
export { makeMessage, type WebhookContent } from './make-message.ts';
export {
  attemptDue,
  messageIdOf,
  retryTimer,
  type WebhookAttempt,
  type WebhookMessage,
  webhookMessageEntity,
} from './message.ts';
export { listAttempts, listMessages } from './read-messages.ts';
export {
  ambiguousReplay,
  endpointNotFound,
  invalidEndpoint,
  messageIsBusy,
  missingResource,
} from './refusals.ts';
export { renderContent } from './render-content.ts';
export { replayMessage } from './replay-message.ts';
export { endpointSecret } from './secret.ts';
export { httpSender, type SendResult } from './sender.ts';
export { webhookSigningSecret } from './webhook-signing-secret.ts';
