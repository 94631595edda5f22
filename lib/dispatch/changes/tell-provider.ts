import type { Refusal } from '../../core/refusal.ts';
import {
  advancedTask,
  type Configuration,
  deliveryOf,
  isConfigurationOver,
  type JobAggregate,
  type Package,
  type Task,
} from '../../jobs/index.ts';
import { callProvider } from '../../providers/index.ts';
import { shipmentOf } from '../choice/shipment-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { keyOf } from '../handover/task-in-job.ts';
import { disallowedOperation, jobContention, jobStateForbids } from '../refusals.ts';

/** How far a package is with its provider, as a change of it sees it. */
export type Holder =
  | { readonly kind: 'nobody'; readonly task: Task }
  /** A provider was chosen and not asked yet. */
  | { readonly kind: 'chosen'; readonly task: Task }
  /** A provider has it and is to agree. */
  | { readonly kind: 'provider'; readonly task: Task };

/** Who has a package, or why it cannot be changed now. */
export function holderOf(job: JobAggregate, configuration: Configuration): Holder | Refusal {
  const { id: jobId } = job.job.value;
  const task = advancedTask(job, configuration.id);
  if (!task || isConfigurationOver(job, configuration) || job.job.value.canceledAt !== null) {
    const status = deliveryOf(job, task)?.status ?? task?.status ?? 'created';
    return jobStateForbids(
      `Configuration ${configuration.id} of job ${jobId} is ${status}: nothing of it can be changed any more.`,
      {
        jobId,
        jobConfigurationId: configuration.id,
        status,
      },
    );
  }
  if (task.providerId === null) return { kind: 'nobody', task };
  const { phase, doubt, tries, leaseUntil } = task.handover;
  if (task.status === 'running' && phase === 'settled') return { kind: 'provider', task };
  if (phase === 'place' && !doubt && tries === 0 && leaseUntil === null) return { kind: 'chosen', task };
  return jobContention(
    `Configuration ${configuration.id} of job ${jobId} is on its way to or from a provider at this moment; send the request again.`,
    { jobId, jobConfigurationId: configuration.id },
  );
}

/** Asks the provider that has a package to carry it as it is to be. Undefined when it agrees. */
export async function tellProvider(
  job: JobAggregate,
  task: Task,
  item: Package,
  deps: DispatchDeps,
): Promise<Refusal | undefined> {
  const provider = deps.providers.find(task.providerId ?? '');
  const details = { jobId: task.jobId, taskId: task.id, providerId: task.providerId };
  if (!provider) {
    return disallowedOperation(
      `${task.providerName} is no longer available and cannot be told of the change. Cancel or reassign the task.`,
      details,
    );
  }
  const providerDeliveryId = deliveryOf(job, task)?.providerDeliveryId ?? null;
  try {
    const answer = await callProvider(provider, 'update', (signal) =>
      provider.update({ ...keyOf(task), signal, providerDeliveryId, shipment: shipmentOf(item) }),
    );
    if (answer.outcome === 'updated') return undefined;
    return disallowedOperation(
      `${provider.name} has the package and refused the change: ${answer.reason} The job is as it was. Reassign the task or cancel it.`,
      details,
    );
  } catch (error) {
    deps.log.warn('dispatch.update-lost', 'A provider gave no answer to a change of a delivery.', {
      ...details,
      error: error instanceof Error ? error.message : String(error),
    });
    return disallowedOperation(
      `${provider.name} has the package and could not be reached. The job is as it was; send the request again.`,
      details,
    );
  }
}
