import type { CoreDeps } from '../../lib/runtime/index.ts';
import { windowBookings } from '../../lib/windows/index.ts';

/** Bookings on a test's table; every zone covers everything. */
export function windowBookingsOn(deps: Pick<CoreDeps, 'table' | 'clock'>) {
  return windowBookings({
    ...deps,
    places: { covers: async () => true, restrictedWindows: async () => new Map<string, string>() },
  });
}
