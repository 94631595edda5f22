import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { save } from '../../platform/table/index.ts';
import { writeChange } from './change-order.ts';
import { newlyCreated, planOrder } from './create-order.ts';
import {
  chooseReference,
  externalIdClaimEntity,
  externalIdPartition,
  orderReferenceEntity,
} from './external-id.ts';
import type { OrderDeps } from './order-deps.ts';
import type { OrderPatch } from './order-fields.ts';
import { type FoundOrder, type OrderCaller, readById } from './read-order.ts';
import { orderNotFound } from './refusals.ts';
import { planUpdate } from './update-order.ts';
import type { WindowHold } from './window-bookings.ts';

/** An order to create or, when its external id is known, to change. */
export interface OrderUpsert {
  readonly externalId: string;
  readonly fields: OrderPatch;
  /** Identifier of the order if it must be created. */
  readonly id: string;
  readonly reapplyAutomations?: boolean | undefined;
  /** How to book the window that it names; absent = confirmed at once. */
  readonly hold?: WindowHold | undefined;
  /** Source of the order if it has to be created; absent = `api`. */
  readonly creationSource?: string | undefined;
}

/** A planned upsert. Writing it ends with the order, or undefined when another writer was faster. */
export interface PlannedUpsert {
  readonly write: () => Promise<FoundOrder | Refusal | undefined>;
}

/** Creates the order of an external id or changes it; of any number of parallel requests exactly one creates it. */
export async function upsertOrder(
  deps: OrderDeps,
  caller: OrderCaller,
  upsert: OrderUpsert,
): Promise<FoundOrder | Refusal> {
  return commit(deps, { what: 'order', id: upsert.externalId }, async () => {
    const planned = await planUpsert(deps, caller, upsert);
    return isRefusal(planned) ? planned : planned.write();
  });
}

/** Reads the current state (1 or 2 calls) and decides what to write. */
export async function planUpsert(
  deps: OrderDeps,
  caller: OrderCaller,
  upsert: OrderUpsert,
): Promise<PlannedUpsert | Refusal> {
  const { organizationId } = caller;
  const { externalId, id, reapplyAutomations, hold, creationSource } = upsert;
  const fields = { ...upsert.fields, externalId };
  const holders = await deps.table.readAggregate(externalIdPartition({ organizationId, externalId }));
  const orderId = chooseReference(holders.all(orderReferenceEntity), externalId, true);
  if (isRefusal(orderId)) return orderId;
  if (orderId === undefined) {
    const made = await planOrder(deps, caller, { fields, id, hold, creationSource });
    if (isRefusal(made)) return made;
    const claim = save(externalIdClaimEntity, holders.one(externalIdClaimEntity), {
      organizationId,
      externalId,
      orderId: id,
    });
    return {
      write: async () =>
        (await deps.table.write([...made.operations, claim])).ok ? newlyCreated(made.order) : undefined,
    };
  }
  const found = await readById(deps.table, caller, orderId);
  if (!found) {
    return orderNotFound(`There is no order with the external id "${externalId}" within your stores.`, {
      externalId,
    });
  }
  const { value, version } = found.stored;
  const change = await planUpdate(deps, caller, value, { fields, reapplyAutomations, hold }, version);
  if (isRefusal(change)) return change;
  return { write: () => writeChange(deps.table, found, change) };
}
