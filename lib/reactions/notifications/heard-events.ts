import { courierLocationUpdated } from '../../fulfilment/jobs/index.ts';
import { type ConsumedEvents, heardBy } from '../../platform/events/index.ts';
import { triggerListeners } from './trigger-listeners.ts';
import { slugsOf, watchedEvents } from './types/index.ts';

/** Every event of a kind of trigger, each only for organizations that enabled a trigger of such a kind. */
export const heardEvents: readonly ConsumedEvents[] = Object.freeze(
  watchedEvents().map((name) =>
    heardBy(
      { name, summary: 'An event that a notification trigger may listen to.' },
      triggerListeners,
      slugsOf(({ on }) => on.includes(name)),
    ),
  ),
);

/** Positions of couriers, only for organizations that enabled a trigger on positions. */
export const heardPositions: ConsumedEvents = heardBy(
  courierLocationUpdated,
  triggerListeners,
  slugsOf(({ judge }) => judge !== undefined),
);
