import {
  type ClosingEventData,
  type RefusedEventData,
  windowClosing,
  windowRefused,
} from '../../ordering/windows/index.ts';
import { ownValue } from '../../platform/core/own-value.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import { type Fact, minuteOf } from './fact.ts';
import { placed } from './facts-of-order.ts';

/** The events of windows that count, besides those of bookings. */
export const COUNTED_WINDOW_EVENTS = Object.freeze([windowClosing, windowRefused]);

/** The field that counts each reason for a refusal; what is not listed is about the order, which does not fit. */
const REASONS: Readonly<Record<string, string>> = Object.freeze({
  CAPACITY_EXHAUSTED: 'windowsFull',
  INACTIVE: 'windowsClosed',
  CUTOFF_PASSED: 'windowsClosed',
  LEAD_TIME_TOO_SHORT: 'windowsClosed',
});

/** The facts that an event of a window is; undefined for an event of something else. It reads nothing. */
export function factsOfWindow(event: EventRecord): readonly Fact[] | undefined {
  if (event.name === windowRefused.name) return [factOfRefusal(event, event.data as RefusedEventData)];
  if (event.name === windowClosing.name) return factsOfCutoff(event, event.data as ClosingEventData);
  return undefined;
}

function factOfRefusal(event: EventRecord, data: RefusedEventData): Fact {
  const { orderId, reason, storeLocationIds, tags, dispatchStrategyId } = data;
  const places = {
    ...placed('store', storeLocationIds),
    ...placed('tag', tags),
    ...placed('strategy', [dispatchStrategyId]),
  };
  return {
    ...base(event),
    about: { orderId },
    places: places as Fact['places'],
    sums: { [ownValue(REASONS, reason) ?? 'windowsUnfit']: 1 },
  };
}

/** How full a window is at its cutoff; later steps, and windows without a limit, say nothing about that. */
function factsOfCutoff(event: EventRecord, { use }: ClosingEventData): readonly Fact[] {
  if (!use || use.places === null) return [];
  const { places: windowPlaces, taken: windowPlacesTaken, storeLocationId } = use;
  const places = placed('store', [storeLocationId]) as Fact['places'] | undefined;
  return [
    {
      ...base(event),
      about: {},
      places: places ?? {},
      sums: { windowPlaces, ...(windowPlacesTaken > 0 ? { windowPlacesTaken } : {}) },
    },
  ];
}

function base({ organizationId, id, occurredAt }: EventRecord) {
  return { organizationId, id, minute: minuteOf(occurredAt), revision: 1 };
}
