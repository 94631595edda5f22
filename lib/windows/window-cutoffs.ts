import type { CoreDeps } from '../runtime/index.ts';
import { windowEntity } from './window.ts';
import { occurrenceOn, readWindowId } from './window-times.ts';

/** Tells when bookings of a window, or of one occurrence of it, close; undefined for one that there is not. 1 read. */
export function windowCutoffs({ table }: Pick<CoreDeps, 'table'>) {
  return async (organizationId: string, deliveryWindowId: string): Promise<string | undefined> => {
    const { windowId, date } = readWindowId(deliveryWindowId);
    const stored = await table.get(windowEntity, { organizationId, id: windowId });
    return stored && occurrenceOn(stored.value, date)?.cutoffTime;
  };
}
