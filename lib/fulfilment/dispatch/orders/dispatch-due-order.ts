import {
  dispatchFailedOrder,
  type FoundOrder,
  type Order,
  orderArchived,
  orderConfirmed,
  orderCreated,
  orderDispatched,
  orderEntity,
  orderNeedsAttention,
  orderUnarchived,
  orderUndispatched,
  orderUpdated,
  readOrder,
} from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { EventRecord } from '../../../platform/events/index.ts';
import { armTimer, disarmTimer, readTimer } from '../../../platform/timers/index.ts';
import { recordFailure } from '../attempts/record-failure.ts';
import type { StepOutcome } from '../attempts/step-outcome.ts';
import { untilWritten } from '../attempts/until-written.ts';
import { dispatchDueJob } from '../departure/dispatch-due-job.ts';
import { dueInstant } from '../departure/due-instant.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { jobDispatchTimer, orderDispatchTimer } from '../events.ts';
import { autodispatchFoundOrder } from './autodispatch-order.ts';
import { reportUndelivered, UNDELIVERED_EVENTS } from './report-undelivered.ts';
import { strategyOfOrder } from './strategy-of-order.ts';

/** Everything after which an order may become due for its dispatch, cease to be due, or have failed for good. */
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
  ...UNDELIVERED_EVENTS,
]);

/** Handles any of `DUE_ORDER_EVENTS`: the next step follows from the current state of the order. */
export async function dispatchDueOrder(deps: DispatchDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const undelivered = UNDELIVERED_EVENTS.find(({ name }) => name === event.name);
  if (undelivered) return reportUndelivered(deps, organizationId, undelivered.parse(event).data);
  if (event.name === jobDispatchTimer.fired.name) {
    return dispatchDueJob(deps, organizationId, jobDispatchTimer.fired.parse(event).data.subject);
  }
  const isFired = event.name === orderDispatchTimer.fired.name;
  const orderId = isFired ? orderDispatchTimer.fired.parse(event).data.subject : event.aggregateId;
  await untilWritten(deps, `Order ${orderId}`, async () => {
    const found = await readOrder(deps.table, { organizationId, storeLocationIds: null }, orderId);
    return isRefusal(found) ? 'done' : handleOrder(deps, found, isFired);
  });
}

async function handleOrder(deps: DispatchDeps, found: FoundOrder, isFired: boolean): Promise<StepOutcome> {
  const order = found.stored.value;
  const dueAt = await dispatchTimeOf(deps, order);
  // A due order does not go out because its strategy was deleted: its owner must be notified. Before that it
  // may get another strategy.
  if (isRefusal(dueAt)) return isFired ? reportFailure(deps, found, dueAt) : 'done';
  if (dueAt !== undefined && dueAt <= toInstant(deps.clock.now())) return dispatchNow(deps, found);
  return setTimer(deps, found, dueAt);
}

/**
 * When the order goes out automatically (decision B11): `now` at once, `scheduled` at the start of the pickup
 * minus the strategy's lead time. Undefined when it does not: no strategy says so, its status forbids it, or
 * its owner took it out of dispatch. A refusal when its strategy was deleted.
 */
async function dispatchTimeOf(deps: DispatchDeps, order: Order): Promise<string | Refusal | undefined> {
  if (order.isHeld) return undefined;
  // Orders of a delivery window go out together, after its cutoff.
  if (order.deliveryWindowId !== undefined) return undefined;
  if (order.status !== 'valid' && order.status !== 'confirmed') return undefined;
  const chosen = await strategyOfOrder(deps, order);
  if (isRefusal(chosen)) return chosen;
  const { strategy } = chosen;
  return strategy.enableAutoDispatch ? dueInstant(order, strategy) : undefined;
}

async function dispatchNow(deps: DispatchDeps, found: FoundOrder): Promise<StepOutcome> {
  const outcome = await autodispatchFoundOrder(deps, found);
  if (!outcome) return 'again';
  if (!isRefusal(outcome)) return 'done';
  return reportFailure(deps, found, outcome);
}

async function reportFailure(deps: DispatchDeps, found: FoundOrder, refusal: Refusal): Promise<StepOutcome> {
  const { stored } = found;
  const at = toInstant(deps.clock.now());
  const outcome = await deps.table.write([
    ...dispatchFailedOrder(stored, { reason: refusal.message, occurredAt: at }),
    recordFailure(stored.value, `v${stored.version + 1}`, refusal, at),
  ]);
  return outcome.ok ? 'done' : 'again';
}

/** Sets, moves or removes the timer of an order; does nothing when it is right. */
async function setTimer(
  deps: DispatchDeps,
  { stored: order }: FoundOrder,
  dueAt: string | undefined,
): Promise<StepOutcome> {
  const { organizationId, id: subject } = order.value;
  const timer = { organizationId, kind: orderDispatchTimer, subject };
  const stored = await readTimer(deps.table, timer);
  const isRight = stored?.value.state === 'armed' && stored.value.dueAt === dueAt;
  const occurredAt = toInstant(deps.clock.now());
  const operations =
    dueAt === undefined
      ? disarmTimer(stored)
      : isRight
        ? []
        : armTimer({ ...timer, dueAt, data: { orderId: subject }, occurredAt, stored });
  if (operations.length === 0) return 'done';
  // The timer was read after the order. Whoever changed the order in between may have set the timer by now.
  const present = await deps.table.get(orderEntity, { organizationId, id: subject });
  if (present?.version !== order.version) return 'again';
  return (await deps.table.write(operations)).ok ? 'done' : 'again';
}
