import { toInstant } from '../../../platform/core/clock.ts';
import { deliveryOf, type Task } from '../../jobs/index.ts';
import { callProvider, type Provider } from '../../providers/index.ts';
import { askAgainLater } from '../attempts/ask-again-later.ts';
import { failAttempt } from '../attempts/fail-attempt.ts';
import { HANDOVER_WATCH_MS } from '../attempts/open-attempt.ts';
import type { StepOutcome } from '../attempts/step-outcome.ts';
import { keyOf, setHandover, type TaskInJob } from '../attempts/task-in-job.ts';
import { shipmentUnder } from '../choice/shipment-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { beginWithdrawal } from '../withdrawal/begin-withdrawal.ts';
import { recordAcceptance } from './record-acceptance.ts';

/** Longer than the worker's function may run, so an earlier invocation has certainly ended. Milliseconds. */
const LEASE_MS = 90_000;

/** Calls of `create` with one key before the task is withdrawn and given to another provider. */
const MAX_PLACE_TRIES = 3;

/** Asks the provider to accept the task. */
export async function placeTask(deps: DispatchDeps, held: TaskInJob): Promise<StepOutcome> {
  const { stored, aggregate } = held;
  const task = stored.value;
  const { handover } = task;
  const now = deps.clock.now();
  const at = toInstant(now);
  if (handover.leaseUntil !== null && handover.leaseUntil > at) return 'done';
  const provider = deps.providers.find(task.providerId ?? '');
  const delivery = deliveryOf(aggregate, task);
  if (!provider || !delivery) return failAttempt(deps, held, `${task.providerName} is no longer available.`);
  if (handover.tries >= MAX_PLACE_TRIES) {
    return withdraw(deps, held, `${provider.name} could not be reached.`);
  }
  const wasInDoubt = handover.doubt;
  const claimed = await setHandover(deps, held, leased(task, now));
  if (!claimed) return 'again';
  return settleAnswer(deps, claimed, provider, await askProvider(claimed, provider), { wasInDoubt });
}

/** The hand-over of a task that is being placed now: no other worker takes it up for a while. */
export function leased({ handover }: Task, now: number): Task['handover'] {
  return {
    ...handover,
    token: handover.token + 1,
    leaseUntil: toInstant(now + LEASE_MS),
    tries: handover.tries + 1,
    doubt: true,
  };
}

/** Result of a call: the provider's answer, or why there is none. */
export type PlaceAnswer =
  | Awaited<ReturnType<Provider['create']>>
  | { readonly outcome: 'lost'; readonly error: unknown };

/** Asks the provider to accept a task whose hand-over is leased. */
export async function askProvider(
  { stored: { value: task }, configuration, aggregate }: TaskInJob,
  provider: Provider,
): Promise<PlaceAnswer> {
  const winner = task.quotes.find(({ id }) => id === task.winnerQuoteId);
  const batch = aggregate.batch && {
    id: aggregate.batch.value.id,
    position: configuration.position,
    size: aggregate.configurations.length,
  };
  try {
    return await callProvider(provider, 'create', (signal) =>
      provider.create({
        ...keyOf(task),
        signal,
        jobId: task.jobId,
        taskId: task.id,
        deliveryId: task.deliveryId,
        shipment: shipmentUnder(aggregate.job.value.strategy, configuration.package),
        ...(batch ? { batch } : {}),
        quote: winner
          ? { id: winner.id, priceCents: winner.priceCents, providerQuoteId: winner.providerQuoteId }
          : null,
      }),
    );
  } catch (error) {
    return { outcome: 'lost', error };
  }
}

/** Records the result of a call. */
export async function settleAnswer(
  deps: DispatchDeps,
  claimed: TaskInJob,
  provider: Provider,
  answer: PlaceAnswer,
  { wasInDoubt }: { readonly wasInDoubt: boolean },
): Promise<StepOutcome> {
  if (answer.outcome === 'lost') return askAgainLater(deps, claimed, 'create', answer.error);
  if (answer.outcome === 'accepted') return recordAcceptance(deps, claimed, provider, answer);
  if (!answer.permanent && claimed.stored.value.handover.tries < MAX_PLACE_TRIES) {
    return askAgainLater(deps, claimed, 'create', new Error(answer.reason));
  }
  // An earlier call may have been accepted although its answer was lost; this refusal does not cover it.
  if (wasInDoubt) return withdraw(deps, claimed, answer.reason);
  return failAttempt(deps, claimed, answer.reason);
}

/** The watch takes over when this worker dies: the package of a batch had none of its own until now. */
async function withdraw(deps: DispatchDeps, held: TaskInJob, reason: string): Promise<StepOutcome> {
  await beginWithdrawal(deps, held, { cause: null, reason }, HANDOVER_WATCH_MS);
  return 'again';
}
