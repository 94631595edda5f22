import type { CoreDeps } from '../../platform/runtime/index.ts';
import { occurrenceEntity, occurrenceKey } from './occurrence.ts';
import { windowEntity } from './window.ts';
import { occurrenceOn, readWindowId } from './window-times.ts';

/**
 * Cutoff of a window, or of one of its occurrences; undefined for an unknown one. Once booked, an occurrence has times
 * of its own, which stay when its window moves after the cutoff. 1 read, or 2 if nobody has booked it.
 */
export function windowCutoffs({ table }: Pick<CoreDeps, 'table'>) {
  return async (organizationId: string, deliveryWindowId: string): Promise<string | undefined> => {
    const { windowId, date } = readWindowId(deliveryWindowId);
    const key = occurrenceKey(windowId, date);
    const booked = await table.get(occurrenceEntity, { organizationId, key });
    if (booked) return booked.value.cutoffTime;
    const stored = await table.get(windowEntity, { organizationId, id: windowId });
    return stored && occurrenceOn(stored.value, date)?.cutoffTime;
  };
}
