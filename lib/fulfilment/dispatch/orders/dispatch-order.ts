import { dispatchedOrder, type FoundOrder } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import type { Operation } from '../../../platform/table/index.ts';
import type { JobAggregate } from '../../jobs/index.ts';
import type { StoredQuote } from '../../quotes/index.ts';
import type { QuoteSet } from '../choice/choose-quote.ts';
import { maxFeeOf } from '../choice/max-fee-of.ts';
import type { EffectiveStrategy } from '../choice/with-escalation.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { packageOfOrder } from '../intake/package-of-order.ts';
import { configurationOf, planJob } from '../intake/plan-job.ts';
import { claimsOf, writeAtOnce } from '../intake/write-job.ts';
import type { ChosenStrategy } from '../rules/strategy-for.ts';

/** One dispatch of an order with a chosen quote. */
export interface OrderDispatch {
  readonly found: FoundOrder;
  /** The strategy in force: the order's own, or one to which it escalates. */
  readonly under: Pick<EffectiveStrategy, 'strategy' | 'escalatedFrom'>;
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
  const { found, under, dispatchRule = null, set, winner, isSelected = false, more = [] } = dispatch;
  const order = found.stored.value;
  const { organizationId } = order;
  const jobId = deps.ids.next('job');
  const at = toInstant(deps.clock.now());
  const item = packageOfOrder(order, jobId);
  const configuration = {
    ...configurationOf({ organizationId, jobId }, 1, item, order.id),
    ...(order.routeId ? { isOnRoute: true } : {}),
    ...(order.shop ? { isFromShop: true } : {}),
  };
  const plan = planJob({
    root: {
      organizationId,
      id: jobId,
      listShard: order.listShard,
      externalIdentifier: order.externalId ?? null,
      jobMetadata: order.orderMetadata ?? {},
      tags: order.tags ?? [],
      routeId: order.routeId ?? null,
      strategy: under.strategy,
      escalatedFrom: under.escalatedFrom,
      maxFeeCents: maxFeeOf(under.strategy, order),
      dispatchRule,
    },
    configurations: [configuration],
    round: set,
    winner,
    isSelected,
    at,
  });
  return writeAtOnce(deps, plan, (members) => claimsOf(deps, members), [
    ...dispatchedOrder(found.stored, { jobId, occurredAt: at }),
    ...more,
  ]);
}
