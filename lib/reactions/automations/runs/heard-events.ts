import { orderCreated, orderUpdated } from '../../../ordering/orders/index.ts';
import { type ConsumedEvents, heardBy } from '../../../platform/events/index.ts';
import { customEventOccurred } from '../../custom-events/index.ts';
import { TIME_EVENT } from '../workflow.ts';
import { workflowListeners } from '../workflow-listeners.ts';
import { listenedNamesOf, TRIGGERING_EVENTS } from './occurred-event.ts';
import { WINDOW_EVENTS } from './window-events.ts';

/**
 * Every event that can start workflows or moves their times, each only for organizations with such a workflow. Custom
 * events are named by people, so all of them are looked at.
 */
export const HEARD_EVENTS: readonly ConsumedEvents[] = Object.freeze(
  TRIGGERING_EVENTS.map((kind) =>
    kind.name === customEventOccurred.name ? kind : heardBy(kind, workflowListeners, keysOf(kind.name)),
  ),
);

function keysOf(name: string): readonly string[] {
  return [
    ...listenedNamesOf(name),
    // An update can ask for the workflows for new orders again.
    ...(name === orderUpdated.name ? [orderCreated.name] : []),
    ...(WINDOW_EVENTS.includes(name) ? [TIME_EVENT] : []),
  ];
}
