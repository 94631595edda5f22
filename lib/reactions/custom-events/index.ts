export type { CustomEventDefinition } from './custom-event.ts';
export { type EmittedEvent, emitEventOn } from './emit-event.ts';
export {
  archiveCustomEvent,
  createCustomEvent,
  listCustomEvents,
  readCustomEvent,
  type StoredCustomEvent,
} from './manage-custom-events.ts';
export { customEventOccurred, type EventSubject, occurredEventsEntity } from './occurrence.ts';
export { type Emission, planOccurrence } from './plan-occurrence.ts';
export {
  customEventExists,
  customEventNotFound,
  eventNameOrDefinition,
  invalidCustomEvent,
  tooManyCustomEvents,
  unusableCustomEvent,
} from './refusals.ts';
