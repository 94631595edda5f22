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
import type { Operation } from '../../../platform/table/index.ts';
import { armTimer, disarmTimer, readTimer } from '../../../platform/timers/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import { recordFailure } from '../attempts/record-failure.ts';
import type { StepOutcome } from '../attempts/step-outcome.ts';
import { untilWritten } from '../attempts/until-written.ts';
import { dispatchDueJob } from '../departure/dispatch-due-job.ts';
import { dueInstant } from '../departure/due-instant.ts';
import { jobDispatchTimer, orderDispatchTimer } from '../events.ts';
import { workflowsUnanswered } from '../refusals.ts';
import { autodispatchFoundOrder } from './autodispatch-order.ts';
import { reportUndelivered, UNDELIVERED_EVENTS } from './report-undelivered.ts';
import { strategyOfOrder } from './strategy-of-order.ts';
import { type DueDispatchDeps, waitForWorkflows } from './wait-for-workflows.ts';

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
export async function dispatchDueOrder(deps: DueDispatchDeps, event: EventRecord): Promise<void> {
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

async function handleOrder(deps: DueDispatchDeps, found: FoundOrder, isFired: boolean): Promise<StepOutcome> {
  const order = found.stored.value;
  const departure = await departureOf(deps, order);
  // A due order does not go out because its strategy was deleted: its owner must be notified. Before that it
  // may get another strategy.
  if (isRefusal(departure)) return isFired ? reportFailure(deps, found, departure) : 'done';
  if (departure === undefined || departure.dueAt > toInstant(deps.clock.now())) {
    return setTimer(deps, found, departure?.dueAt);
  }
  const wait = await waitForWorkflows(deps, order, departure.strategy);
  if (wait.kind === 'wait') return setTimer(deps, found, wait.lookAt, wait.record);
  if (!(await deps.table.write(wait.record)).ok) return 'again';
  if (wait.unanswered.length > 0 && departure.strategy.afterWorkflowWait === 'fail') {
    const names = wait.unanswered.map((name) => `"${name}"`).join(', ');
    const unanswered = workflowsUnanswered(
      `The workflows ${names} had not ended after ${departure.strategy.workflowWaitSeconds} seconds. Dispatch the order by hand, or let the strategy wait longer.`,
    );
    return reportFailure(deps, found, unanswered, 'WORKFLOWS_UNANSWERED');
  }
  return dispatchNow(deps, found);
}

/**
 * When the order goes out automatically (decision B11): `now` at once, `scheduled` at the start of the pickup
 * minus the strategy's lead time. Undefined when it does not: no strategy says so, its status forbids it, or
 * its owner took it out of dispatch. A refusal when its strategy was deleted.
 */
async function departureOf(
  deps: DueDispatchDeps,
  order: Order,
): Promise<{ readonly dueAt: string; readonly strategy: StrategySettings } | Refusal | undefined> {
  if (order.isHeld) return undefined;
  // Orders of a delivery window go out together, after its cutoff.
  if (order.deliveryWindowId !== undefined) return undefined;
  if (order.status !== 'valid' && order.status !== 'confirmed') return undefined;
  const chosen = await strategyOfOrder(deps, order);
  if (isRefusal(chosen)) return chosen;
  const { strategy } = chosen;
  return strategy.enableAutoDispatch ? { dueAt: dueInstant(order, strategy), strategy } : undefined;
}

async function dispatchNow(deps: DueDispatchDeps, found: FoundOrder): Promise<StepOutcome> {
  const outcome = await autodispatchFoundOrder(deps, found);
  if (!outcome) return 'again';
  if (!isRefusal(outcome)) return 'done';
  return reportFailure(deps, found, outcome);
}

async function reportFailure(
  deps: DueDispatchDeps,
  found: FoundOrder,
  refusal: Refusal,
  code = refusal.kind.code,
): Promise<StepOutcome> {
  const { stored } = found;
  const at = toInstant(deps.clock.now());
  const outcome = await deps.table.write([
    ...dispatchFailedOrder(stored, { code, reason: refusal.message, occurredAt: at }),
    recordFailure(stored.value, `v${stored.version + 1}`, refusal, at),
  ]);
  return outcome.ok ? 'done' : 'again';
}

/** Sets, moves or removes the timer of an order, with `more` writes; does nothing when it is right. */
async function setTimer(
  deps: DueDispatchDeps,
  { stored: order }: FoundOrder,
  dueAt: string | undefined,
  more: readonly Operation[] = [],
): Promise<StepOutcome> {
  const { organizationId, id: subject } = order.value;
  const timer = { organizationId, kind: orderDispatchTimer, subject };
  const stored = await readTimer(deps.table, timer);
  const isRight = stored?.value.state === 'armed' && stored.value.dueAt === dueAt;
  const occurredAt = toInstant(deps.clock.now());
  const changed =
    dueAt === undefined
      ? disarmTimer(stored)
      : isRight
        ? []
        : armTimer({ ...timer, dueAt, data: { orderId: subject }, occurredAt, stored });
  const operations = [...changed, ...more];
  if (operations.length === 0) return 'done';
  // The timer was read after the order. Whoever changed the order in between may have set the timer by now.
  const present = await deps.table.get(orderEntity, { organizationId, id: subject });
  if (present?.version !== order.version) return 'again';
  return (await deps.table.write(operations)).ok ? 'done' : 'again';
}
