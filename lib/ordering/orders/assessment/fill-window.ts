import { isGiven } from '../rules/address-parts.ts';
import { show } from '../rules/define-rule.ts';
import type { WindowBookings } from '../window-bookings.ts';
import type { Draft } from './draft.ts';

/**
 * An order that names a delivery window takes its dropoff times from the window. Different times of the
 * caller are reported.
 */
export async function fillWindow(
  draft: Draft,
  organizationId: string,
  windows: WindowBookings,
): Promise<void> {
  const { deliveryWindowId } = draft.fields;
  if (deliveryWindowId === undefined || !isGiven(deliveryWindowId)) return;
  const window = await windows.find(organizationId, deliveryWindowId);
  if (!window) {
    draft.report(
      'deliveryWindowId',
      'window-exists',
      `deliveryWindowId is ${show(deliveryWindowId)}, which is not a delivery window of this organization; send null and the four times.`,
    );
    return;
  }
  const times = { dropoffStartTime: window.startTime, dropoffEndTime: window.endTime } as const;
  for (const field of ['dropoffStartTime', 'dropoffEndTime'] as const) {
    const given = draft.fields[field];
    if (isGiven(given) && given !== times[field]) {
      draft.report(
        field,
        'window-times-agree',
        `${field} ${show(given)} differs from ${times[field]} of the delivery window ${show(deliveryWindowId)}; send null, or another window.`,
      );
    } else draft.fill(field, times[field]);
  }
}
