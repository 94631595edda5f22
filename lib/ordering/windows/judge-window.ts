import type { DeliveryWindow } from './window.ts';
import type { DropoffPlace, WindowPlaces } from './window-deps.ts';
import type { WindowTimes } from './window-times.ts';

/** Data of an order for windows. */
export interface WindowOrder {
  readonly tags: readonly string[];
  readonly valueCents: number | undefined;
  readonly pickupStoreLocationId: string | undefined;
  readonly dropoff: DropoffPlace;
}

/** Why an order cannot be booked into a window. */
export interface Ineligibility {
  readonly code:
    | 'INACTIVE'
    | 'CUTOFF_PASSED'
    | 'LEAD_TIME_TOO_SHORT'
    | 'TAG_NOT_ALLOWED'
    | 'ORDER_VALUE_TOO_LOW'
    | 'OTHER_STORE_LOCATION'
    | 'OUTSIDE_ZONE'
    | 'RESTRICTED_IN_ZONE'
    | 'CAPACITY_EXHAUSTED';
  readonly message: string;
}

/** Look-ups of places for rating an order. */
export type FitPlaces = Pick<WindowPlaces, 'covers' | 'restrictedWindows'>;

/**
 * Why an order cannot be booked into a window now, apart from capacity; undefined when it can. Without an
 * order, the window's own state.
 */
export async function judgeWindow(
  places: FitPlaces,
  window: DeliveryWindow,
  times: WindowTimes,
  order: WindowOrder | undefined,
  now: string,
): Promise<Ineligibility | undefined> {
  if (!window.isActive || window.isDeleted) {
    return {
      code: 'INACTIVE',
      message: 'The window is disabled. Enable it, or choose another window.',
    };
  }
  if (now >= times.cutoffTime) {
    return {
      code: 'CUTOFF_PASSED',
      message: `Its cutoff was at ${times.cutoffTime}. Choose a later window.`,
    };
  }
  const leadMinutes = window.leadTimeMinutes ?? 0;
  if (Date.parse(now) + leadMinutes * 60_000 > Date.parse(times.startTime)) {
    return {
      code: 'LEAD_TIME_TOO_SHORT',
      message: `It starts at ${times.startTime} and needs ${leadMinutes} minutes of lead time. Choose a later window.`,
    };
  }
  return order && (await judgeFit(places, window, order));
}

/** Why an order does not meet the conditions of a window, whatever the time is; undefined when it does. */
export async function judgeFit(
  places: FitPlaces,
  window: DeliveryWindow,
  order: WindowOrder,
): Promise<Ineligibility | undefined> {
  if (window.allowedTags.length > 0 && !window.allowedTags.some((tag) => order.tags.includes(tag))) {
    return {
      code: 'TAG_NOT_ALLOWED',
      message: `It takes only orders with one of the tags ${window.allowedTags.join(', ')}. Choose another window.`,
    };
  }
  const minimum = window.minimumOrderValueCents ?? 0;
  if ((order.valueCents ?? 0) < minimum) {
    return {
      code: 'ORDER_VALUE_TOO_LOW',
      message: `It takes orders of at least ${minimum} cents, but valueCents is ${order.valueCents ?? 'missing'}. Choose another window.`,
    };
  }
  if (window.storeLocationId !== null && window.storeLocationId !== order.pickupStoreLocationId) {
    return {
      code: 'OTHER_STORE_LOCATION',
      message: `It belongs to the store location ${window.storeLocationId}, but the pickup is elsewhere. Choose another window.`,
    };
  }
  if (window.zoneId !== null && !(await places.covers(window.organizationId, window.zoneId, order.dropoff))) {
    return {
      code: 'OUTSIDE_ZONE',
      message: `The dropoff is outside the window's zone ${window.zoneId}. Choose another window.`,
    };
  }
  const restriction = (await places.restrictedWindows(window.organizationId, order.dropoff)).get(window.id);
  if (restriction !== undefined) {
    return {
      code: 'RESTRICTED_IN_ZONE',
      message: `The zone restriction "${restriction}" excludes it from deliveries to this dropoff. Choose another window.`,
    };
  }
  return undefined;
}
