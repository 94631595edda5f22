export { createEventSources, type EventSourcesContext } from './create-event-sources.ts';
