import * as z from 'zod';
import { toInstant } from '../../core/clock.ts';
import { defineEvent, type EventRecord } from '../../events/index.ts';
import { orderEntity } from '../../orders/index.ts';
import { readOrganization } from '../../organization/index.ts';
import type { Operation } from '../../table/index.ts';
import type { RunDeps } from '../runs/run-deps.ts';
import { TIME_EVENT, type Workflow, workflowListenerEntity, workflowPartition } from '../workflow.ts';
import { armFor } from './window-timers.ts';

/** Orders of one step. */
const STEP = 50;

/** A window is at most this long after the creation of its order, in milliseconds. */
const OLDEST_MS = 400 * 24 * 3_600_000;

/** A window-time workflow was activated: existing orders get their timers, some with each of these events. */
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
 * Sets the timers of the orders of one step and starts the next one. Ends when the workflow is off or has
 * another version.
 */
export async function sweepOrders(record: EventRecord, deps: RunDeps): Promise<void> {
  const { organizationId } = record;
  const { workflowId, version, after } = sweepDue.parse(record).data;
  const listener = await deps.table.get(workflowListenerEntity, {
    organizationId,
    event: TIME_EVENT,
    workflowId,
  });
  if (listener?.value.version !== version) return;
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
    if (order) await armFor(listener.value, order.value, deps);
  }
  const last = rows.at(-1);
  if (!last || rows.length < STEP) return;
  await deps.table.write([
    sweepDue.record({
      aggregate: workflowPartition(organizationId, workflowId),
      cause: `${record.id}>${last.id}`,
      occurredAt: toInstant(deps.clock.now()),
      data: { workflowId, version, after: { at: last.at, id: last.id } },
    }),
  ]);
}
