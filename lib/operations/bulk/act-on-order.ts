import { autodispatchOrder } from '../../fulfilment/dispatch/index.ts';
import {
  advancedTask,
  deliveryOf,
  fleetOrSimulated,
  isTerminal,
  readJob,
  updateDelivery,
  wasPickedUp,
} from '../../fulfilment/jobs/index.ts';
import {
  archiveOrder,
  type Order,
  type OrderCaller,
  orderEntity,
  refuseDispatch,
  unarchiveOrder,
} from '../../ordering/orders/index.ts';
import type { Activity } from '../../platform/activities/index.ts';
import type { Ids } from '../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { repeatableIds } from '../../platform/core/repeatable-ids.ts';
import { create, type Operation } from '../../platform/table/index.ts';
import type { BulkDeps } from './bulk-deps.ts';
import { type RowOutcome, rowIntentEntity, rowOutcomeEntity } from './bulk-outcome.ts';
import type { OrderAction } from './bulk-request.ts';

/** Result of a row, and its order. */
export interface RowResult {
  readonly outcome: RowOutcome['outcome'];
  readonly orderId: string | null;
  readonly message?: string;
}

/** A row to process. */
export interface ActionRow {
  readonly activity: Activity;
  readonly index: number;
  readonly orderId: string;
  readonly action: OrderAction;
  readonly reason: string | null;
  /** When the row was started. */
  readonly at: string;
}

/**
 * Applies an action to one order. An order to which the action does not apply is skipped and stays as it is. A
 * repetition after a crash finds its own work: archiving writes its outcome in the order's transaction, and dispatching
 * uses the same job id again.
 */
export async function actOnOrder(deps: BulkDeps, row: ActionRow, caller: OrderCaller): Promise<RowResult> {
  const { orderId, action } = row;
  const stored = await deps.table.get(orderEntity, { organizationId: caller.organizationId, id: orderId });
  if (!stored) return { outcome: 'failed', orderId, message: 'The order no longer exists.' };
  const order = stored.value;
  if (action === 'dispatch') return dispatched(deps, row, order, caller);
  if (action === 'mark_picked_up') return markedPickedUp(deps, row, order, caller);
  const beside = [create(rowOutcomeEntity, recordOf(row, { outcome: 'done', orderId }))];
  return action === 'archive'
    ? archived(deps, row, order, caller, beside)
    : unarchived(deps, row, order, caller, beside);
}

/** The journal entry of a row. */
export function recordOf(
  { activity, index, at }: Pick<ActionRow, 'activity' | 'index' | 'at'>,
  { outcome, orderId, message }: RowResult,
): RowOutcome {
  const { organizationId, id: activityId } = activity;
  return { organizationId, activityId, index, at, orderId, outcome, message: message ?? null };
}

async function dispatched(
  deps: BulkDeps,
  { activity, orderId }: ActionRow,
  order: Order,
  caller: OrderCaller,
): Promise<RowResult> {
  if (await hasJobOfRow(deps, activity, order)) return { outcome: 'done', orderId };
  const refused = refuseDispatch(order);
  if (refused) return skipped(orderId, refused);
  const ids = idsOf(activity, orderId);
  const job = await autodispatchOrder({ ...deps, ids }, caller, orderId);
  if (!isRefusal(job)) return { outcome: 'done', orderId };
  const now = await deps.table.get(orderEntity, { organizationId: order.organizationId, id: orderId });
  if (now && (await hasJobOfRow(deps, activity, now.value))) return { outcome: 'done', orderId };
  return failed(orderId, job);
}

/** The same ids whenever the same order of the same activity is processed. */
export function idsOf(activity: Activity, row: string): Ids {
  return repeatableIds([activity.organizationId, activity.id, row], Date.parse(activity.createdAt));
}

/** Whether an earlier run of this row dispatched the order; after a lost race its job may have the second id. */
async function hasJobOfRow({ table }: BulkDeps, activity: Activity, order: Order): Promise<boolean> {
  const ids = idsOf(activity, order.id);
  const own = [ids.next('job'), ids.next('job')];
  if (order.jobId !== undefined && own.includes(order.jobId)) return true;
  const jobs = await Promise.all(own.map((id) => readJob(table, order.organizationId, id)));
  return jobs.some((job) => job !== undefined);
}

