import { toInstant } from '../core/clock.ts';
import type { DispatchDeps } from './dispatch-deps.ts';
import { endAttempt, succeedAttempt } from './end-attempt.ts';
import { planNextAttempt } from './plan-next-attempt.ts';
import { MAX_STEPS, type Progress } from './progress.ts';
import { readSeat, refOf, type Seat } from './seat.ts';

/** The attempt failed for good: it ends, and the next one is opened or exhaustion is told, in one transaction. */
export async function failAttempt(
  seat: Seat,
  reason: string,
  deps: DispatchDeps,
  options: { readonly nobodyElse?: boolean } = {},
): Promise<Progress> {
  for (let tries = 0; tries < MAX_STEPS; tries += 1) {
    const present = tries === 0 ? seat : await readSeat(refOf(seat.stored.value), deps);
    // Another part of the job may have changed; the task itself must still be as it was when the answer came.
    if (!present || present.stored.version !== seat.stored.version) return 'again';
    if (await tryToFail(present, reason, deps, options)) return 'done';
  }
  return 'again';
}

async function tryToFail(
  seat: Seat,
  reason: string,
  deps: DispatchDeps,
  options: { readonly nobodyElse?: boolean },
): Promise<boolean> {
  const { aggregate, configuration, stored } = seat;
  const task = stored.value;
  const { handover } = task;
  const next =
    options.nobodyElse || configuration.canceledAt !== null
      ? undefined
      : await planNextAttempt(aggregate, configuration, task, deps);
  const at = toInstant(deps.clock.now());
  const ended = endAttempt(
    aggregate,
    task,
    {
      status: 'failed',
      deliveryStatus: 'canceled_by_provider',
      reason,
      // After a withdrawal the key is cancelled once more when every earlier call is surely over.
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
