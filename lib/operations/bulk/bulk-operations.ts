import {
  type Activity,
  activityPartition,
  plannedActivity,
  readActivity,
} from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import { callForRows } from './bulk-events.ts';
import { rowOutcomeEntity } from './bulk-outcome.ts';
import { type BulkCaller, operationsRequest, ownerOf } from './bulk-request.ts';
import { type BulkOperation, type BulkOperationAction, readOperations } from './operate-on-order.ts';
import { bulkNotFound } from './refusals.ts';

type Deps = Pick<CoreDeps, 'table' | 'clock' | 'ids'> & { readonly bucket: Bucket };

/** Stores the rows in the bucket and starts the activity that processes them. */
export async function startBulkOperations(
  deps: Deps,
  caller: BulkCaller,
  operations: readonly BulkOperation[],
): Promise<Pick<Activity, 'id' | 'status'> | Refusal> {
  const { organizationId } = caller;
  const id = deps.ids.next('act');
  const rowsKey = `bulk/${id}.json`;
  const content = Buffer.from(JSON.stringify(operations));
  await deps.bucket.put(organizationId, rowsKey, content, 'application/json');
  const planned = plannedActivity(
    ownerOf(caller),
    {
      id,
      action: 'act_orders_bulk_operation',
      request: { rowsKey, total: operations.length, actor: caller.actor },
    },
    deps.clock.now(),
  );
  const due = callForRows({ organizationId, id }, 0, toInstant(deps.clock.now()));
  if ((await deps.table.write([...planned.operations, due])).ok) return planned.next.value;
  const found = await readActivity(deps.table, caller, id);
  return isRefusal(found) ? found : found.stored.value;
}

/** Status of a bulk operation. */
export interface BulkReport {
  readonly status: Activity['status'];
  readonly total: number;
  /** Finished rows, in their order. */
  readonly rows: readonly {
    readonly id: string | null;
    readonly isDone: boolean;
    readonly action: BulkOperationAction;
    readonly message: string | null;
  }[];
}

/** Status of a bulk operation, with the result of each row so far. */
export async function readBulkOperations(
  deps: Pick<Deps, 'table' | 'bucket'>,
  caller: BulkCaller,
  id: string,
): Promise<BulkReport | Refusal> {
  const found = await readActivity(deps.table, caller, id);
  if (isRefusal(found) || found.stored.value.action !== 'act_orders_bulk_operation') {
    return bulkNotFound(`There is no bulk operation with the id "${id}".`, { id });
  }
  const { organizationId, status, request } = found.stored.value;
  const { rowsKey, total } = operationsRequest.parse(request);
  const [operations, outcomes] = await Promise.all([
    readOperations(deps, organizationId, rowsKey),
    deps.table.readLog(rowOutcomeEntity, activityPartition({ organizationId, id }), {
      limit: Math.max(1, total),
    }),
  ]);
  return {
    status,
    total,
    rows: outcomes.flatMap(({ value }) => {
      const operation = operations[value.index];
      if (!operation) return [];
      const { orderId, outcome, message } = value;
      return [{ id: orderId, isDone: outcome === 'done', action: operation.action, message }];
    }),
  };
}
