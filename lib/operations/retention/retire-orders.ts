import { jobEntity } from '../../fulfilment/jobs/index.ts';
import {
  type Order,
  type OrderRow,
  orderEntity,
  orderPartition,
  orderRowSchema,
  retiredReference,
} from '../../ordering/orders/index.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { Lane } from './lane.ts';
import { type OldAggregate, readWhole } from './old-aggregate.ts';
import { haveEnded, oldRows } from './old-rows.ts';
import { removeAll } from './remove-all.ts';
import { retiresAfterMs } from './retired-part.ts';
import { type RetentionDeps, writeParts } from './write-parts.ts';

/** Aggregates that are read and deleted in parallel. */
const WIDTH = 20;

/** Moves orders whose last change and windows are long past. Yields their number after each page. */
export async function* retireOrders(
  deps: RetentionDeps,
  { organizationId, shard }: Pick<Lane, 'organizationId' | 'shard'>,
): AsyncGenerator<number, void> {
  const untilMs = deps.clock.now() - retiresAfterMs('order');
  for await (const page of oldRows(deps, { entity: orderEntity, organizationId, shard, untilMs })) {
    const old = page.map(({ row }) => orderRowSchema.parse(row)).filter((row) => isOld(row, untilMs));
    const found = await mapConcurrently(old, WIDTH, ({ id }) =>
      readOld(deps, { organizationId, id }, untilMs),
    );
    const leaving = found.filter((one) => one !== undefined);
    await writeParts(deps, { organizationId, kind: 'order' }, leaving);
    const gone = await mapConcurrently(leaving, WIDTH, async ({ value: order, root, others }) => {
      const also = await retiredReference(deps.table, order);
      return removeAll(deps, orderPartition(order), { root, others, also });
    });
    yield gone.filter((isGone) => isGone).length;
  }
}

function isOld(order: Order | OrderRow, untilMs: number): boolean {
  const { updatedAt, pickupStartTime, pickupEndTime, dropoffStartTime, dropoffEndTime } = order;
  return haveEnded([updatedAt, pickupStartTime, pickupEndTime, dropoffStartTime, dropoffEndTime], untilMs);
}

/** The whole order, if it is still old and its job has left before it. */
async function readOld(
  deps: RetentionDeps,
  key: { readonly organizationId: string; readonly id: string },
  untilMs: number,
): Promise<OldAggregate<Order> | undefined> {
  const order = await readWhole(deps, orderEntity, orderPartition(key));
  if (!order || !isOld(order.value, untilMs)) return undefined;
  const { organizationId, jobId } = order.value;
  if (jobId && (await deps.table.get(jobEntity, { organizationId, id: jobId }))) return undefined;
  return order;
}
