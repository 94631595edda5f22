import { toInstant } from '../core/clock.ts';
import { sideBySide } from '../core/side-by-side.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { fireTimer } from './fire-timer.ts';
import { TIMER_SHARDS, timerEntity } from './timer.ts';

/** A timer that is still armed this long after its time has lost its execution. Milliseconds. */
const GRACE_MS = 2 * 60_000;

/** At most this many timers in one run; the next run takes the rest. */
const SWEEP_LIMIT = 500;

/** Timers fired at the same time: 500 of them well within the function's time. */
const WIDTH = 10;

/**
 * Fires timers whose execution is gone. Returns how many it fired. One that cannot be fired does not keep the others
 * waiting, as it would for ever, being the longest overdue; it throws in the end, so that somebody looks.
 */
export async function sweepTimers({
  table,
  clock,
  log,
}: CoreDeps): Promise<{ fired: number; overdue: number }> {
  const overdue = await table.list(timerEntity, {
    shards: TIMER_SHARDS,
    direction: 'ASC',
    to: toInstant(clock.now() - GRACE_MS),
    limit: SWEEP_LIMIT,
  });
  const failures: unknown[] = [];
  const firings = await sideBySide(overdue, WIDTH, async ({ row }) => {
    const timer = {
      organizationId: String(row.organizationId),
      timerId: String(row.id),
      generation: Number(row.generation),
    };
    try {
      return await fireTimer(timer, { table, clock });
    } catch (error) {
      log.error('timers.not-swept', 'An overdue timer could not be fired.', timer, error);
      failures.push(error);
      return undefined;
    }
  });
  const fired = firings.filter((firing) => firing === 'fired').length;
  if (fired > 0) log.warn('timers.swept', 'Fired timers whose execution was gone.', { fired });
  if (failures.length > 0) throw new AggregateError(failures, 'Some overdue timers could not be fired.');
  return { fired, overdue: overdue.length };
}
