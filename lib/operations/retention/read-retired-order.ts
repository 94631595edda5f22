import { deliveriesOfJob, type OrderDelivery } from '../../fulfilment/jobs/index.ts';
import {
  type FoundOrder,
  maySeeOrder,
  type OrderActor,
  orderEntity,
  orderIdOf,
} from '../../ordering/orders/index.ts';
import { type RetiredReading, readRetired } from './read-retired.ts';
import { readRetiredJob } from './read-retired-job.ts';

/** An order that has left the table, and the delivery that carried it. */
interface RetiredOrder {
  readonly order: FoundOrder;
  /** By the order's id, as orders in the table have it. */
  readonly deliveries: ReadonlyMap<string, OrderDelivery>;
}

/** An order that has left the table, by its id or external id; undefined when the caller has no such order. */
export async function readRetiredOrder(
  deps: RetiredReading,
  actor: OrderActor,
  id: string,
): Promise<RetiredOrder | undefined> {
  const { organizationId } = actor;
  const orderId = await orderIdOf(deps.table, actor, id);
  if (orderId === undefined) return undefined;
  const aggregate = await readRetired(deps, { organizationId, kind: 'order', id: orderId });
  const stored = aggregate?.one(orderEntity);
  if (!aggregate || !stored || !maySeeOrder(actor, stored.value)) return undefined;
  const { jobId } = stored.value;
  // An order leaves after its job.
  const job = jobId === undefined ? undefined : await readRetiredJob(deps, actor, jobId);
  return { order: { stored, aggregate }, deliveries: job ? deliveriesOfJob(job) : new Map() };
}
