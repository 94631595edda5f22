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

/** A window lies so far behind the creation of its order at most. Milliseconds. */
const OLDEST_MS = 400 * 24 * 3_600_000;

/** A window-time workflow was activated: orders that exist are armed, some with each of these. */
export const sweepDue = defineEvent({
  name: 'workflow.sweep_due',
  schema: z.object({
    workflowId: z.string(),
    version: z.int(),
    /** Order that the step before ended with; null = from the newest on. */
    after: z.object({ at: z.string(), id: z.string() }).nullable(),
  }),
  summary: 'Orders that exist are to be armed for a window-time workflow that was activated or changed.',
});

/** The event that begins a sweep; `occurredAt` is the instant of the activation. */
export function beginSweep({ organizationId, id: workflowId, version, updatedAt }: Workflow): Operation {
  return sweepDue.record({
    aggregate: workflowPartition(organizationId, workflowId),
    cause: `v${version}@${updatedAt}`,
    occurredAt: updatedAt,
    data: { workflowId, version, after: null },
  });
}

/** Arms the orders of one step and hands the next step on. Ends when the workflow is off or has another version. */
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
