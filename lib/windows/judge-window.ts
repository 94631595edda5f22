import type { DeliveryWindow } from './window.ts';
import type { DropoffPlace, WindowPlaces } from './window-deps.ts';
import type { WindowTimes } from './window-times.ts';

/** What a window looks at of an order. */
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
    | 'CAPACITY_EXHAUSTED';
  readonly message: string;
}

/** Why a window takes no booking of an order now, capacity aside; undefined when it does. Without an order its own state. */
export async function judgeWindow(
  places: Pick<WindowPlaces, 'covers'>,
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
  if (!order) return undefined;
  if (window.allowedTags.length > 0 && !window.allowedTags.some((tag) => order.tags.includes(tag))) {
    return {
      code: 'TAG_NOT_ALLOWED',
      message: `It takes orders with one of the tags ${window.allowedTags.join(', ')} only. Choose another window.`,
    };
  }
  const minimum = window.minimumOrderValueCents ?? 0;
  if ((order.valueCents ?? 0) < minimum) {
    return {
      code: 'ORDER_VALUE_TOO_LOW',
      message: `It takes orders from ${minimum} cents on; valueCents is ${order.valueCents ?? 'missing'}. Choose another window.`,
    };
  }
  if (window.storeLocationId !== null && window.storeLocationId !== order.pickupStoreLocationId) {
    return {
      code: 'OTHER_STORE_LOCATION',
      message: `It is a window of the store location ${window.storeLocationId}, not of that of the pickup. Choose another window.`,
    };
  }
  if (window.zoneId !== null && !(await places.covers(window.organizationId, window.zoneId, order.dropoff))) {
    return {
      code: 'OUTSIDE_ZONE',
      message: `The dropoff lies outside the window's zone ${window.zoneId}. Choose another window.`,
    };
  }
  return undefined;
}
