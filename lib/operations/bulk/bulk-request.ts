import * as z from 'zod';
import { routesOfGroups } from '../../fleet/routes/index.ts';
import type { OrderCaller } from '../../ordering/orders/index.ts';
import type { Activity, ActivityOwner } from '../../platform/activities/index.ts';
import { type Actor, actorSchema } from '../../platform/core/origin.ts';
import type { Table } from '../../platform/table/index.ts';

/** Bulk actions on orders (specification 4.8.1). */
export const orderAction = z.enum(['dispatch', 'mark_picked_up', 'archive', 'unarchive']);
export type OrderAction = z.infer<typeof orderAction>;

/** Maximum number of orders per run (specification 4.8.1 and 8). */
export const MAX_ROWS = 1_000;

/** Request of a bulk action. */
export const actionRequest = z.object({
  action: orderAction,
  orderIds: z.array(z.string()),
  reason: z.string().nullable(),
  actor: actorSchema,
});

/** Request of bulk operations, whose rows are in the bucket. */
export const operationsRequest = z.object({ rowsKey: z.string(), total: z.int(), actor: actorSchema });

/** Who requested bulk work: a caller of the API. */
export interface BulkCaller {
  readonly organizationId: string;
  readonly actor: Actor;
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
}

/** The caller as the owner of an activity. */
export function ownerOf(caller: BulkCaller): ActivityOwner {
  const { organizationId, actor: by, storeLocationIds, driverGroupIds } = caller;
  return { organizationId, createdBy: by.id, storeLocationIds, driverGroupIds };
}

/**
 * On whose behalf the rows of an activity are processed: the requester, with the limits that applied then. For one who
 * is limited to driver groups, the current routes are read.
 */
export async function callerOf(table: Table, activity: Activity, listShards: number): Promise<OrderCaller> {
  const { organizationId, storeLocationIds, driverGroupIds, createdBy: keyId } = activity;
  const routeIds =
    driverGroupIds === null
      ? null
      : await routesOfGroups(table, { organizationId, listShards, driverGroupIds });
  return { organizationId, storeLocationIds, routeIds, keyId, listShards };
}
