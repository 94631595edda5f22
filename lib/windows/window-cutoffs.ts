import type { CoreDeps } from '../runtime/index.ts';
import { windowEntity } from './window.ts';
import { occurrenceOn, readWindowId } from './window-times.ts';

/** Cutoff of a window, or of one of its occurrences; undefined for an unknown one. 1 read. */
export function windowCutoffs({ table }: Pick<CoreDeps, 'table'>) {
  return async (organizationId: string, deliveryWindowId: string): Promise<string | undefined> => {
    const { windowId, date } = readWindowId(deliveryWindowId);
    const stored = await table.get(windowEntity, { organizationId, id: windowId });
    return stored && occurrenceOn(stored.value, date)?.cutoffTime;
  };
}
