import { toInstant } from '../../../platform/core/clock.ts';
import type { Task } from '../../jobs/index.ts';
import { callProvider, type Provider } from '../../providers/index.ts';
import { keyOf, type TaskInJob } from '../attempts/task-in-job.ts';
import { shipmentUnder } from '../choice/shipment-of.ts';

/** Longer than the worker's function may run, so an earlier invocation has certainly ended. Milliseconds. */
const LEASE_MS = 90_000;

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
