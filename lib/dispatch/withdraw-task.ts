import { toInstant } from '../core/clock.ts';
import { type Delivery, deliveryOf } from '../jobs/index.ts';
import { callProvider, type Provider } from '../providers/index.ts';
import { askAgainLater } from './ask-again-later.ts';
import { cancelAtProvider, MAX_WITHDRAW_TRIES } from './cancel-at-provider.ts';
import type { DispatchDeps } from './dispatch-deps.ts';
import { failAttempt } from './fail-attempt.ts';
import { markRunning } from './mark-running.ts';
import type { Progress } from './progress.ts';
import { keyOf, type Seat } from './seat.ts';

/** Takes the task back under its key; only then may somebody else have it. */
export async function withdrawTask(seat: Seat, deps: DispatchDeps): Promise<Progress> {
  const task = seat.stored.value;
  const provider = deps.providers.find(task.providerId ?? '');
  const reason = task.handover.reason ?? 'The provider could not be reached.';
  if (!provider) return failAttempt(seat, reason, deps);
  const known = deliveryOf(seat.aggregate, task)?.providerDeliveryId ?? null;
  let answer: Awaited<ReturnType<Provider['cancel']>>;
  try {
    answer = await cancelAtProvider(provider, task, known, reason);
  } catch (error) {
    return askAgainOrLeave(seat, { call: 'cancel', error, reason }, deps);
  }
  if (answer.outcome === 'canceled') return failAttempt(seat, reason, deps);
  return adopt(seat, provider, answer.reason, deps);
}

/** The provider will not give the task back: it holds it, so the attempt goes on with it. */
async function adopt(seat: Seat, provider: Provider, reason: string, deps: DispatchDeps): Promise<Progress> {
  const task = seat.stored.value;
  const delivery = deliveryOf(seat.aggregate, task);
  let state: Awaited<ReturnType<Provider['refresh']>>;
  try {
    state = await callProvider(provider, 'refresh', (signal) =>
      provider.refresh({ ...keyOf(task), signal, providerDeliveryId: delivery?.providerDeliveryId ?? null }),
    );
  } catch (error) {
    return askAgainOrLeave(seat, { call: 'refresh', error, reason }, deps);
  }
  if (state.outcome === 'unknown') return failAttempt(seat, reason, deps);
  const at = toInstant(deps.clock.now());
  if (!delivery) return 'done';
  const taken: Delivery = { ...delivery, providerDeliveryId: state.providerDeliveryId, updatedAt: at };
  await deps.table.write(markRunning(seat, taken, at));
  return 'again';
}

/** Asks again later, but not for ever: when it cannot be found out whether it holds the package, nobody else gets it. */
function askAgainOrLeave(
  seat: Seat,
  failed: { readonly call: string; readonly error: unknown; readonly reason: string },
  deps: DispatchDeps,
): Promise<Progress> {
  const { tries } = seat.stored.value.handover;
  if (tries < MAX_WITHDRAW_TRIES) return askAgainLater(seat, failed.call, failed.error, deps, tries + 1);
  const reason = `${failed.reason} Nor could the delivery be taken back.`;
  return failAttempt(seat, reason, deps, { nobodyElse: true });
}
