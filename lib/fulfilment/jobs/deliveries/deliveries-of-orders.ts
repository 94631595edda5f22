import * as z from 'zod';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../engines/vocabulary/index.ts';
import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import type { Table } from '../../../platform/table/index.ts';
import { jobEntity } from '../job.ts';
import { advancedTask, deliveryOf, type JobAggregate, readJob } from '../job-aggregate.ts';

/** Batch jobs that are read in parallel. */
const WIDTH = 10;

const deliveryStatus = z.enum(DELIVERY_STATUSES);

/** Delivery of an order. */
export interface OrderDelivery {
  readonly deliveryStatus: DeliveryStatus;
  readonly deliveryId: string;
  readonly trackingUrl: string | null;
}

/**
 * The delivery of each order's latest attempt, by the order's id; none for an order without a provider. 1
 * call per 100 jobs, and 1 for each batch job, whose root does not distinguish the deliveries of its orders.
 */
export async function deliveriesOfOrders(
  table: Table,
  organizationId: string,
  orders: readonly { readonly id: string; readonly jobId?: string | undefined }[],
): Promise<ReadonlyMap<string, OrderDelivery>> {
  const jobIds = [...new Set(orders.flatMap(({ jobId }) => jobId ?? []))];
  if (jobIds.length === 0) return new Map();
  const roots = await table.getMany(
    jobEntity,
    jobIds.map((id) => ({ organizationId, id })),
  );
  const jobs = new Map(roots.flatMap((root) => (root ? [[root.value.id, root.value] as const] : [])));
  const batches = [...jobs.values()].filter(({ isBatch }) => isBatch).map(({ id }) => id);
  const found = new Map<string, OrderDelivery>();
  await mapConcurrently(batches, WIDTH, async (jobId) => {
    const aggregate = await readJob(table, organizationId, jobId);
    for (const [orderId, delivery] of aggregate ? deliveriesOfJob(aggregate) : [])
      found.set(orderId, delivery);
  });
  for (const { id, jobId } of orders) {
    const job = jobs.get(jobId ?? '');
    if (job && !job.isBatch && job.summary.delivery) found.set(id, ofDelivery(job.summary.delivery));
  }
  return found;
}

/** The delivery of the latest attempt of each order that a job carries, by the order's id. */
export function deliveriesOfJob(aggregate: JobAggregate): ReadonlyMap<string, OrderDelivery> {
  return new Map(
    aggregate.configurations.flatMap(({ value: { id, orderId } }) => {
      const delivery = deliveryOf(aggregate, advancedTask(aggregate, id));
      return orderId && delivery ? [[orderId, ofDelivery(delivery)] as const] : [];
    }),
  );
}

function ofDelivery(delivery: {
  readonly id: string;
  readonly status: string;
  readonly trackingUrl: string | null;
}): OrderDelivery {
  return {
    deliveryStatus: deliveryStatus.parse(delivery.status),
    deliveryId: delivery.id,
    trackingUrl: delivery.trackingUrl,
  };
}
