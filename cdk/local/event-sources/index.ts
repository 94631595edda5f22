export { createEventSources } from './create-event-sources.ts';
