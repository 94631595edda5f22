import * as z from 'zod';
import { toInstant } from '../core/clock.ts';
import { isRefusal } from '../core/refusal.ts';
import type { DeliveryDeps } from '../deliveries/index.ts';
import type { EventRecord } from '../events/index.ts';
import { type Delivery, deliveryOf, isTerminal, readJob, type Task, taskEvents } from '../jobs/index.ts';
import { callProvider, type Provider } from '../providers/index.ts';
import { armTimer, defineTimer, readTimer } from '../timers/index.ts';
import { nextPollAt } from './poll-interval.ts';
import { takeUpdates } from './receive-message.ts';

/** When a provider is to be asked about a delivery. Its subject is the delivery's id. */
export const pollTimer = defineTimer({
  kind: 'provider-poll',
  data: z.object({ jobId: z.string(), taskId: z.string() }),
  summary: 'A provider is to be asked how a delivery fares.',
});

/** What makes the poller look at a task. */
export const POLL_EVENTS = Object.freeze([taskEvents.running, pollTimer.fired]);

interface Polled {
  readonly task: Task;
  readonly delivery: Delivery;
  readonly provider: Provider;
}

/**
 * Asks a provider about a delivery that it holds, when the time for it has come, and says when to ask again. Which event
 * it is does not matter much: the first only sets the clock. A provider that does not answer is asked again later.
 */
export async function pollProvider(event: EventRecord, deps: DeliveryDeps): Promise<void> {
  const { organizationId } = event;
  const hasFired = event.name === pollTimer.fired.name;
  const of = hasFired ? pollTimer.fired.parse(event).data.data : taskEvents.running.parse(event).data;
  const polled = await find(organizationId, of, deps);
  if (!polled || isTerminal(polled.delivery.status)) return;
  if (hasFired) await ask(polled, deps);
  const now = hasFired ? await find(organizationId, of, deps) : polled;
  if (now) await askAgain(now, deps);
}

async function find(
  organizationId: string,
  { jobId, taskId }: { readonly jobId: string; readonly taskId: string },
  { table, providers }: DeliveryDeps,
): Promise<Polled | undefined> {
  const job = await readJob(table, organizationId, jobId);
  const task = job?.tasks.find(({ value }) => value.id === taskId)?.value;
  const delivery = job && deliveryOf(job, task);
  const provider = providers.find(task?.providerId ?? '');
  return task && delivery && provider && provider.news !== 'reported'
    ? { task, delivery, provider }
    : undefined;
}

async function ask({ task, delivery, provider }: Polled, deps: DeliveryDeps): Promise<void> {
  const { organizationId, id: idempotencyKey } = task;
  const { providerDeliveryId } = delivery;
  const about = { organizationId, deliveryId: delivery.id, provider: provider.name };
  try {
    const state = await callProvider(provider, 'refresh', (signal) =>
      provider.refresh({ organizationId, idempotencyKey, providerDeliveryId, signal }),
    );
    if (state.outcome === 'unknown') {
      deps.log.warn('provider-news.unknown', 'A provider does not know a delivery that it took.', about);
      return;
    }
    const updates = state.updates.map((update) => ({ ...update, deliveryId: delivery.id }));
    const taken = await takeUpdates({ organizationId, providerId: provider.id }, updates, deps);
    if (isRefusal(taken)) deps.log.info('provider-news.busy', 'News of a poll has to wait.', about);
  } catch (error) {
    deps.log.warn('provider-news.not-reached', 'A provider did not say how a delivery fares.', {
      ...about,
      error: error instanceof Error ? error.message : String(error),
    });
  }
}

/** Arms the timer for the next question. A lost race was lost to somebody who armed it. */
async function askAgain({ task, delivery, provider }: Polled, deps: DeliveryDeps): Promise<void> {
  const { organizationId, jobId, id: taskId, pickupStartTime } = task;
  const now = deps.clock.now();
  const dueMs = nextPollAt(provider.news, { ...delivery, pickupStartTime }, now);
  if (dueMs === undefined) return;
  const stored = await readTimer(deps.table, { organizationId, kind: pollTimer, subject: delivery.id });
  if (stored?.value.state === 'armed') return;
  await deps.table.write(
    armTimer({
      organizationId,
      kind: pollTimer,
      subject: delivery.id,
      dueAt: toInstant(dueMs),
      data: { jobId, taskId },
      occurredAt: toInstant(now),
      stored,
    }),
  );
}
