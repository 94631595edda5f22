import { toInstant } from '../../../platform/core/clock.ts';
import { readTimer } from '../../../platform/timers/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { handoverTimer } from '../events.ts';
import { HANDOVER_WATCH_MS, watchHandover } from './open-attempt.ts';
import type { StepOutcome } from './step-outcome.ts';
import { setHandover, type TaskInJob } from './task-in-job.ts';

/** The effect is unknown: the same key is sent again when the timer fires, each time a little later. */
export async function requestAgainLater(
  deps: DispatchDeps,
  held: TaskInJob,
  call: string,
  error: unknown,
  tries = held.stored.value.handover.tries,
): Promise<StepOutcome> {
  const task = held.stored.value;
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
    deps,
    held,
    { ...task.handover, leaseUntil: null, tries },
    watchHandover(task, at, timer, delayMs),
  );
  return done ? 'done' : 'again';
}
