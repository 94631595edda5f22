import * as z from 'zod';
import { orderEntity } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { sameValue } from '../../../platform/core/same-value.ts';
import { defineEvent, type EventRecord } from '../../../platform/events/index.ts';
import { readOrganization } from '../../../platform/organization/index.ts';
import { type Operation, replace } from '../../../platform/table/index.ts';
import { RunContention } from '../runs/carry-run.ts';
import {
  type Sweep,
  TIME_EVENT,
  type Workflow,
  workflowListenerEntity,
  workflowPartition,
} from '../workflow.ts';
import { type ArmingDeps, armFor } from './window-timers.ts';

/** Orders of one step. */
const STEP = 50;

/** A window is at most this long after the creation of its order, in milliseconds. */
const OLDEST_MS = 400 * 24 * 3_600_000;

/** A window-time workflow was activated: each of these events sets the timers of some existing orders. */
export const sweepDue = defineEvent({
  name: 'workflow.sweep_due',
  schema: z.object({
    workflowId: z.string(),
    version: z.int(),
    /** Last order of the previous step; null = start with the newest. */
    after: z.object({ at: z.string(), id: z.string() }).nullable(),
  }),
  summary:
    'Existing orders are due to get the timers of a window-time workflow that was activated or changed.',
});

/** The event that starts a sweep; `occurredAt` is the time of the activation. */
export function beginSweep({ organizationId, id: workflowId, version, updatedAt }: Workflow): Operation {
  return sweepDue.record({
    aggregate: workflowPartition(organizationId, workflowId),
    cause: `v${version}@${updatedAt}`,
    occurredAt: updatedAt,
    data: { workflowId, version, after: null },
  });
}

/**
 * Sets the timers of the orders of one step, records the progress and starts the next step. Ends when the workflow is
 * off or has another version. A step that was already recorded does nothing.
 */
export async function sweepOrders(deps: ArmingDeps, record: EventRecord): Promise<void> {
  const { organizationId } = record;
  const { workflowId, version, after } = sweepDue.parse(record).data;
  const listener = await deps.table.get(workflowListenerEntity, {
    organizationId,
    event: TIME_EVENT,
    workflowId,
  });
  if (listener?.value.version !== version) return;
  const { sweep = { orders: 0, after, completedAt: null } } = listener.value;
  if (sweep.completedAt !== null || !sameValue(sweep.after, after)) return;
  const organization = await readOrganization(deps, organizationId);
  const rows = await deps.table.list(orderEntity, {
    organizationId,
    shards: organization.value.listShards,
    direction: 'DESC',
    limit: STEP,
    from: toInstant(deps.clock.now() - OLDEST_MS),
    ...(after ? { after } : {}),
  });
  for (const { id } of rows) {
    const order = await deps.table.get(orderEntity, { organizationId, id });
    // Orders created meanwhile set their own timers; times before their creation start nothing.
    if (order)
      await armFor(deps, listener.value, order.value, { sinceMs: Date.parse(order.value.createdAt) });
  }
  const now = toInstant(deps.clock.now());
  const last = rows.at(-1);
  const isOver = !last || rows.length < STEP;
  const next = isOver
    ? { after, completedAt: now }
    : { after: { at: last.at, id: last.id }, completedAt: null };
  const progress = { ...next, orders: sweep.orders + rows.length };
  const outcome = await deps.table.write([
    replace(workflowListenerEntity, listener, { ...listener.value, sweep: progress }),
    ...(isOver ? [] : [nextStep(record, { workflowId, version, after: next.after }, now)]),
  ]);
  if (!outcome.ok) throw new RunContention(`The workflow ${workflowId} was being changed by others.`);
}

function nextStep(
  { id, organizationId }: EventRecord,
  data: { readonly workflowId: string; readonly version: number; readonly after: Sweep['after'] },
  occurredAt: string,
): Operation {
  return sweepDue.record({
    aggregate: workflowPartition(organizationId, data.workflowId),
    cause: `${id}>${data.after?.id}`,
    occurredAt,
    data,
  });
}
