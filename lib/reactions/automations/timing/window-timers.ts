import * as z from 'zod';
import { fireTime } from '../../../engines/workflows/index.ts';
import { type Order, orderEntity, orderVariables } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import type { EventRecord } from '../../../platform/events/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { armTimer, defineTimer, disarmTimer, readTimer } from '../../../platform/timers/index.ts';
import { RunContention } from '../runs/carry-run.ts';
import { loadPlan } from '../runs/load-plan.ts';
import type { RunDeps } from '../runs/run-deps.ts';
import { startOnce } from '../runs/start-once.ts';
import {
  listenersPartition,
  TIME_EVENT,
  type WorkflowListener,
  workflowListenerEntity,
} from '../workflow.ts';

/** When a workflow runs for an order: an offset before or after a bound of one of its windows. */
export const windowTimer = defineTimer({
  kind: 'workflow-window',
  data: z.object({
    workflowId: z.string(),
    orderId: z.string(),
    /** Length of the chain of runs that led to this time: that of the run that moved the window. */
    chainDepth: z.int().optional(),
  }),
  summary: 'A window-time workflow reached the time for an order.',
});

/** What setting timers needs. */
export type ArmingDeps = CoreDeps & Pick<RunDeps, 'cutoffs'>;

/** Statuses in which an order is no longer watched. */
const OVER: readonly Order['status'][] = ['archived', 'canceled'];

/** What led to setting a timer. */
interface Arming {
  /** Time of the cause in milliseconds: due times before it are past, later ones still count. */
  readonly sinceMs: number;
  readonly chainDepth?: number | undefined;
}

/**
 * Sets the timers of the workflows that watch the windows of an event's order. Earlier timers then do nothing. 1 read
 * without such workflows.
 */
export async function armWindowTimers(deps: RunDeps, record: EventRecord): Promise<void> {
  const { organizationId, aggregateId: orderId, occurredAt, cause } = record;
  const listeners = await timeListeners(deps, organizationId);
  if (listeners.length === 0) return;
  const stored = await deps.table.get(orderEntity, { organizationId, id: orderId });
  if (!stored) return;
  const arming = { sinceMs: Date.parse(occurredAt), chainDepth: cause?.chainDepth };
  for (const listener of listeners) await armFor(deps, listener, stored.value, arming);
}

/** Orders whose delivery window was changed at this time. */
export interface MovedOrders {
  readonly orderIds: readonly string[];
  readonly since: string;
}

/**
 * Sets the timers of the workflows that watch cutoffs, for orders whose window moved: a cutoff can move without a
 * change of its orders. 1 read without such workflows.
 */
export async function armCutoffTimers(
  deps: RunDeps,
  organizationId: string,
  moved: () => Promise<MovedOrders>,
): Promise<void> {
  const listeners = (await timeListeners(deps, organizationId)).filter(isCutoff);
  if (listeners.length === 0) return;
  const { orderIds, since } = await moved();
  for (const id of orderIds) {
    const order = await deps.table.get(orderEntity, { organizationId, id });
    if (!order) continue;
    for (const listener of listeners)
      await armFor(deps, listener, order.value, { sinceMs: Date.parse(since) });
  }
}

/**
 * Sets, moves or removes the timer of one workflow for an order. A time that has passed is still set when its cause
 * came before it: events can arrive late, and the timer then fires at once.
 */
