import { toInstant } from '../../../platform/core/clock.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { type Delivery, deliveryOf, isTaskOver, type Task } from '../../jobs/index.ts';
import { callProvider, type Provider } from '../../providers/index.ts';
import { failAttempt } from '../attempts/fail-attempt.ts';
import { markRunning } from '../attempts/mark-running.ts';
import { requestAgainLater } from '../attempts/request-again-later.ts';
import type { StepOutcome } from '../attempts/step-outcome.ts';
import { keyOf, readTaskInJob, refOf, setHandover, type TaskInJob } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { cancelAtProvider, MAX_WITHDRAW_TRIES } from './cancel-at-provider.ts';
import { reportNotWithdrawn } from './report-not-withdrawn.ts';

/** Withdraws the task under its key; only then may another provider get it. */
export async function withdrawTask(deps: DispatchDeps, held: TaskInJob): Promise<StepOutcome> {
  const task = held.stored.value;
  const provider = deps.providers.find(task.providerId ?? '');
  const reason = task.handover.reason ?? 'The provider could not be reached.';
  if (!provider) return failAttempt(deps, held, reason);
  const known = deliveryOf(held.aggregate, task)?.providerDeliveryId ?? null;
  let answer: Awaited<ReturnType<Provider['cancel']>>;
  try {
    answer = await cancelAtProvider(provider, task, known, reason);
  } catch (error) {
    return askAgainOrLeave(deps, held, { call: 'cancel', error, reason });
  }
  if (answer.outcome === 'canceled') return recordGivenBack(deps, held, reason);
  return adopt(deps, held, provider, answer.reason);
}

/**
 * The provider refuses the key from now on, whatever another worker was told: that worker may have met a
 * refusal and left the task with the provider.
 */
async function recordGivenBack(deps: DispatchDeps, given: TaskInJob, reason: string): Promise<StepOutcome> {
  const outcome = await retryLostRace(deps.clock, async (attempt): Promise<StepOutcome | undefined> => {
    const held = attempt === 0 ? given : await readTaskInJob(deps, refOf(given.stored.value));
    if (!held || isTaskOver(held.stored.value.status)) return 'again';
    return (await failAttempt(deps, held, reason)) === 'done' ? 'done' : undefined;
  });
  return outcome ?? 'again';
}

/** The provider will not release the task: it has it, so the attempt continues with it. */
async function adopt(
  deps: DispatchDeps,
  held: TaskInJob,
  provider: Provider,
  reason: string,
): Promise<StepOutcome> {
  const task = held.stored.value;
  const delivery = deliveryOf(held.aggregate, task);
  let state: Awaited<ReturnType<Provider['refresh']>>;
  try {
    state = await callProvider(provider, 'refresh', (signal) =>
      provider.refresh({ ...keyOf(task), signal, providerDeliveryId: delivery?.providerDeliveryId ?? null }),
    );
  } catch (error) {
    return askAgainOrLeave(deps, held, { call: 'refresh', error, reason });
  }
  if (state.outcome === 'unknown') return failAttempt(deps, held, reason);
  const at = toInstant(deps.clock.now());
  if (!delivery) return 'done';
  if (task.status === 'running') return keepRunning(deps, held, reason);
  const taken: Delivery = { ...delivery, providerDeliveryId: state.providerDeliveryId, updatedAt: at };
  const accepted = { task, delivery: taken, configuration: held.configuration };
  await deps.table.write(markRunning(held.aggregate, [accepted], at));
  return 'again';
}

/** A provider that has the task keeps it: no other provider gets it, and this is reported. */
async function keepRunning(deps: DispatchDeps, held: TaskInJob, reason: string): Promise<StepOutcome> {
  const task = held.stored.value;
  const settled: Task['handover'] = {
    ...task.handover,
    phase: 'settled',
    leaseUntil: null,
    doubt: false,
    tries: 0,
    reason: null,
    cause: null,
  };
  const told = reportNotWithdrawn(held, reason, toInstant(deps.clock.now()));
  return (await setHandover(deps, held, settled, told)) ? 'done' : 'again';
}

/**
 * Asks again later, but not for ever: if it remains unknown whether the provider has the package, no other
 * provider gets it.
 */
function askAgainOrLeave(
  deps: DispatchDeps,
  held: TaskInJob,
  failed: { readonly call: string; readonly error: unknown; readonly reason: string },
): Promise<StepOutcome> {
  const { tries } = held.stored.value.handover;
  if (tries < MAX_WITHDRAW_TRIES) return requestAgainLater(deps, held, failed.call, failed.error, tries + 1);
  if (held.stored.value.status === 'running') return keepRunning(deps, held, failed.reason);
  const reason = `${failed.reason} The delivery could not be cancelled there either.`;
  return failAttempt(deps, held, reason, { nobodyElse: true });
}
