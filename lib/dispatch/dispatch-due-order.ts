import { toInstant } from '../core/clock.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { EventRecord } from '../events/index.ts';
import { type TaskEventData, taskEvents } from '../jobs/index.ts';
import {
  dispatchFailedOrder,
  exhaustedOrder,
  type FoundOrder,
  type Order,
  orderArchived,
  orderConfirmed,
  orderCreated,
  orderDispatched,
  orderNeedsAttention,
  orderUnarchived,
  orderUndispatched,
  orderUpdated,
  readOrder,
} from '../orders/index.ts';
import { strategyOf } from '../strategies/index.ts';
import { armTimer, disarmTimer, readTimer } from '../timers/index.ts';
import type { DispatchDeps } from './dispatch-deps.ts';
import { dispatchDueJob } from './dispatch-due-job.ts';
import { autodispatchFoundOrder } from './dispatch-order.ts';
import { dueInstant } from './due-instant.ts';
import { jobDispatchTimer, orderDispatchTimer } from './events.ts';
import { recordFailure } from './record-failure.ts';

/** Everything after which an order may be due for its dispatch, or no longer be. */
export const DUE_ORDER_EVENTS = Object.freeze([
  orderCreated,
  orderUpdated,
  orderConfirmed,
  orderUnarchived,
  orderUndispatched,
  orderNeedsAttention,
  orderArchived,
  orderDispatched,
  orderDispatchTimer.fired,
  jobDispatchTimer.fired,
  taskEvents.attempts_exhausted,
]);

/** Races that are lost in a row before the message is given back to the queue. */
const TRIES = 4;

/** Handles any of `DUE_ORDER_EVENTS`: what is to be done follows from the order as it is now. */
export async function dispatchDueOrder(event: EventRecord, deps: DispatchDeps): Promise<void> {
  const { organizationId } = event;
  if (event.name === taskEvents.attempts_exhausted.name) {
    const { data } = taskEvents.attempts_exhausted.parse(event);
    return reportExhaustion(organizationId, data, deps);
  }
  if (event.name === jobDispatchTimer.fired.name) {
    return dispatchDueJob(organizationId, jobDispatchTimer.fired.parse(event).data.subject, deps);
  }
  const isFired = event.name === orderDispatchTimer.fired.name;
  const orderId = isFired ? orderDispatchTimer.fired.parse(event).data.subject : event.aggregateId;
  // An order that was undispatched by hand waits for the next word of its owner.
  const mayDispatch = event.name !== orderUndispatched.name;
  await untilWritten(orderId, async () => {
    const found = await readOrder(deps.table, { organizationId, storeLocationIds: null }, orderId);
    return isRefusal(found) ? 'done' : handleOrder(found, mayDispatch, deps);
  });
}

type Progress = 'done' | 'again';

async function handleOrder(found: FoundOrder, mayDispatch: boolean, deps: DispatchDeps): Promise<Progress> {
  const order = found.stored.value;
  const dueAt = mayDispatch ? await dispatchTimeOf(order, deps) : undefined;
  if (dueAt !== undefined && dueAt <= toInstant(deps.clock.now())) return dispatchNow(found, deps);
  return setTimer(order, dueAt, deps);
}

/**
 * When the order goes out of its own accord (decision B11): `now` at once, `scheduled` at the start of the pickup less
 * the strategy's lead time. Undefined when it does not: no strategy says so, or its status forbids it.
 */
async function dispatchTimeOf(order: Order, deps: DispatchDeps): Promise<string | undefined> {
  if (order.status !== 'valid' && order.status !== 'confirmed') return undefined;
  if (order.dispatchStrategyId === undefined) return undefined;
  const strategy = await strategyOf(deps.table, order.organizationId, order.dispatchStrategyId);
  if (isRefusal(strategy) || !strategy.enableAutoDispatch) return undefined;
  return dueInstant(order, strategy);
}

async function dispatchNow(found: FoundOrder, deps: DispatchDeps): Promise<Progress> {
  const outcome = await autodispatchFoundOrder(found, deps);
  if (!outcome) return 'again';
  if (!isRefusal(outcome)) return 'done';
  return reportFailure(found, outcome, deps);
}

async function reportFailure(found: FoundOrder, refusal: Refusal, deps: DispatchDeps): Promise<Progress> {
  const { stored } = found;
  const at = toInstant(deps.clock.now());
  const outcome = await deps.table.write([
    ...dispatchFailedOrder(stored, { reason: refusal.message, occurredAt: at }),
    recordFailure(stored.value, `v${stored.version + 1}`, refusal, at),
  ]);
  return outcome.ok ? 'done' : 'again';
}

/** Arms, moves or disarms the timer of an order; nothing when it stands right. */
async function setTimer(order: Order, dueAt: string | undefined, deps: DispatchDeps): Promise<Progress> {
  const { organizationId, id: subject } = order;
  const stored = await readTimer(deps.table, { organizationId, kind: orderDispatchTimer, subject });
  const isArmed = stored?.value.state === 'armed';
  if (dueAt === undefined) {
    const operations = disarmTimer(stored);
    return operations.length === 0 || (await deps.table.write(operations)).ok ? 'done' : 'again';
  }
  if (isArmed && stored.value.dueAt === dueAt) return 'done';
  const operations = armTimer({
    organizationId,
    kind: orderDispatchTimer,
    subject,
    dueAt,
    data: { orderId: subject },
    occurredAt: toInstant(deps.clock.now()),
    stored,
  });
  return (await deps.table.write(operations)).ok ? 'done' : 'again';
}

/** The order whose job has no attempt left shows it, and can be dispatched again. */
async function reportExhaustion(
  organizationId: string,
  { orderId, jobId, taskId }: TaskEventData,
  deps: DispatchDeps,
): Promise<void> {
  if (orderId === null) return;
  await untilWritten(orderId, async () => {
    const found = await readOrder(deps.table, { organizationId, storeLocationIds: null }, orderId);
    if (isRefusal(found) || found.stored.value.jobId !== jobId) return 'done';
    const operations = exhaustedOrder(found.stored, {
      reason: `Every attempt of job ${jobId} failed; the last was ${taskId}.`,
      occurredAt: toInstant(deps.clock.now()),
    });
    return !operations || (await deps.table.write(operations)).ok ? 'done' : 'again';
  });
}

async function untilWritten(orderId: string, step: () => Promise<Progress>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) if ((await step()) === 'done') return;
  throw new Error(`Order ${orderId} changed too often to be dispatched; it is taken up again.`);
}
