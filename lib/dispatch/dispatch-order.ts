import { toInstant } from '../core/clock.ts';
import { partId } from '../core/ids.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import {
  type Configuration,
  type JobAggregate,
  jobCreated,
  jobPartition,
  makeJob,
  readJob,
  shortReferenceCode,
} from '../jobs/index.ts';
import {
  dispatchedOrder,
  type FoundOrder,
  type Order,
  type OrderActor,
  orderLockContention,
  readOrder,
  refuseDispatch,
} from '../orders/index.ts';
import { isAboveLimit, type StoredQuote, strategyFingerprint, validQuotesOf } from '../quotes/index.ts';
import { type StrategySettings, strategyOf } from '../strategies/index.ts';
import type { Operation } from '../table/index.ts';
import { claimJobIdentifier } from './claim-job-identifier.ts';
import { claimPackage } from './claim-package.ts';
import type { DispatchDeps } from './dispatch-deps.ts';
import { maxFeeOf } from './max-fee-of.ts';
import { announceAttempt, assign, unassignedTask } from './open-attempt.ts';
import { packageOfOrder } from './package-of-order.ts';
import { planQuotes } from './quote-order.ts';
import { recordFailure } from './record-failure.ts';
import {
  autodispatchFailure,
  noEligibleProviders,
  noValidQuotes,
  taskMissingTimeWindow,
} from './refusals.ts';

/** The quotes from which a provider is chosen. */
export interface QuoteSet {
  readonly quotes: readonly StoredQuote[];
  readonly failedQuotes: readonly StoredQuote[];
}

/** A lost race is read anew and tried once more. */
const ATTEMPTS = 2;

/**
 * Dispatches an order by its strategy: takes the best of its present quotes, or of new ones when it has none that hold,
 * and makes its job. Explicitly called for, a scheduled order goes out now too; its provider is told the windows.
 */
export async function autodispatchOrder(
  actor: OrderActor,
  id: string,
  deps: DispatchDeps,
): Promise<JobAggregate | Refusal> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await readOrder(deps.table, actor, id);
    if (isRefusal(found)) return found;
    const job = await autodispatchFoundOrder(found, deps);
    if (job && isRefusal(job)) await tellOfFailure(found.stored.value, job, deps);
    if (job) return job;
  }
  return orderLockContention(`Order "${id}" was being changed by others; send the request again.`, { id });
}

const NOBODY_FOUND = new Set([noEligibleProviders.kind, noValidQuotes.kind, autodispatchFailure.kind]);

/** Tells of a dispatch that found nobody. The order stays as it is: its caller knows, and may call again. */
async function tellOfFailure(order: Order, refusal: Refusal, { table, clock }: DispatchDeps): Promise<void> {
  if (!NOBODY_FOUND.has(refusal.kind)) return;
  const at = toInstant(clock.now());
  await table.write([recordFailure(order, `call@${at}`, refusal, at)]);
}

/** As `autodispatchOrder` for an order as read. Undefined when another writer was faster. */
export async function autodispatchFoundOrder(
  found: FoundOrder,
  deps: DispatchDeps,
): Promise<JobAggregate | Refusal | undefined> {
  const order = found.stored.value;
  const refusal = refuseDispatch(order) ?? refuseWithoutWindows(order);
  if (refusal) return refusal;
  const strategy = await strategyOf(deps.table, order.organizationId, order.dispatchStrategyId);
  if (isRefusal(strategy)) return strategy;
  const quoted = validQuotesOf(found.aggregate, order)?.value;
  const present = quoted?.strategyFingerprint === strategyFingerprint(strategy) ? quoted : undefined;
  const holding = present && chooseQuote(present, maxFeeOf(strategy, order), deps);
  if (present && holding && !isRefusal(holding)) {
    return dispatchOrder({ found, strategy, set: present, winner: holding }, deps);
  }
  const planned = await planQuotes(found, strategy, deps);
  if (!planned.round.hasEligibleProviders) return refuseEligibility(strategy, planned.round);
  const winner = chooseQuote(planned.round, maxFeeOf(strategy, order), deps);
  if (isRefusal(winner)) return winner;
  return dispatchOrder({ found, strategy, set: planned.round, winner, more: [planned.operation] }, deps);
}

/** No provider of the strategy can carry the package. */
export function refuseEligibility(strategy: StrategySettings, set: QuoteSet): Refusal {
  return noEligibleProviders(
    `No provider of the dispatch strategy "${strategy.label}" can carry the package. ${reasonsOf(set)}Allow other providers in the strategy or ask less of the provider.`,
    { optionsGroupId: strategy.id, failedQuotes: reasons(set) },
  );
}

