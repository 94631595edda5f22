import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { deliveryOf, type JobAggregate, receiveProviderUpdate, type Task } from '../../jobs/index.ts';
import { callProvider } from '../../providers/index.ts';
import { keyOf } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { findJob, type JobActor } from '../find-job.ts';

/**
 * Asks the providers that carry the job's packages for their state, applies it like their own updates, and
 * returns the current job. A provider that does not answer does not block the others.
 */
export async function refreshJob(
  deps: DispatchDeps,
  actor: JobActor,
  id: string,
): Promise<JobAggregate | Refusal> {
  const job = await findJob(deps.table, actor, id);
  if (isRefusal(job)) return job;
  const running = job.tasks.map(({ value }) => value).filter(({ status }) => status === 'running');
  await mapConcurrently(running, 5, (task) => refreshTask(deps, job, task));
  return findJob(deps.table, actor, id);
}

async function refreshTask(deps: DispatchDeps, job: JobAggregate, task: Task): Promise<void> {
  const provider = deps.providers.find(task.providerId ?? '');
  const delivery = deliveryOf(job, task);
  if (!provider || !delivery) return;
  const { providerDeliveryId } = delivery;
  try {
    const state = await callProvider(provider, 'refresh', (signal) =>
      provider.refresh({ ...keyOf(task), signal, providerDeliveryId }),
    );
    if (state.outcome === 'unknown') return;
    const from = { organizationId: task.organizationId, providerId: provider.id };
    for (const update of state.updates) {
      await receiveProviderUpdate(deps, from, { ...update, deliveryId: delivery.id });
    }
  } catch (error) {
    deps.log.warn('dispatch.refresh-failed', 'A provider did not return the state of a delivery.', {
      taskId: task.id,
      provider: provider.name,
      error: error instanceof Error ? error.message : String(error),
    });
  }
}
