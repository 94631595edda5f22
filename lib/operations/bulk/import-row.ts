import {
  createOrder,
  findOrderByExternalId,
  hasValues,
  type Order,
  type OrderCaller,
  orderInput,
  readOrder,
  updateOrder,
  upsertOrder,
} from '../../ordering/orders/index.ts';
import { keptGeocoder } from '../../places/addresses/index.ts';
import type { Activity } from '../../platform/activities/index.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { repeatableIds } from '../../platform/core/repeatable-ids.ts';
import { type RowResult, resultOf } from './act-on-order.ts';
import type { BulkDeps } from './bulk-deps.ts';
import { composeAddresses } from './compose-addresses.ts';
import type { CsvRow } from './csv-rows.ts';

/** A row of an uploaded table and what the ids of its order follow from. */
export interface ImportedRow {
  readonly activity: Activity;
  readonly index: number;
  readonly row: CsvRow | undefined;
  readonly digest: string;
  readonly firstAt: string;
}

/**
 * Creates or changes the order of a row: the one that the row names by its id or external id, otherwise one by the row's
 * place in the content. An order that has these values already is skipped, unless what was wrong with it may be right
 * now.
 */
export async function importRow(
  deps: BulkDeps,
  imported: ImportedRow,
  caller: OrderCaller,
): Promise<RowResult> {
  const { row, index } = imported;
  if (row?.mergedInto !== undefined && row.mergedInto !== null) {
    const message = `Its item is part of the order in row ${row.mergedInto + 1}.`;
    return { outcome: 'done', orderId: null, message };
  }
  if (!row?.data) return { outcome: 'failed', orderId: null, message: row?.message ?? 'The row is gone.' };
  const { id: ownId, ...data } = row.data;
  const named = await orderOf(deps, caller, ownId, data.externalId);
  if (isRefusal(named)) return resultOf(named, null);
  const geocoder = keptGeocoder(deps, deps.geocoder, caller.organizationId);
  const composed = await composeAddresses({ geocoder }, named, data);
  if ('wrong' in composed) return { outcome: 'failed', orderId: named?.id ?? null, message: composed.wrong };
  const fields = orderInput.parse(composed.fields);
  const mayBeRight = named?.status === 'needs_attention' || named?.status === 'dispatch_failure';
  if (named && !mayBeRight && hasValues(named, fields)) {
    return { outcome: 'skipped', orderId: named.id, message: 'The order has these values already.' };
  }
  const seed = [imported.activity.organizationId, imported.digest, String(index)];
  const id = repeatableIds(seed, Date.parse(imported.firstAt)).next('ord');
  const { externalId } = fields;
  const creationSource = 'csv_upload';
  const done =
    ownId !== undefined && named
      ? await updateOrder(deps, caller, named.id, { fields })
      : externalId
        ? await upsertOrder(deps, caller, { externalId, fields, id, creationSource })
        : await createOrder(deps, caller, { fields, id, creationSource });
  return isRefusal(done) ? resultOf(done, null) : resultOfOrder(done.stored.value);
}

/** The order that a row names; undefined when it is a new one. */
async function orderOf(
  { table }: BulkDeps,
  caller: OrderCaller,
  ownId: unknown,
  externalId: unknown,
): Promise<Order | Refusal | undefined> {
  const found =
    typeof ownId === 'string'
      ? await readOrder(table, caller, ownId)
      : typeof externalId === 'string'
        ? await findOrderByExternalId(table, caller, externalId, { liveOnly: true })
        : undefined;
  return found === undefined || isRefusal(found) ? found : found.stored.value;
}

/** An order that needs a person is not done; its errors say what to send. */
function resultOfOrder({ id, status, validationErrors }: Order): RowResult {
  return status === 'needs_attention'
    ? { outcome: 'needs_attention', orderId: id, message: Object.values(validationErrors).join(' ') }
    : { outcome: 'done', orderId: id };
}