/** The best quote that an automatic choice may take and that still holds, or why there is none. */
export function chooseQuote(
  set: QuoteSet,
  maxFeeCents: number | null,
  { clock }: Pick<DispatchDeps, 'clock'>,
): StoredQuote | Refusal {
  const now = toInstant(clock.now());
  const holding = set.quotes.filter(({ expireTime }) => (expireTime ?? '') > now);
  if (holding.length === 0) {
    return noValidQuotes(
      `No provider gave a quote. ${reasonsOf(set)}Try again later or change the strategy.`,
      {
        failedQuotes: reasons(set),
      },
    );
  }
  const best = holding.find((quote) => !isAboveLimit(quote, maxFeeCents));
  if (best) return best;
  return autodispatchFailure(
    `Every quote is above the limit of ${maxFeeCents} cents (the lowest is ${Math.min(...holding.map(({ totalPriceCents }) => totalPriceCents))}). Raise the limit, or select a quote with POST /v1/select_quote.`,
    { maxDeliveryFeeCents: maxFeeCents },
  );
}

function reasons({ failedQuotes }: QuoteSet) {
  return failedQuotes.map(({ providerId, providerName, errorMessage }) => ({
    providerId,
    providerName,
    errorMessage,
  }));
}

function reasonsOf(set: QuoteSet): string {
  return reasons(set)
    .map(({ providerName, errorMessage }) => `${providerName}: ${errorMessage} `)
    .join('');
}

/** A scheduled order must say when it is picked up and when it is to arrive (specification 7). */
export function refuseWithoutWindows(order: {
  readonly id: string;
  readonly deliveryMode?: string | null | undefined;
  readonly pickupStartTime?: string | null | undefined;
  readonly pickupEndTime?: string | null | undefined;
  readonly dropoffStartTime?: string | null | undefined;
  readonly dropoffEndTime?: string | null | undefined;
}): Refusal | undefined {
  if (order.deliveryMode !== 'scheduled') return undefined;
  const missing = [
    ...(order.pickupStartTime || order.pickupEndTime ? [] : ['pickupStartTime']),
    ...(order.dropoffStartTime || order.dropoffEndTime ? [] : ['dropoffEndTime']),
  ];
  if (missing.length === 0) return undefined;
  return taskMissingTimeWindow(
    `${order.id} is scheduled but lacks a time window: send ${missing.join(' and ')}, or deliveryMode "now".`,
    { id: order.id, missing },
  );
}

/** One dispatch of an order with a chosen quote. */
export interface OrderDispatch {
  readonly found: FoundOrder;
  readonly strategy: StrategySettings;
  readonly set: QuoteSet;
  readonly winner: StoredQuote;
  /** Further writes that belong to it. */
  readonly more?: readonly Operation[];
}

/**
 * Makes the job of an order: order `dispatched`, job, configuration, task, delivery, package claim and events in one
 * transaction. Undefined when another writer was faster.
 */
export async function dispatchOrder(
  dispatch: OrderDispatch,
  deps: DispatchDeps,
): Promise<JobAggregate | Refusal | undefined> {
  const { found, strategy, set, winner, more = [] } = dispatch;
  const order = found.stored.value;
  const { organizationId } = order;
  const jobId = deps.ids.next('job');
  const at = toInstant(deps.clock.now());
  const claims = await claimIdentifiers(order, jobId, deps);
  if (isRefusal(claims)) return claims;
  const configuration: Configuration = {
    organizationId,
    jobId,
    id: partId('cfg', jobId, 'c1'),
    position: 1,
    orderId: order.id,
    package: packageOfOrder(order, jobId),
    canceledAt: null,
    exhaustedAt: null,
  };
  const first = unassignedTask({ configuration, attempt: 1, ...set, at });
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
      canceledAt: null,
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
  // An earlier attempt of the very same request may have made it: then its job id is the same.
  return readJob(deps.table, organizationId, jobId);
}

/** The writes that give the package's external identifier to the order, and the job's to the job; none without one. */
async function claimIdentifiers(
  order: Order,
  jobId: string,
  { table }: Pick<DispatchDeps, 'table'>,
): Promise<readonly Operation[] | Refusal> {
  const { organizationId, externalId, id: ownerId } = order;
  if (externalId === undefined) return [];
  const key = { organizationId, externalIdentifier: externalId, jobId };
  const [item, identifier] = await Promise.all([
    claimPackage({ ...key, ownerId, configurationId: partId('cfg', jobId, 'c1') }, { table }),
    claimJobIdentifier(key, { table }),
  ]);
  if (isRefusal(item)) return item;
  return isRefusal(identifier) ? identifier : [...item, ...identifier];
}
