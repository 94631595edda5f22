import { windowBookings } from '../../lib/ordering/windows/index.ts';
import type { CoreDeps } from '../../lib/platform/runtime/index.ts';

/** Bookings on a test's table; every zone covers everything. */
export function windowBookingsOn(deps: Pick<CoreDeps, 'table' | 'clock'>) {
  return windowBookings({
    ...deps,
    places: { covers: async () => true, restrictedWindows: async () => new Map<string, string>() },
  });
}
