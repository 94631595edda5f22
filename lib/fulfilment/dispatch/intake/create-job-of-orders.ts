import {
  dispatchedOrder,
  maySeeOrder,
  type Order,
  orderEntity,
  orderNotFound,
  refuseDispatch,
} from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Stored } from '../../../platform/table/index.ts';
import {
  type BatchStop,
  type JobAggregate,
  MAX_ROUTED,
  NEW_JOB,
  readJob,
  shortReferenceCode,
} from '../../jobs/index.ts';
import { jobQuoteId } from '../../quotes/index.ts';
import { recordJobFailure } from '../attempts/record-failure.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { shardOf } from './create-job.ts';
import type { JobCreator } from './job-request.ts';
import { packageOfOrder } from './package-of-order.ts';
import { invalidValue } from '../refusals.ts';
import { strategyFor } from '../rules/strategy-for.ts';
import { batchIdOf, planBatch } from './plan-job.ts';
import { stopsOf } from './batch-request.ts';
import { chooseForNewBatch } from '../choice/choose-for-new-batch.ts';
import { configurationOf, refuseTogether } from './create-batch.ts';
import { finishIntake } from './undo-batch.ts';
import { claimsOf, writeBatch } from './write-batch.ts';

/** A route's request to be carried as one job. */
export interface OrdersTogether {
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
 * repeated with the same `jobId`, once nobody else is making it: it returns the job when it was made. When nobody can be found the job is made all the
 * same and waits; an event tells why. An order that cannot be dispatched refuses them all.
 */
export async function createJobOfOrders(
  deps: DispatchDeps,
  actor: JobCreator,
  asked: OrdersTogether,
): Promise<JobAggregate | Refusal> {
  const { organizationId } = actor;
  const { jobId, routeId, orderIds } = asked;
  // What an attempt that died left behind is made whole or taken back before the orders are looked at.
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
  const configurations = orders.map((order, index) => ({
    ...configurationOf(organizationId, jobId, index + 1, order.id, packageOfOrder(order, jobId, index + 1)),
    isOnRoute: true,
  }));
  const first = configurations[0]?.package ?? {};
  const facts = { organizationId, package: first, jobMetadata: {}, isBatch: orders.length > 1 };
  const chosen = await strategyFor(deps, facts, asked.optionsGroupId ?? orders[0]?.dispatchStrategyId);
  if (isRefusal(chosen)) return chosen;
  const { dispatchRule } = chosen;
  const strategy =
    asked.providerId === undefined
      ? chosen.strategy
      : { ...chosen.strategy, allowedProviders: [asked.providerId], escalateToOptionsGroupId: null };
  const refusal = refuseTogether(configurations);
  if (refusal) return refusal;
  const now = deps.clock.now();
  const at = toInstant(now);
  const {
    under,
    round,
    winner,
    refusal: failed,
  } = await chooseForNewBatch(deps, {
    organizationId,
    batchId: batchIdOf(jobId),
    configurations,
    strategy,
    quoteId: (index) => jobQuoteId(jobId, orders.length === 1 ? 1 : 0, now, index),
    isDue: asked.autoDispatch,
  });
  const root = {
    organizationId,
    id: jobId,
    createdAt: at,
    updatedAt: at,
    externalIdentifier: null,
    jobMetadata: {},
    tags: sharedTags(orders),
    isBatch: orders.length > 1,
    routeId,
    shortReferenceCode: shortReferenceCode(jobId),
    dispatchAt: null,
    ...NEW_JOB,
    ...under,
    ...(dispatchRule ? { dispatchRule } : {}),
    listShard: shardOf(jobId, actor.listShards),
  };
  const positions = new Map(orderIds.map((id, index) => [id, index + 1]));
  const stops = asked.stops?.map(({ orderId, type }) => ({ position: positions.get(orderId) ?? 1, type }));
  const plan = planBatch({
    root,
    configurations,
    stops: stops ?? stopsOf(configurations),
    round,
    winner,
    at,
  });
  const failure = failed ? [recordJobFailure(root, `made@${at}`, failed, at)] : [];
  return writeBatch(
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
    failure,
  );
}

/** The orders as they are now, or why the first of those that cannot be dispatched cannot. 1 call for each 100. */
async function dispatchableOrders(
  { table }: DispatchDeps,
  actor: JobCreator,
  ids: readonly string[],
): Promise<readonly Stored<Order>[] | Refusal> {
  const found = await table.getMany(
    orderEntity,
    ids.map((id) => ({ organizationId: actor.organizationId, id })),
  );
  const orders = ids.map((id, index) => {
    const order = found[index];
    if (!order || !maySeeOrder(actor, order.value))
      return orderNotFound(`There is no order with the id "${id}".`, { id });
    return refuseDispatch(order.value) ?? order;
  });
  return orders.find(isRefusal) ?? orders.filter((order): order is Stored<Order> => !isRefusal(order));
}

/** Tags that every order has, in the order of the first (specification 4.2, rule 4). */
function sharedTags(orders: readonly Order[]): string[] {
  const [first, ...others] = orders;
  return (first?.tags ?? []).filter((tag) => others.every(({ tags }) => tags?.includes(tag)));
}