async function markedPickedUp(
  deps: BulkDeps,
  row: ActionRow,
  order: Order,
  caller: OrderCaller,
): Promise<RowResult> {
  const { organizationId } = caller;
  const { orderId, at } = row;
  if (order.status !== 'dispatched' || order.jobId === undefined) {
    return {
      outcome: 'skipped',
      orderId,
      message: `The order is ${order.status}, so no delivery carries it.`,
    };
  }
  const job = await readJob(deps.table, organizationId, order.jobId);
  const configuration = job?.configurations.find(({ value }) => value.orderId === orderId)?.value;
  const task = job && configuration && advancedTask(job, configuration.id);
  const delivery = job && task && deliveryOf(job, task);
  if (!delivery) return { outcome: 'skipped', orderId, message: 'No provider has the order yet.' };
  const { activity, index } = row;
  const intent = { organizationId, activityId: activity.id, index, at };
  if (isTerminal(delivery.status) || wasPickedUp(delivery)) {
    const isOwn = (await deps.table.get(rowIntentEntity, intent)) !== undefined;
    if (isOwn) return { outcome: 'done', orderId };
    return { outcome: 'skipped', orderId, message: `Its delivery is already ${delivery.status}.` };
  }
  const may = fleetOrSimulated({ ...deps, caller });
  if (!may(delivery, job)) {
    const message = `${delivery.providerName} carries it and reports the pickup itself.`;
    return { outcome: 'skipped', orderId, message };
  }
  await deps.table.write([create(rowIntentEntity, intent)]);
  const target = { organizationId, deliveryId: delivery.id, may, needsProofs: true };
  const updated = await updateDelivery(deps, target, { status: 'pickup_complete', occurredAt: at });
  return isRefusal(updated) ? failed(orderId, updated) : { outcome: 'done', orderId };
}

async function archived(
  deps: BulkDeps,
  { orderId, reason }: ActionRow,
  order: Order,
  caller: OrderCaller,
  beside: readonly Operation[],
): Promise<RowResult> {
  if (order.status === 'archived') return { outcome: 'skipped', orderId, message: 'It is already archived.' };
  if (order.status === 'dispatched') {
    return { outcome: 'skipped', orderId, message: 'It is dispatched; take it out of dispatch first.' };
  }
  const found = await archiveOrder({ ...deps, beside }, caller, orderId, reason ?? undefined);
  return isRefusal(found) ? failed(orderId, found) : { outcome: 'done', orderId };
}

async function unarchived(
  deps: BulkDeps,
  { orderId }: ActionRow,
  order: Order,
  caller: OrderCaller,
  beside: readonly Operation[],
): Promise<RowResult> {
  if (order.status !== 'archived') {
    return { outcome: 'skipped', orderId, message: `It is ${order.status}, not archived.` };
  }
  const found = await unarchiveOrder({ ...deps, beside }, caller, orderId, { resumed: false });
  return isRefusal(found) ? failed(orderId, found) : { outcome: 'done', orderId };
}

function skipped(orderId: string, { message }: Refusal): RowResult {
  return { outcome: 'skipped', orderId, message };
}

/**
 * When the order's state did not allow an action at the time of the write, the action does not apply; anything else is
 * a failure.
 */
function failed(orderId: string, { kind, message }: Refusal): RowResult {
  const outcome = ['ORDER_ALREADY_DISPATCHED', 'INVALID_STATE_TRANSITION'].includes(kind.code)
    ? 'skipped'
    : 'failed';
  return { outcome, orderId, message };
}

/** The result of a row, from the result for its order; `sent` is the id in the row. */
export function resultOf(
  outcome: { readonly stored: { readonly value: { readonly id: string } } } | Refusal,
  sent: string | null,
): RowResult {
  if (!isRefusal(outcome)) return { outcome: 'done', orderId: outcome.stored.value.id };
  const { orderId } = outcome.details;
  return {
    outcome: 'failed',
    orderId: typeof orderId === 'string' ? orderId : sent,
    message: outcome.message,
  };
}
