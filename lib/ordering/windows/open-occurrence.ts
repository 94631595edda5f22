import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, type Stored } from '../../platform/table/index.ts';
import { armTimer, readTimer } from '../../platform/timers/index.ts';
import { slotsFor } from './capacity.ts';
import { type Occurrence, occurrenceEntity, readOccurrence, type Slot } from './occurrence.ts';
import type { DeliveryWindow } from './window.ts';
import { cutoffTimer } from './window-events.ts';
import type { WindowTimes } from './window-times.ts';

/**
 * The occurrence with its slots; created with its cutoff timer when it was never booked. It is created in a
 * transaction of its own, so that of many first bookings at the same moment none has to wait for another. 1
 * call, 3 the first time.
 */
export async function openOccurrence(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  window: DeliveryWindow,
  times: WindowTimes,
  key: string,
  now: string,
): Promise<{ readonly root: Stored<Occurrence>; readonly slots: readonly Stored<Slot>[] }> {
  const { organizationId } = window;
  const opened = await retryLostRace(clock, async () => {
    const { root, slots } = await readOccurrence(table, { organizationId, key });
    if (root) return { root, slots };
    const value: Occurrence = {
      organizationId,
      key,
      windowId: window.id,
      date: times.date,
      startTime: times.startTime,
      endTime: times.endTime,
      cutoffTime: times.cutoffTime,
      slots: slotsFor(window.maximumCapacity),
      state: 'open',
    };
    const stored = await readTimer(table, { organizationId, kind: cutoffTimer, subject: key });
    const outcome = await table.write([
      create(occurrenceEntity, value),
      ...armTimer({
        organizationId,
        kind: cutoffTimer,
        subject: key,
        dueAt: times.cutoffTime,
        data: { key },
        occurredAt: now,
        stored,
      }),
    ]);
    if (outcome.ok) return { root: { value, version: 1 }, slots: [] };
  });
  if (opened) return opened;
  throw new Error(`The occurrence ${key} could be neither created nor found.`);
}
