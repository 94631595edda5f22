import * as z from 'zod';
import { toInstant } from '../../core/clock.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { jobIdOf } from '../../jobs/index.ts';
import { readOrder } from '../../orders/index.ts';
import type { CoreDeps } from '../../runtime/index.ts';
import { create, defineEntity } from '../../table/index.ts';
import { findJob, type JobActor } from '../find-job.ts';
import { missingArgument } from '../refusals.ts';

/** How far a flag has been dealt with. */
export const FLAG_STATUSES = Object.freeze(['NEEDS_ATTENTION', 'ACKNOWLEDGED', 'RESOLVED'] as const);

const flagSchema = z.object({
  organizationId: z.string(),
  id: z.string(),
  jobId: z.string().nullable(),
  taskId: z.string().nullable(),
  deliveryId: z.string().nullable(),
  orderId: z.string().nullable(),
  status: z.enum(FLAG_STATUSES),
  notes: z.string(),
  createdAt: z.string(),
});

/** A mark on a job, task, delivery or order that somebody should look at. */
export type Flag = z.infer<typeof flagSchema>;

export const flagEntity = defineEntity<Flag, Pick<Flag, 'organizationId' | 'id'>>({
  name: 'flag',
  schema: flagSchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'flag', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'flagsByCreation',
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: ({ organizationId: _, ...row }) => row,
  },
});

/** What is flagged: exactly one of these. */
export interface FlagInput {
  readonly jobId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly deliveryId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly status?: Flag['status'] | undefined;
  readonly notes: string;
}

/** Flags a job, task, delivery or order that the caller may see. */
export async function createFlag(
  actor: JobActor,
  input: FlagInput,
  deps: Pick<CoreDeps, 'table' | 'clock' | 'ids'>,
): Promise<Flag | Refusal> {
  const { jobId, taskId, deliveryId, orderId, status = 'NEEDS_ATTENTION', notes } = input;
  const named = [jobId, taskId, deliveryId, orderId].filter((id) => id !== undefined);
  const [id] = named;
  if (id === undefined || named.length > 1) {
    return missingArgument(
      `${named.length} of jobId, taskId, deliveryId and orderId were sent. Send exactly one.`,
      { sent: named.length },
    );
  }
  const part = taskId ?? deliveryId;
  const found =
    orderId !== undefined
      ? await readOrder(deps.table, actor, orderId)
      : await findJob(deps.table, actor, jobId ?? jobIdOf(part ?? '') ?? id);
  if (isRefusal(found)) return found;
  const flag: Flag = {
    organizationId: actor.organizationId,
    id: deps.ids.next('flg'),
    jobId: 'job' in found ? found.job.value.id : null,
    taskId: taskId ?? null,
    deliveryId: deliveryId ?? null,
    orderId: 'stored' in found ? found.stored.value.id : null,
    status,
    notes,
    createdAt: toInstant(deps.clock.now()),
  };
  await deps.table.write([create(flagEntity, flag)]);
  return flag;
}
