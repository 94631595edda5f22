import { changedFields } from '../../platform/audit/index.ts';
import { type Clock, toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { withChangedFields } from '../../platform/events/index.ts';
import {
  create,
  type Operation,
  remove,
  replace,
  type Stored,
  type Table,
} from '../../platform/table/index.ts';
import { orderReferenceEntity } from './external-id.ts';
import { type Order, orderEntity } from './order.ts';
import { type FoundOrder, type OrderActor, readOrder } from './read-order.ts';
import { takeStorePlace } from './take-store-place.ts';

/** The new state of an order and its events. Undefined = nothing changes. */
export interface OrderChange {
  readonly next: Order;
  readonly events: (changed: Stored<Order>) => readonly Operation[];
}

/**
 * Reads an order, lets `plan` decide and writes the result in one transaction. After a lost race the order is read and
 * decided again; ORDER_LOCK_CONTENTION only after a dozen of them.
 */
export async function changeOrder(
  deps: {
    readonly table: Table;
    readonly clock: Clock;
    readonly expectedVersion?: number | undefined;
    /** Additional writes of the same transaction. */
    readonly beside?: readonly Operation[] | undefined;
  },
  actor: OrderActor,
  id: string,
  plan: (found: FoundOrder) => Promise<OrderChange | Refusal | undefined>,
): Promise<FoundOrder | Refusal> {
  return commit(deps, { what: 'order', id }, async () => {
    const found = await readOrder(deps.table, actor, id);
    if (isRefusal(found)) return found;
    const refused = refuseOtherVersion(deps.expectedVersion, found.stored);
    return refused ?? writeChange(deps.table, found, await plan(found), deps.beside);
  });
}

/** Writes a planned change. Undefined when another writer was faster. */
export async function writeChange(
  table: Table,
  found: FoundOrder,
  change: OrderChange | Refusal | undefined,
  beside: readonly Operation[] = [],
): Promise<FoundOrder | Refusal | undefined> {
  if (!change) return found;
  if (isRefusal(change)) return change;
  const operations = await orderOperations(table, found.stored, change);
  if (!operations) return undefined;
  const changed = { value: change.next, version: found.stored.version + 1 };
  return (await table.write([...operations, ...beside])).ok ? { ...found, stored: changed } : undefined;
}

/**
 * The writes of a planned change, for callers that write more in the same transaction: 2 to 5 members.
 * Undefined when another writer took over the order's external id meanwhile. 1 read, only if needed.
 */
export async function orderOperations(
  table: Table,
  stored: Stored<Order>,
  change: OrderChange,
): Promise<readonly Operation[] | undefined> {
  const changed = { value: change.next, version: stored.version + 1 };
  const references = await referenceOperations(table, stored.value, change.next);
  return (
    references && [
      replace(orderEntity, stored, change.next),
      ...references,
      ...takeStorePlace(stored.value, change.next),
      // The writes of a window or a workflow come before the events of the order.
      ...withChangedFields(
        change.events(changed),
        { aggregateType: 'order', aggregateId: stored.value.id },
        changedFields(stored.value, change.next),
      ),
    ]
  );
}

/** A time later than the last change, so that events of one order never share a time. */
export function changeInstant(order: Order, nowMs: number): string {
  return toInstant(Math.max(nowMs, Date.parse(order.updatedAt)));
}

/** Updates the claim of the external id. Undefined when it changed meanwhile. 1 more read, only if needed. */
async function referenceOperations(
  table: Table,
  before: Order,
  after: Order,
): Promise<readonly Operation[] | undefined> {
  const isArchived = after.status === 'archived';
  const isSame = before.externalId === after.externalId;
  if (isSame && isArchived === (before.status === 'archived')) return [];
  const { organizationId, id: orderId } = before;
  const operations: Operation[] = [];
  if (before.externalId !== undefined) {
    const stored = await table.get(orderReferenceEntity, {
      organizationId,
      externalId: before.externalId,
      orderId,
    });
    if (!stored) return undefined;
    operations.push(
      isSame
        ? replace(orderReferenceEntity, stored, { ...stored.value, isArchived })
        : remove(orderReferenceEntity, stored),
    );
  }
  if (after.externalId !== undefined && !isSame) {
    operations.push(
      create(orderReferenceEntity, { organizationId, externalId: after.externalId, orderId, isArchived }),
    );
  }
  return operations;
}
