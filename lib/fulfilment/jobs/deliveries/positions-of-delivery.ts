import type { Table } from '../../../platform/table/index.ts';
import { jobPartition } from '../job.ts';
import type { Delivery } from './delivery.ts';
import { type Position, positionEntity } from './position.ts';

/** Positions that are read at a time: more than the couriers of most jobs report in a day. */
const MOST = 5_000;

/** Maximum number of positions of a job that are read together. */
const MOST_OF_JOB = 20_000;

/** Where the courier of a delivery was, in the order in which it happened. 1 call. */
export async function positionsOfDelivery(
  table: Table,
  { organizationId, jobId, id }: Pick<Delivery, 'organizationId' | 'jobId' | 'id'>,
): Promise<readonly Position[]> {
  const all = await table.readLog(positionEntity, jobPartition(organizationId, jobId), { limit: MOST });
  return all.map(({ value }) => value).filter(({ deliveryId }) => deliveryId === id);
}

/** Where the couriers of a job were, in the order in which it happened: the first 20,000. 4 calls at most. */
export async function positionsOfJob(
  table: Table,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<readonly Position[]> {
  const positions: Position[] = [];
  let after: Position | undefined;
  do {
    const page = await table.readLog(positionEntity, jobPartition(organizationId, id), {
      limit: MOST,
      ...(after ? { after } : {}),
    });
    positions.push(...page.map(({ value }) => value));
    after = page.length < MOST ? undefined : page.at(-1)?.value;
  } while (after && positions.length < MOST_OF_JOB);
  return positions;
}
