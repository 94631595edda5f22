import type { Refusal } from '../../../platform/core/refusal.ts';
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
import { keyOf } from '../attempts/task-in-job.ts';
import { shipmentUnder } from '../choice/shipment-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { disallowedOperation, jobIsBusy, jobStateForbids } from '../refusals.ts';

/** State of a package with its provider, as a change of it sees it. */
export type Holder =
  | { readonly kind: 'nobody'; readonly task: Task }
  /** A provider was chosen but not asked yet. */
  | { readonly kind: 'chosen'; readonly task: Task }
  /** A provider has it and must agree. */
  | { readonly kind: 'provider'; readonly task: Task };

/** Who has a package, or why it cannot be changed now. */
export function holderOf(job: JobAggregate, configuration: Configuration): Holder | Refusal {
  const { id: jobId } = job.job.value;
  const task = advancedTask(job, configuration.id);
  if (!task || isConfigurationOver(job, configuration) || job.job.value.canceledAt !== null) {
    const status = deliveryOf(job, task)?.status ?? task?.status ?? 'created';
    return jobStateForbids(
      `Configuration ${configuration.id} of job ${jobId} is ${status} and can no longer be changed.`,
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
  return jobIsBusy(
    `Configuration ${configuration.id} of job ${jobId} is being handed over to or taken from a provider; send the request again.`,
    { jobId, jobConfigurationId: configuration.id },
  );
}

/** Asks the provider that has a package to carry the changed one. Undefined when it agrees. */
export async function notifyProvider(
  deps: DispatchDeps,
  job: JobAggregate,
  task: Task,
  { from, to }: { readonly from: Package; readonly to: Package },
): Promise<Refusal | undefined> {
  const provider = deps.providers.find(task.providerId ?? '');
  const details = { jobId: task.jobId, taskId: task.id, providerId: task.providerId };
  if (!provider) {
    return disallowedOperation(
      `${task.providerName} is no longer available, so the change cannot be reported to it. Cancel or reassign the task.`,
      details,
    );
  }
  const providerDeliveryId = deliveryOf(job, task)?.providerDeliveryId ?? null;
  const { strategy } = job.job.value;
  const shipment = shipmentUnder(strategy, to);
  const before = shipmentUnder(strategy, from);
  try {
    const answer = await callProvider(provider, 'update', (signal) =>
      provider.update({ ...keyOf(task), signal, providerDeliveryId, shipment, before }),
    );
    if (answer.outcome === 'updated') return undefined;
    return disallowedOperation(
      `${provider.name} has the package and refused the change: ${answer.reason} The job is unchanged. Reassign the task or cancel it.`,
      details,
    );
  } catch (error) {
    deps.log.warn('dispatch.update-lost', 'A provider did not answer a change of a delivery.', {
      ...details,
      error: error instanceof Error ? error.message : String(error),
    });
    return disallowedOperation(
      `${provider.name} has the package and could not be reached. The job is unchanged; send the request again.`,
      details,
    );
  }
}
