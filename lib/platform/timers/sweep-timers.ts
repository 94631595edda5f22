import { toInstant } from '../core/clock.ts';
import { mapConcurrently } from '../core/map-concurrently.ts';
import type { CoreDeps } from '../runtime/index.ts';
import type { ListPlace } from '../table/index.ts';
import { fireTimer } from './fire-timer.ts';
import { TIMER_SHARDS, timerEntity } from './timer.ts';

/** A timer that is still set this long after its time has lost its wait. Milliseconds. */
const GRACE_MS = 2 * 60_000;

/** Timers that are read at a time. */
const PAGE = 500;

/** Timers fired in parallel. */
const WIDTH = 25;

/**
 * Fires every timer whose wait was lost, until none is left or `untilMs` has passed. Returns their number. A
 * timer that cannot be fired does not block the others, although it is the longest overdue; it throws at the
 * end, so that somebody looks at it.
 */
export async function sweepTimers(
  { table, clock, log }: CoreDeps,
  untilMs: number,
): Promise<{ fired: number; overdue: number }> {
  const to = toInstant(clock.now() - GRACE_MS);
  const failures: unknown[] = [];
  let [fired, overdue] = [0, 0];
  let after: ListPlace | undefined;
  do {
    const page = await table.list(timerEntity, {
      shards: TIMER_SHARDS,
      direction: 'ASC',
      to,
      limit: PAGE,
      ...(after ? { after } : {}),
    });
    const firings = await mapConcurrently(page, WIDTH, async ({ row }) => {
      const timer = {
        organizationId: String(row.organizationId),
        timerId: String(row.id),
        generation: Number(row.generation),
      };
      try {
        return await fireTimer({ table, clock }, timer);
      } catch (error) {
        log.error('timers.not-swept', 'An overdue timer could not be fired.', timer, error);
        failures.push(error);
        return undefined;
      }
    });
    fired += firings.filter((firing) => firing === 'fired').length;
    overdue += page.length;
    // The list still contains timers that have just fired, so reading continues instead of starting again.
    after = page.length < PAGE ? undefined : page.at(-1);
  } while (after && clock.now() < untilMs);
  if (fired > 0) log.warn('timers.swept', 'Fired timers that were no longer waiting.', { fired });
  if (failures.length > 0) throw new AggregateError(failures, 'Some overdue timers could not be fired.');
  return { fired, overdue };
}
