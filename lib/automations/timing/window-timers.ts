import * as z from 'zod';
import { toInstant } from '../../core/clock.ts';
import type { EventRecord } from '../../events/index.ts';
import { type Order, orderEntity, renderOrder } from '../../orders/index.ts';
import { armTimer, defineTimer, disarmTimer, readTimer } from '../../timers/index.ts';
import { fireTime, type JsonObject } from '../../workflows/index.ts';
import { RunContention } from '../runs/carry-run.ts';
import { loadPlan } from '../runs/load-plan.ts';
import type { RunDeps } from '../runs/run-deps.ts';
import { startOnce } from '../runs/start-runs.ts';
import {
  listenersPartition,
  TIME_EVENT,
  type WorkflowListener,
  workflowListenerEntity,
} from '../workflow.ts';

/** The time of a workflow for an order: an offset before or after a bound of one of its windows. */
export const windowTimer = defineTimer({
  kind: 'workflow-window',
  data: z.object({ workflowId: z.string(), orderId: z.string() }),
  summary: 'A window-time workflow reached the time for an order.',
});

/** Statuses in which an order is no longer watched. */
const OVER: readonly Order['status'][] = ['archived', 'canceled'];

/**
 * Sets the timers of the workflows that watch the windows of an order. Timers for earlier times then do
 * nothing. 1 read without such workflows.
 */
export async function armWindowTimers(organizationId: string, orderId: string, deps: RunDeps): Promise<void> {
  const listeners = await timeListeners(organizationId, deps);
  if (listeners.length === 0) return;
  const stored = await deps.table.get(orderEntity, { organizationId, id: orderId });
  if (!stored) return;
  for (const listener of listeners) await armFor(listener, stored.value, deps);
}

/** Sets, moves or removes the timer of one workflow for an order. */
export async function armFor(listener: WorkflowListener, order: Order, deps: RunDeps): Promise<void> {
  const { organizationId, workflowId } = listener;
  const now = deps.clock.now();
  const due = OVER.includes(order.status) ? undefined : await momentOf(listener, order, deps);
  const subject = `${workflowId}.${order.id}`;
  const timer = await readTimer(deps.table, { organizationId, kind: windowTimer, subject });
  const dueAt = due === undefined || due < now ? undefined : toInstant(due);
  if (dueAt === timer?.value.dueAt && timer?.value.state === 'armed') return;
  if (dueAt === undefined && timer?.value.state !== 'armed') return;
  const operations =
    dueAt === undefined
      ? disarmTimer(timer)
      : armTimer({
          organizationId,
          kind: windowTimer,
          subject,
          dueAt,
          data: { workflowId, orderId: order.id },
          occurredAt: toInstant(now),
          stored: timer,
        });
  if (!(await deps.table.write(operations)).ok) {
    throw new RunContention(`The timer of ${workflowId} for ${order.id} was being changed by others.`);
  }
}

/** Starts the workflow of a timer that fired, unless it was switched off or the window moved meanwhile. */
export async function startAtMoment(record: EventRecord, deps: RunDeps): Promise<void> {
  const { organizationId } = record;
  const { dueAt, data } = windowTimer.fired.parse(record).data;
  const { workflowId, orderId } = data;
  const [stored, order] = await Promise.all([
    deps.table.get(workflowListenerEntity, { organizationId, event: TIME_EVENT, workflowId }),
    deps.table.get(orderEntity, { organizationId, id: orderId }),
  ]);
  if (!stored || !order || OVER.includes(order.value.status)) return;
  const listener = stored.value;
  const moment = await momentOf(listener, order.value, deps);
  if (moment === undefined || toInstant(moment) !== dueAt) return;
  const { version, name: workflowName, trigger } = listener;
  const plan = await loadPlan(deps.table, { organizationId, workflowId, workflowName, version });
  if (!plan) throw new Error(`The workflow ${workflowId} has no version ${version}.`);
  await startOnce(
    {
      organizationId,
      plan,
      cause: `${orderId}@${dueAt}`,
      startedBy: { type: 'timer', name: trigger.eventName ?? '', eventId: record.id, by: null },
      mode: 'asynchronous',
      subject: { orderId },
    },
    deps,
  );
}

async function timeListeners(
  organizationId: string,
  { table }: RunDeps,
): Promise<readonly WorkflowListener[]> {
  const aggregate = await table.readAggregate(listenersPartition(organizationId, TIME_EVENT));
  return aggregate.all(workflowListenerEntity).map(({ value }) => value);
}

/** Milliseconds since the epoch at which a workflow runs for an order; undefined when it does not. */
async function momentOf(
  { organizationId, trigger }: WorkflowListener,
  order: Order,
  { cutoffs }: RunDeps,
): Promise<number | undefined> {
  const isCutoff = trigger.eventName === 'order_cutoff_time';
  const window = order.windowBooking === undefined ? undefined : order.deliveryWindowId;
  const cutoff = isCutoff && window ? await cutoffs?.(organizationId, window) : undefined;
  return fireTime(trigger, JSON.parse(JSON.stringify(renderOrder(order))) as JsonObject, cutoff);
}
