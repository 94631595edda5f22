export { ConsumerFailure } from './consumer-failure.ts';
export {
  defineEvent,
  type EventKind,
  type EventRecord,
  eventEntity,
  withChangedFields,
  withChanges,
} from './define-event.ts';
export {
  type ConsumedEvents,
  defineQueueWorker,
  eventsWith,
  type FunctionSettings,
  type Heard,
  isMeant,
  type Outcomes,
  type QueueWorker,
} from './define-queue-worker.ts';
export { defineTaskWorker, type TaskWorker, type Watched } from './define-task-worker.ts';
export { causedBy, type EventCause } from './event-cause.ts';
export { type Hears, heardBy, type Listeners, listenersIn } from './listeners.ts';
export { queueClient } from './queue-client.ts';
export { DEAD_LETTER_QUEUE_VARIABLE, QUEUE_VARIABLE } from './queue-variables.ts';
export { redriveEvents } from './redrive-events.ts';
export {
  type EventRoutes,
  eventRoutesOf,
  type RouterDeps,
  routeEvents,
  routingTable,
} from './route-events.ts';
export { sendEvents } from './send-events.ts';
export { serveQueueWorker } from './serve-queue-worker.ts';
export { serveTaskWorker } from './serve-task-worker.ts';
export { defineTelling, type Telling } from './telling.ts';
