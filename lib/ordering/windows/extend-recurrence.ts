import { toInstant } from '../../platform/core/clock.ts';
import type { Origin } from '../../platform/core/origin.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import { localTimeOf } from '../../platform/core/zoned-time.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { expandRecurrence } from './expand-recurrence.ts';
import { windowWrites } from './save-windows.ts';
import { windowEntity } from './window.ts';
import { horizonTimer } from './window-events.ts';

/** Computes the days of a recurring window further ahead. */
export async function extendRecurrence({ table, clock }: CoreDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const { windowId } = horizonTimer.fired.parse(event).data.data;
  const done = await retryLostRace(clock, async () => {
    const stored = await table.get(windowEntity, { organizationId, id: windowId });
    if (!stored || stored.value.rrule === null || stored.value.isDeleted) return true;
    const { rrule, startLocal, timezoneId } = stored.value;
    const at = toInstant(Math.max(clock.now(), Date.parse(stored.value.updatedAt)));
    const today = localTimeOf(at, timezoneId).slice(0, 10);
    const next = { ...stored.value, ...expandRecurrence({ rrule, startLocal, timezoneId }, today) };
    if (next.daysUntil === stored.value.daysUntil) return true;
    const origin: Origin = {
      organizationId,
      actor: { type: 'system', id: 'system', name: 'Delivery windows' },
      cause: `timer:${horizonTimer.kind}`,
    };
    const outcome = await table.write(
      await windowWrites({ table }, origin, stored, { ...next, updatedAt: at }, 'extended'),
    );
    return outcome.ok || undefined;
  });
  if (!done) throw new Error(`The window ${windowId} changed too often; it will be retried.`);
}
