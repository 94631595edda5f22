export type { CustomEventDefinition } from './custom-event.ts';
export {
  archiveCustomEvent,
  createCustomEvent,
  listCustomEvents,
  readCustomEvent,
  type StoredCustomEvent,
} from './manage-custom-events.ts';
export { customEventExists, customEventNotFound, invalidCustomEvent } from './refusals.ts';
