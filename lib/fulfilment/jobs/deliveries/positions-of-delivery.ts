import type { Table } from '../../../platform/table/index.ts';
import { jobPartition } from '../job.ts';
import type { Delivery } from './delivery.ts';
import { type Position, positionEntity } from './position.ts';

/** More than the couriers of a job report in a day. */
const MOST = 5_000;

/** Where the courier of a delivery was, in the order in which it happened. 1 call. */
export async function positionsOfDelivery(
  table: Table,
  { organizationId, jobId, id }: Pick<Delivery, 'organizationId' | 'jobId' | 'id'>,
): Promise<readonly Position[]> {
  const all = await table.readLog(positionEntity, jobPartition(organizationId, jobId), { limit: MOST });
  return all.map(({ value }) => value).filter(({ deliveryId }) => deliveryId === id);
}