export async function armFor(
  deps: ArmingDeps,
  listener: WorkflowListener,
  order: Order,
  { sinceMs, chainDepth }: Arming,
): Promise<void> {
  const { organizationId, workflowId, since } = listener;
  const moment = await momentOf(deps, listener, order);
  const subject = `${workflowId}.${order.id}`;
  const timer = await readTimer(deps.table, { organizationId, kind: windowTimer, subject });
  // Already set for this time, or fired at it.
  if (moment !== undefined && timer?.value.dueAt === toInstant(moment) && timer.value.state !== 'disarmed')
    return;
  const isPast = moment !== undefined && moment < Math.max(sinceMs, since ? Date.parse(since) : 0);
  const dueAt = moment === undefined || isPast ? undefined : toInstant(moment);
  if (dueAt === undefined && timer?.value.state !== 'armed') return;
  const operations =
    dueAt === undefined
      ? disarmTimer(timer)
      : armTimer({
          organizationId,
          kind: windowTimer,
          subject,
          dueAt,
          data: { workflowId, orderId: order.id, ...(chainDepth === undefined ? {} : { chainDepth }) },
          occurredAt: toInstant(deps.clock.now()),
          stored: timer,
        });
  // The timer was read after the rest. Whoever changed the rest in between may have set the timer by now.
  const isSame = (await presentMoment(deps, listener, order)) === moment;
  if (!isSame || !(await deps.table.write(operations)).ok) {
    throw new RunContention(`The timer of ${workflowId} for ${order.id} was being changed by others.`);
  }
}

/** Starts the workflow of a timer that fired, unless it was switched off or the window moved meanwhile. */
export async function startAtMoment(deps: RunDeps, record: EventRecord): Promise<void> {
  const { organizationId } = record;
  const { dueAt, data } = windowTimer.fired.parse(record).data;
  const { workflowId, orderId, chainDepth } = data;
  const [stored, order] = await readPair(deps, { organizationId, workflowId, orderId });
  if (!stored || !order || OVER.includes(order.value.status)) return;
  const listener = stored.value;
  const moment = await momentOf(deps, listener, order.value);
  if (moment === undefined || toInstant(moment) !== dueAt) {
    // The cutoff of a delivery window can move without a change of its orders.
    await armFor(deps, listener, order.value, { sinceMs: Date.parse(dueAt), chainDepth });
    return;
  }
  const { version, name: workflowName, trigger } = listener;
  const plan = await loadPlan(deps.table, { organizationId, workflowId, workflowName, version });
  if (!plan) throw new Error(`The workflow ${workflowId} has no version ${version}.`);
  await startOnce(deps, {
    organizationId,
    plan,
    cause: `${orderId}@${dueAt}`,
    startedBy: { type: 'timer', name: trigger.eventName ?? '', eventId: record.id, by: null },
    mode: 'asynchronous',
    subject: { orderId },
    chainDepth,
  });
}

async function timeListeners(
  { table }: RunDeps,
  organizationId: string,
): Promise<readonly WorkflowListener[]> {
  const aggregate = await table.readAggregate(listenersPartition(organizationId, TIME_EVENT));
  return aggregate.all(workflowListenerEntity).map(({ value }) => value);
}

function readPair(
  { table }: ArmingDeps,
  of: { readonly organizationId: string; readonly workflowId: string; readonly orderId: string },
) {
  const { organizationId, workflowId, orderId } = of;
  return Promise.all([
    table.get(workflowListenerEntity, { organizationId, event: TIME_EVENT, workflowId }),
    table.get(orderEntity, { organizationId, id: orderId }),
  ]);
}

/** The time at which a workflow runs for an order, as both are now. 2 calls. */
async function presentMoment(
  deps: ArmingDeps,
  { organizationId, workflowId }: WorkflowListener,
  { id: orderId }: Order,
): Promise<number | undefined> {
  const [listener, order] = await readPair(deps, { organizationId, workflowId, orderId });
  return listener && order && momentOf(deps, listener.value, order.value);
}

/** Milliseconds since the epoch at which a workflow runs for an order; undefined when it does not. */
async function momentOf(
  { cutoffs }: ArmingDeps,
  listener: WorkflowListener,
  order: Order,
): Promise<number | undefined> {
  if (OVER.includes(order.status)) return undefined;
  const { organizationId, trigger } = listener;
  const window = order.windowBooking === undefined ? undefined : order.deliveryWindowId;
  const cutoff = isCutoff(listener) && window ? await cutoffs?.(organizationId, window) : undefined;
  return fireTime(trigger, orderVariables(order), cutoff);
}

function isCutoff({ trigger }: WorkflowListener): boolean {
  return trigger.eventName === 'order_cutoff_time';
}
