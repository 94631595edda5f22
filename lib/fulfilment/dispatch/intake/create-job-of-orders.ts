import {
  dispatchedOrder,
  dispatchFailedOrder,
  maySeeOrder,
  type Order,
  orderEntity,
  orderNotFound,
  refuseDispatch,
} from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, Refusal } from '../../../platform/core/refusal.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { Stored } from '../../../platform/table/index.ts';
import { type BatchStop, type JobAggregate, MAX_ROUTED, readJob } from '../../jobs/index.ts';
import { recordFailure } from '../attempts/record-failure.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { invalidValue } from '../refusals.ts';
import type { JobCreator } from './job-request.ts';
import { packageOfOrder } from './package-of-order.ts';
import { configurationOf, planJob } from './plan-job.ts';
import { prepareJob } from './prepare-job.ts';
import { shardOf } from './shard-of.ts';
import { finishIntake } from './undo-batch.ts';
import { claimsOf, writeJob } from './write-job.ts';

/** A route's request to be carried as one job. */
export interface OrdersOfOneJob {
  /** Chosen by the caller and the same for every repetition: `ids.next('job')`, kept before the first call. */
  readonly jobId: string;
  readonly routeId: string;
  /** In the order of their dropoffs. */
  readonly orderIds: readonly string[];
  /** Stops in driving order; without it all pickups and then all dropoffs. */
  readonly stops?: readonly { readonly orderId: string; readonly type: BatchStop['type'] }[];
  /** The dispatch strategy; absent = that of the first order, or the organization's default. */
  readonly optionsGroupId?: string | undefined;
  /** Only this provider may carry it, such as the own fleet for whose courier the route was planned. */
  readonly providerId?: string | undefined;
  /** Whether the strategy sends it to a provider at once; otherwise the job waits for one. */
  readonly autoDispatch: boolean;
}

/**
 * Makes one job of the orders of a route (specification 4.2, rules 2 and 4): the orders are `dispatched`, the job has their
 * sequence and the tags that all of them share. Nothing of it is seen or sent out before all of it was made. Can be
 * repeated with the same `jobId`, once nobody else is making it: it returns the job when it was made. An order
 * that cannot be dispatched refuses them all. When it is to go out at once and nobody takes it, no job is made, and each order
 * is `dispatch_failure` with the reason.
 */
export async function createJobOfOrders(
  deps: DispatchDeps,
  actor: JobCreator,
  asked: OrdersOfOneJob,
): Promise<JobAggregate | Refusal> {
  const { organizationId } = actor;
  const { jobId, routeId, orderIds } = asked;
  // Whatever an attempt that died left behind is completed or undone before the orders are read.
  await finishIntake(deps, { organizationId, jobId });
  const made = await readJob(deps.table, organizationId, jobId);
  if (made) return made;
  if (orderIds.length === 0 || orderIds.length > MAX_ROUTED) {
    const wayOut = `Send 1 to ${MAX_ROUTED} orders.`;
    return invalidValue(
      `The route ${routeId} has ${orderIds.length} orders, too many for one job. ${wayOut}`,
      {
        routeId,
      },
    );
  }
  const found = await dispatchableOrders(deps, actor, orderIds);
  if (isRefusal(found)) return found;
  const orders = found.map(({ value }) => value);
  const configurations = orders.map((order, index) => {
    const item = packageOfOrder(order, jobId, index + 1);
    return {
      ...configurationOf({ organizationId, jobId }, index + 1, item, order.id),
      isOnRoute: true,
      ...(order.shop ? { isFromShop: true } : {}),
    };
  });
  const prepared = await prepareJob(deps, {
    routeId,
    configurations,
    strategyId: asked.optionsGroupId ?? orders[0]?.dispatchStrategyId,
    providerId: asked.providerId,
    planOf: () => (asked.autoDispatch ? 'now' : 'wait'),
  });
  if (isRefusal(prepared)) return prepared;
  const { under, round, winner, refusal, dispatchRule } = prepared;
  if (refusal) {
    await failOrders(deps, actor, orderIds, refusal);
    return refusal;
  }
  const at = toInstant(deps.clock.now());
  const positions = new Map(orderIds.map((id, index) => [id, index + 1]));
  const plan = planJob({
    root: {
      organizationId,
      id: jobId,
      listShard: shardOf(jobId, actor.listShards),
      tags: sharedTags(orders),
      routeId,
      dispatchRule,
      ...under,
    },
    configurations,
    stops: asked.stops?.map(({ orderId, type }) => ({ position: positions.get(orderId) ?? 1, type })),
    round,
    winner,
    at,
  });
  return writeJob(
    deps,
    plan,
    async (members) => {
      // Read again: somebody may have changed an order since its package was computed.
      const ids = members.map(({ configuration }) => configuration.orderId ?? '');
      const present = await dispatchableOrders(deps, actor, ids);
      if (isRefusal(present)) return present;
      const claims = await claimsOf(deps, members);
      if (isRefusal(claims)) return claims;
      return [...present.flatMap((order) => dispatchedOrder(order, { jobId, occurredAt: at })), ...claims];
    },
    [],
  );
}

