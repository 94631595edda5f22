import * as z from 'zod';
import type { OrderCaller } from '../../ordering/orders/index.ts';
import {
  archiveOrder,
  createOrder,
  orderInput,
  updateOrder,
  upsertOrder,
} from '../../ordering/orders/index.ts';
import type { Activity } from '../../platform/activities/index.ts';
import { describeIssues } from '../../platform/core/describe-issues.ts';
import { create } from '../../platform/table/index.ts';
import { idsOf, type RowResult, recordOf, resultOf } from './act-on-order.ts';
import type { BulkDeps } from './bulk-deps.ts';
import { rowOutcomeEntity } from './bulk-outcome.ts';

/** What a row of POST /v1/orders/bulk does (contract). */
export const bulkOperationAction = z.enum(['create', 'update', 'upsert', 'delete']);
export type BulkOperationAction = z.infer<typeof bulkOperationAction>;

const operationSchema = z.object({ action: bulkOperationAction, data: z.record(z.string(), z.unknown()) });

/** One row as sent. */
export type BulkOperation = z.infer<typeof operationSchema>;

/** The rows of bulk operations from the bucket. */
export async function readOperations(
  { bucket }: Pick<BulkDeps, 'bucket'>,
  organizationId: string,
  key: string,
): Promise<readonly BulkOperation[]> {
  const content = await bucket.get(organizationId, key);
  if (!content) throw new Error(`The rows ${key} of bulk operations no longer exist.`);
  return z.array(operationSchema).parse(JSON.parse(Buffer.from(content).toString('utf8')));
}

/** How the row names its order; undefined when it does not. */
export function orderNamedBy(operation: BulkOperation | undefined): string | undefined {
  const name = operation?.data.id ?? operation?.data.externalId;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Processes one row. Repeating it creates no second order. */
export async function operateOnOrder(
  deps: BulkDeps,
  row: {
    readonly activity: Activity;
    readonly index: number;
    readonly operation: BulkOperation | undefined;
    readonly at: string;
  },
  caller: OrderCaller,
): Promise<RowResult> {
  const { activity, index, operation } = row;
  if (!operation) return { outcome: 'failed', orderId: null, message: 'The row no longer exists.' };
  const { action, data } = operation;
  const id = idsOf(activity, String(index)).next('ord');
  const own = typeof data.id === 'string' ? data.id : undefined;
  if (action === 'delete') {
    if (own === undefined) return unfit('data.id is missing. Send the id of the order to archive.');
    const beside = [create(rowOutcomeEntity, recordOf(row, { outcome: 'done', orderId: own }))];
    return resultOf(await archiveOrder({ ...deps, beside }, caller, own, 'Deleted by a bulk operation'), own);
  }
  const read = orderInput.safeParse(data);
  if (!read.success) {
    const issues = Object.entries(describeIssues(read.error.issues, data, ''));
    return unfit(issues.map(([field, why]) => `data.${field}: ${why}`).join(' '));
  }
  const { reapplyAutomations, ...fields } = read.data;
  const { externalId } = fields;
  if (action === 'create') return resultOf(await createOrder(deps, caller, { fields, id }), null);
  if (action === 'upsert' && own === undefined) {
    if (!externalId)
      return unfit('data.externalId is missing. Send it, or the id, by which the upsert finds its order.');
    return resultOf(await upsertOrder(deps, caller, { externalId, fields, id, reapplyAutomations }), null);
  }
  // Ids are given by the service: an upsert that names one changes an order.
  const target = own ?? externalId;
  if (!target) return unfit('data.id is missing. Send `id` or `externalId` of the order to update.');
  return resultOf(await updateOrder(deps, caller, target, { fields, reapplyAutomations }), own ?? null);
}

function unfit(message: string): RowResult {
  return { outcome: 'failed', orderId: null, message };
}
