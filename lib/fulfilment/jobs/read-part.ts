import type { Stored, Table } from '../../platform/table/index.ts';
import { type Configuration, configurationEntity } from './configuration.ts';
import { type Delivery, deliveryEntity } from './deliveries/delivery.ts';
import { jobIdOf } from './job-aggregate.ts';
import { type Task, taskEntity } from './task.ts';

// Only the part of a job of 200 packages that one of them needs, because its events arrive for each package.

/** A delivery and its package; undefined when there is none. 1 call. */
export async function readDelivery(
  table: Table,
  organizationId: string,
  id: string,
): Promise<{ readonly stored: Stored<Delivery>; readonly configuration: Configuration } | undefined> {
  const key = keyOf(organizationId, id);
  if (!key) return undefined;
  const configurationId = id.replace(/^dlv_/, 'cfg_').replace(/a\d+$/, '');
  const [stored, configuration] = await table.getBoth(
    [deliveryEntity, { ...key, id }],
    [configurationEntity, { ...key, id: configurationId }],
  );
  return stored && configuration && { stored, configuration: configuration.value };
}

/** A task and its delivery; undefined when either is missing. 1 call. */
export async function readTask(
  table: Table,
  organizationId: string,
  id: string,
): Promise<{ readonly task: Task; readonly delivery: Delivery } | undefined> {
  const key = keyOf(organizationId, id);
  if (!key) return undefined;
  const [task, delivery] = await table.getBoth(
    [taskEntity, { ...key, id }],
    [deliveryEntity, { ...key, id: id.replace(/^tsk_/, 'dlv_') }],
  );
  return task && delivery && { task: task.value, delivery: delivery.value };
}

/** The meaning of the ids of parts: `c<position>`, and for tasks and deliveries `a<attempt>`. */
function keyOf(organizationId: string, partIdentifier: string) {
  const jobId = jobIdOf(partIdentifier);
  const [, position, attempt] = /c(\d+)(?:a(\d+))?$/.exec(partIdentifier) ?? [];
  if (jobId === undefined || position === undefined) return undefined;
  return { organizationId, jobId, position: Number(position), attempt: Number(attempt ?? 0) };
}