/** Orders whose failure is written per transaction: each makes three of its 100 members. */
const FAILED_AT_ONCE = 30;

/** Says of each order why nobody took it. Orders that cannot be dispatched any more by then are left as they are. */
async function failOrders(
  deps: DispatchDeps,
  actor: JobCreator,
  orderIds: readonly string[],
  refusal: Refusal,
): Promise<void> {
  for (let from = 0; from < orderIds.length; from += FAILED_AT_ONCE) {
    const ids = orderIds.slice(from, from + FAILED_AT_ONCE);
    await retryLostRace(deps.clock, async () => {
      const orders = await dispatchableOrders(deps, actor, ids);
      if (isRefusal(orders)) return true;
      const occurredAt = toInstant(deps.clock.now());
      const operations = orders.flatMap((order) => [
        ...dispatchFailedOrder(order, { code: refusal.kind.code, reason: refusal.message, occurredAt }),
        recordFailure(order.value, `v${order.version + 1}`, refusal, occurredAt),
      ]);
      return (await deps.table.write(operations)).ok;
    });
  }
}

/** The orders as they are now, or why those that cannot be dispatched cannot. 1 call for each 100. */
async function dispatchableOrders(
  deps: Pick<DispatchDeps, 'table'>,
  actor: JobCreator,
  ids: readonly string[],
): Promise<readonly Stored<Order>[] | Refusal> {
  const orders = await ordersOrWhyNot(deps, actor, ids);
  const refused = orders.flatMap((order, index) => (isRefusal(order) ? [[ids[index]!, order] as const] : []));
  const [first] = refused;
  if (first === undefined) return orders.filter((order): order is Stored<Order> => !isRefusal(order));
  if (refused.length === 1) return first[1];
  const told = refused.slice(0, MAX_TOLD).map(([, { message }]) => message);
  const more =
    refused.length > told.length ? ` And ${refused.length - told.length} more in \`details\`.` : '';
  return new Refusal(
    first[1].kind,
    `${refused.length} orders cannot be dispatched. ${told.join(' ')}${more}`,
    {
      ...first[1].details,
      validationErrors: Object.fromEntries(refused.map(([id, { message }]) => [id, message])),
    },
  );
}

/** Refused orders in a message; its details have them all. */
const MAX_TOLD = 10;

/** Why orders cannot be dispatched, by their ids; those that can are left out. */
export async function undispatchableOrders(
  deps: Pick<DispatchDeps, 'table'>,
  actor: JobCreator,
  ids: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const orders = await ordersOrWhyNot(deps, actor, ids);
  return Object.fromEntries(
    orders.flatMap((order, index) => (isRefusal(order) ? [[ids[index]!, order.message]] : [])),
  );
}

async function ordersOrWhyNot(
  { table }: Pick<DispatchDeps, 'table'>,
  actor: JobCreator,
  ids: readonly string[],
): Promise<readonly (Stored<Order> | Refusal)[]> {
  const found = await table.getMany(
    orderEntity,
    ids.map((id) => ({ organizationId: actor.organizationId, id })),
  );
  return ids.map((id, index) => {
    const order = found[index];
    if (!order || !maySeeOrder(actor, order.value))
      return orderNotFound(`There is no order with the id "${id}".`, { id });
    return refuseDispatch(order.value) ?? order;
  });
}

/** Tags that every order has, in the order of the first (specification 4.2, rule 4). */
function sharedTags(orders: readonly Order[]): string[] {
  const [first, ...others] = orders;
  return (first?.tags ?? []).filter((tag) => others.every(({ tags }) => tags?.includes(tag)));
}
