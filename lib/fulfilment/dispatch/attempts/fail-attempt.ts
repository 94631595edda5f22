import { toInstant } from '../../../platform/core/clock.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { endAttempt, succeedAttempt } from './end-attempt.ts';
import { planNextAttempt } from './plan-next-attempt.ts';
import type { StepOutcome } from './step-outcome.ts';
import { readTaskInJob, refOf, type TaskInJob } from './task-in-job.ts';

/** The attempt failed for good: in one transaction it ends, and the next one is created or exhaustion is reported. */
export async function failAttempt(
  deps: DispatchDeps,
  held: TaskInJob,
  reason: string,
  options: { readonly nobodyElse?: boolean } = {},
): Promise<StepOutcome> {
  const outcome = await retryLostRace(deps.clock, async (attempt): Promise<StepOutcome | undefined> => {
    const present = attempt === 0 ? held : await readTaskInJob(deps, refOf(held.stored.value));
    // Another part of the job may have changed; the task itself must be the same as when the answer came.
    if (!present || present.stored.version !== held.stored.version) return 'again';
    return (await tryToFail(deps, present, reason, options)) ? 'done' : undefined;
  });
  return outcome ?? 'again';
}

async function tryToFail(
  deps: DispatchDeps,
  held: TaskInJob,
  reason: string,
  options: { readonly nobodyElse?: boolean },
): Promise<boolean> {
  const { aggregate, configuration, stored } = held;
  const task = stored.value;
  const { handover } = task;
  const next =
    options.nobodyElse || configuration.canceledAt !== null
      ? undefined
      : await planNextAttempt(deps, aggregate, configuration, task);
  const at = toInstant(deps.clock.now());
  const ended = endAttempt(
    aggregate,
    task,
    {
      ...(handover.cause === null
        ? { status: 'failed' as const, deliveryStatus: 'canceled_by_provider' as const }
        : { status: 'canceled_by_system' as const, deliveryStatus: 'canceled_by_auto_reassign' as const }),
      reason,
      // After a withdrawal the key is cancelled once more when every earlier call has surely ended.
      handover: {
        ...handover,
        phase: 'settled',
        leaseUntil: null,
        tries: 0,
        doubt: handover.phase === 'withdraw' || options.nobodyElse === true,
      },
    },
    configuration.orderId,
    at,
  );
  return (await deps.table.write(succeedAttempt(aggregate, { configuration, last: task, ended, next, at })))
    .ok;
}
