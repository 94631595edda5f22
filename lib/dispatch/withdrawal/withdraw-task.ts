import { toInstant } from '../../core/clock.ts';
import { type Delivery, deliveryOf, recordTask, type Task } from '../../jobs/index.ts';
import { callProvider, type Provider } from '../../providers/index.ts';
import { failAttempt } from '../attempts/fail-attempt.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { askAgainLater } from '../handover/ask-again-later.ts';
import { markRunning } from '../handover/mark-running.ts';
import type { StepOutcome } from '../handover/step-outcome.ts';
import { keyOf, setHandover, type TaskInJob } from '../handover/task-in-job.ts';
import { cancelAtProvider, MAX_WITHDRAW_TRIES } from './cancel-at-provider.ts';

/** Takes the task back under its key; only then may somebody else have it. */
export async function withdrawTask(held: TaskInJob, deps: DispatchDeps): Promise<StepOutcome> {
  const task = held.stored.value;
  const provider = deps.providers.find(task.providerId ?? '');
  const reason = task.handover.reason ?? 'The provider could not be reached.';
  if (!provider) return failAttempt(held, reason, deps);
  const known = deliveryOf(held.aggregate, task)?.providerDeliveryId ?? null;
  let answer: Awaited<ReturnType<Provider['cancel']>>;
  try {
    answer = await cancelAtProvider(provider, task, known, reason);
  } catch (error) {
    return askAgainOrLeave(held, { call: 'cancel', error, reason }, deps);
  }
  if (answer.outcome === 'canceled') return failAttempt(held, reason, deps);
  return adopt(held, provider, answer.reason, deps);
}

/** The provider will not give the task back: it holds it, so the attempt goes on with it. */
async function adopt(
  held: TaskInJob,
  provider: Provider,
  reason: string,
  deps: DispatchDeps,
): Promise<StepOutcome> {
  const task = held.stored.value;
  const delivery = deliveryOf(held.aggregate, task);
  let state: Awaited<ReturnType<Provider['refresh']>>;
  try {
    state = await callProvider(provider, 'refresh', (signal) =>
      provider.refresh({ ...keyOf(task), signal, providerDeliveryId: delivery?.providerDeliveryId ?? null }),
    );
  } catch (error) {
    return askAgainOrLeave(held, { call: 'refresh', error, reason }, deps);
  }
  if (state.outcome === 'unknown') return failAttempt(held, reason, deps);
  const at = toInstant(deps.clock.now());
  if (!delivery) return 'done';
  if (task.status === 'running') return keepRunning(held, deps);
  const taken: Delivery = { ...delivery, providerDeliveryId: state.providerDeliveryId, updatedAt: at };
  await deps.table.write(markRunning(held, taken, at));
  return 'again';
}

/** A provider that has the task keeps it: nobody else gets it, and that is told. */
async function keepRunning(held: TaskInJob, deps: DispatchDeps): Promise<StepOutcome> {
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
  const delivery = deliveryOf(held.aggregate, task);
  const at = toInstant(deps.clock.now());
  const told = recordTask('cancellation_failed', task, delivery, held.configuration.orderId, at);
  return (await setHandover(held, settled, deps, [told])) ? 'done' : 'again';
}

/** Asks again later, but not for ever: when it cannot be found out whether it holds the package, nobody else gets it. */
function askAgainOrLeave(
  held: TaskInJob,
  failed: { readonly call: string; readonly error: unknown; readonly reason: string },
  deps: DispatchDeps,
): Promise<StepOutcome> {
  const { tries } = held.stored.value.handover;
  if (tries < MAX_WITHDRAW_TRIES) return askAgainLater(held, failed.call, failed.error, deps, tries + 1);
  if (held.stored.value.status === 'running') return keepRunning(held, deps);
  const reason = `${failed.reason} Nor could the delivery be taken back.`;
  return failAttempt(held, reason, deps, { nobodyElse: true });
}
