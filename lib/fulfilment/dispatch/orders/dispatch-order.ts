import { dispatchedOrder, type FoundOrder, type Order } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { partId } from '../../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Operation } from '../../../platform/table/index.ts';
import {
  type Configuration,
  type JobAggregate,
  jobCreated,
  jobPartition,
  makeJob,
  NEW_JOB,
  readJob,
  shortReferenceCode,
} from '../../jobs/index.ts';
import type { StoredQuote } from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import { announceAttempt, assign, unassignedTask } from '../attempts/open-attempt.ts';
import type { QuoteSet } from '../choice/choose-quote.ts';
import { maxFeeOf } from '../choice/max-fee-of.ts';
import { claimJobIdentifier } from '../claims/claim-job-identifier.ts';
import { claimPackage } from '../claims/claim-package.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { packageOfOrder } from '../intake/package-of-order.ts';
import type { ChosenStrategy } from '../rules/strategy-for.ts';

/** One dispatch of an order with a chosen quote. */
export interface OrderDispatch {
  readonly found: FoundOrder;
  readonly strategy: StrategySettings;
  /** The rule that chose the strategy. */
  readonly dispatchRule?: ChosenStrategy['dispatchRule'];
  readonly set: QuoteSet;
  readonly winner: StoredQuote;
  /** Whether a caller selected the winner. */
  readonly isSelected?: boolean;
  /** Additional writes of the same transaction. */
  readonly more?: readonly Operation[];
}

/**
 * Creates the job of an order: order `dispatched`, job, configuration, task, delivery, package claim and
 * events in one transaction. Undefined when another writer was faster.
 */
export async function dispatchOrder(
  deps: DispatchDeps,
  dispatch: OrderDispatch,
): Promise<JobAggregate | Refusal | undefined> {
  const { found, strategy, dispatchRule = null, set, winner, isSelected = false, more = [] } = dispatch;
  const order = found.stored.value;
  const { organizationId } = order;
  const jobId = deps.ids.next('job');
  const at = toInstant(deps.clock.now());
  const claims = await claimIdentifiers(deps, order, jobId);
  if (isRefusal(claims)) return claims;
  const configuration: Configuration = {
    organizationId,
    jobId,
    id: partId('cfg', jobId, 'c1'),
    position: 1,
    orderId: order.id,
    package: packageOfOrder(order, jobId),
    ...(order.routeId ? { isOnRoute: true } : {}),
    canceledAt: null,
    exhaustedAt: null,
  };
  const first = unassignedTask({ configuration, attempt: 1, ...set, isSelected, at });
  const attempt = assign(first, winner, configuration, at);
  const job = makeJob({
    job: {
      organizationId,
      id: jobId,
      createdAt: at,
      updatedAt: at,
      externalIdentifier: order.externalId ?? null,
      jobMetadata: order.orderMetadata ?? {},
      tags: order.tags ?? [],
      isBatch: false,
      routeId: order.routeId ?? null,
      strategy,
      maxFeeCents: maxFeeOf(strategy, order),
      shortReferenceCode: shortReferenceCode(jobId),
      dispatchAt: null,
      ...NEW_JOB,
      ...(dispatchRule ? { dispatchRule } : {}),
      listShard: order.listShard,
    },
    configurations: [configuration],
    tasks: [attempt.task],
    deliveries: [attempt.delivery],
  });
  const outcome = await deps.table.write([
    ...dispatchedOrder(found.stored, { jobId, occurredAt: at }),
    ...job.operations,
    ...claims,
    jobCreated.record({
      aggregate: jobPartition(organizationId, jobId),
      cause: 'created',
      occurredAt: at,
      data: { jobId, orderIds: [order.id] },
    }),
    ...announceAttempt(attempt, order.id, at),
    ...more,
  ]);
  if (outcome.ok) return job.next;
  // An earlier attempt of the same request may have created it: then its job id is the same.
  return readJob(deps.table, organizationId, jobId);
}

/** The writes that give the package's external identifier to the order, and the job's to the job; none without one. */
async function claimIdentifiers(
  { table }: Pick<DispatchDeps, 'table'>,
  order: Order,
  jobId: string,
): Promise<readonly Operation[] | Refusal> {
  const { organizationId, externalId, id: ownerId } = order;
  if (externalId === undefined) return [];
  const key = { organizationId, externalIdentifier: externalId, jobId };
  const [item, identifier] = await Promise.all([
    claimPackage({ table }, { ...key, ownerId, configurationId: partId('cfg', jobId, 'c1') }),
    claimJobIdentifier({ table }, key),
  ]);
  if (isRefusal(item)) return item;
  return isRefusal(identifier) ? identifier : [...item, ...identifier];
}
