import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import { defineTimer, rearmTimer } from '../../platform/timers/index.ts';
import type { DeliveryDeps } from '../jobs/index.ts';
import { type Delivery, isTerminal, readTask, type Task, taskEvents, wasPickedUp } from '../jobs/index.ts';
import { isAccountSince } from '../providers/accounts/index.ts';
import { callProvider, type Provider, type ProviderUpdate } from '../providers/index.ts';
import { nextPollAt } from './poll-interval.ts';
import { takeUpdates } from './receive-message.ts';

/** When to ask a provider about a delivery. Its subject is the delivery's id. */
export const pollTimer = defineTimer({
  kind: 'provider-poll',
  data: z.object({
    jobId: z.string(),
    taskId: z.string(),
    /** Whether the provider did not know the delivery when it was last asked. */
    wasUnknown: z.boolean().default(false),
  }),
  summary: "A provider is due to be asked for a delivery's state.",
});

/** Events that make the poller check a task. */
export const POLL_EVENTS = Object.freeze([taskEvents.running, pollTimer.fired]);

interface Polled {
  readonly task: Task;
  readonly delivery: Delivery;
  readonly provider: Provider;
}

/**
 * Asks a provider about a delivery that it carries, when the time for it has come, and sets the next time.
 * Which event it is matters little: the first only sets the timer. A provider that does not answer is asked
 * again later; one that does not know the delivery twice in a row no longer has it, and the delivery ends.
 */
export async function pollProvider(deps: DeliveryDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const hasFired = event.name === pollTimer.fired.name;
  const of = hasFired
    ? pollTimer.fired.parse(event).data.data
    : { ...taskEvents.running.parse(event).data, wasUnknown: false };
  const polled = await find(deps, organizationId, of);
  if (!polled || isTerminal(polled.delivery.status)) return;
  const isUnknown = hasFired && (await ask(deps, polled, of.wasUnknown)) === 'unknown';
  const now = hasFired ? await find(deps, organizationId, of) : polled;
  if (now) await requestAgain(deps, now, isUnknown);
}

async function find(
  { table, providers }: DeliveryDeps,
  organizationId: string,
  { taskId }: { readonly taskId: string },
): Promise<Polled | undefined> {
  const found = await readTask(table, organizationId, taskId);
  const provider = providers.find(found?.task.providerId ?? '');
  return found && provider && provider.news !== 'reported' ? { ...found, provider } : undefined;
}

async function ask(
  deps: DeliveryDeps,
  { task, delivery, provider }: Polled,
  wasUnknown: boolean,
): Promise<'unknown' | 'other'> {
  const { organizationId, id: idempotencyKey } = task;
  const { providerDeliveryId } = delivery;
  const about = { organizationId, deliveryId: delivery.id, provider: provider.name };
  try {
    const state = await callProvider(provider, 'refresh', (signal) =>
      provider.refresh({ organizationId, idempotencyKey, providerDeliveryId, signal }),
    );
    if (state.outcome === 'unknown') {
      deps.log.warn('provider-news.unknown', 'A provider does not know a delivery that it accepted.', about);
      const isInstalled = deps.providers.all.some(({ id }) => id === provider.id);
      const needsAccount = provider.needsAccount || !isInstalled;
      const of = { organizationId, providerId: provider.id, needsAccount };
      if (!wasUnknown || !(await isAccountSince(deps.table, of, delivery.createdAt))) return 'unknown';
    }
    const reported = state.outcome === 'unknown' ? [lost(delivery, provider)] : state.updates;
    const updates = reported.map((update) => ({ ...update, deliveryId: delivery.id }));
    const taken = await takeUpdates(deps, { organizationId, providerId: provider.id }, updates);
    if (isRefusal(taken)) deps.log.info('provider-news.busy', 'An update of a poll has to wait.', about);
  } catch (error) {
    deps.log.warn('provider-news.not-reached', "A provider did not return a delivery's state.", {
      ...about,
      error: error instanceof Error ? error.message : String(error),
    });
  }
  return 'other';
}

/**
 * What a provider would report about a delivery that it no longer has. Before the pickup another provider takes over.
 */
function lost(delivery: Delivery, provider: Provider): Omit<ProviderUpdate, 'deliveryId'> {
  return {
    status: wasPickedUp(delivery) ? 'failed' : 'canceled_by_provider',
    failure: { code: 'other', reason: `${provider.name} no longer knows this delivery.` },
  };
}

/** Sets the timer for the next question to the provider. */
async function requestAgain(
  deps: DeliveryDeps,
  { task, delivery, provider }: Polled,
  wasUnknown: boolean,
): Promise<void> {
  const { organizationId, jobId, id: taskId, pickupStartTime } = task;
  const dueMs = nextPollAt(provider.news, { ...delivery, pickupStartTime }, deps.clock.now());
  if (dueMs === undefined) return;
  const data = { jobId, taskId, wasUnknown };
  await rearmTimer(deps, {
    organizationId,
    kind: pollTimer,
    subject: delivery.id,
    dueAt: toInstant(dueMs),
    data,
  });
}
