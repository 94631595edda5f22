import { toInstant } from '../core/clock.ts';
import { readTimer } from '../timers/index.ts';
import type { DispatchDeps } from './dispatch-deps.ts';
import { handoverTimer } from './events.ts';
import { HANDOVER_WATCH_MS, watchHandover } from './open-attempt.ts';
import type { Progress } from './progress.ts';
import { type Seat, setHandover } from './seat.ts';

/** Nothing is known of the effect: the same key is sent again when the timer fires, each time a little later. */
export async function askAgainLater(
  seat: Seat,
  call: string,
  error: unknown,
  deps: DispatchDeps,
  tries = seat.stored.value.handover.tries,
): Promise<Progress> {
  const task = seat.stored.value;
  deps.log.warn('dispatch.provider-outage', 'A provider gave no definite answer; it is asked again.', {
    taskId: task.id,
    provider: task.providerName,
    call,
    tries,
    error: error instanceof Error ? error.message : String(error),
  });
  const timer = await readTimer(deps.table, {
    organizationId: task.organizationId,
    kind: handoverTimer,
    subject: task.id,
  });
  const delayMs = Math.min(5_000 * 2 ** Math.max(tries - 1, 0), HANDOVER_WATCH_MS);
  const at = toInstant(deps.clock.now());
  const done = await setHandover(
    seat,
    { ...task.handover, leaseUntil: null, tries },
    deps,
    watchHandover(task, at, timer, delayMs),
  );
  return done ? 'done' : 'again';
}
