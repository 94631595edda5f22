import {
  type FoundOrder,
  type Order,
  type OrderActor,
  readOrder,
  refuseDispatch,
} from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { FEW_TRIES } from '../../../platform/core/retry-lost-race.ts';
import type { JobAggregate } from '../../jobs/index.ts';
import { strategyFingerprint, validQuotesOf } from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import { recordFailure } from '../attempts/record-failure.ts';
import { chooseQuote, refuseEligibility } from '../choice/choose-quote.ts';
import { maxFeeOf } from '../choice/max-fee-of.ts';
import { isNoProviderFound } from '../choice/nobody-found.ts';
import { refuseWithoutWindows } from '../choice/refuse-without-windows.ts';
import { withEscalation } from '../choice/with-escalation.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { dispatchOrder, type OrderDispatch } from './dispatch-order.ts';
import { planQuotes } from './quote-order.ts';
import { strategyOfOrder } from './strategy-of-order.ts';

/**
 * Dispatches an order by its strategy: takes the best of its current quotes, or of new ones when none of them is valid
 * any more, and creates its job. When it is called explicitly, a scheduled order is dispatched now as well; its
 * provider gets the windows. `optionsGroupId` is a strategy to use instead of the order's own.
 */
export async function autodispatchOrder(
  deps: DispatchDeps,
  actor: OrderActor,
  id: string,
  optionsGroupId?: string,
): Promise<JobAggregate | Refusal> {
  return commit(
    deps,
    { what: 'order', id },
    async () => {
      const found = await readOrder(deps.table, actor, id);
      if (isRefusal(found)) return found;
      const job = await autodispatchFoundOrder(deps, found, optionsGroupId);
      if (job && isRefusal(job)) await reportFailure(deps, found.stored.value, job);
      if (job) return job;
    },
    FEW_TRIES,
  );
}

/**
 * Reports a dispatch that found no provider. The order stays as it is: the caller gets the reason and may try again.
 */
async function reportFailure({ table, clock }: DispatchDeps, order: Order, refusal: Refusal): Promise<void> {
  if (!isNoProviderFound(refusal)) return;
  const at = toInstant(clock.now());
  await table.write([recordFailure(order, `call@${at}`, refusal, at)]);
}

/** As `autodispatchOrder` for an order that was read. Undefined when another writer was faster. */
export async function autodispatchFoundOrder(
  deps: DispatchDeps,
  found: FoundOrder,
  optionsGroupId?: string,
): Promise<JobAggregate | Refusal | undefined> {
  const order = found.stored.value;
  const refusal = refuseDispatch(order) ?? refuseWithoutWindows(order, toInstant(deps.clock.now()));
  if (refusal) return refusal;
  const chosen = await strategyOfOrder(
    deps,
    optionsGroupId === undefined ? order : { ...order, dispatchStrategyId: optionsGroupId },
  );
  if (isRefusal(chosen)) return chosen;
  const { strategy, dispatchRule } = chosen;
  const { organizationId } = order;
  const own = { organizationId, strategy, maxFeeCents: maxFeeOf(strategy, order), escalatedFrom: [] };
  const choice = await withEscalation(deps, own, (under) => chooseUnder(deps, found, under.strategy));
  if (isRefusal(choice)) return choice;
  return dispatchOrder(deps, { found, dispatchRule, under: choice.under, ...choice.found });
}

/** The provider under a strategy: from the order's present quotes while they hold, otherwise from new ones. */
async function chooseUnder(
  deps: DispatchDeps,
  { aggregate, stored }: FoundOrder,
  strategy: StrategySettings,
): Promise<Pick<OrderDispatch, 'set' | 'winner' | 'more'> | Refusal> {
  const order = stored.value;
  const maxFeeCents = maxFeeOf(strategy, order);
  const quoted = validQuotesOf(aggregate, order)?.value;
  const present = quoted?.strategyFingerprint === strategyFingerprint(strategy) ? quoted : undefined;
  const holding = present && chooseQuote(deps, present, maxFeeCents);
  if (present && holding && !isRefusal(holding)) return { set: present, winner: holding };
  const { round, operation } = await planQuotes(deps, { aggregate, stored }, strategy);
  if (!round.hasEligibleProviders) return refuseEligibility(strategy, round);
  const winner = chooseQuote(deps, round, maxFeeCents);
  return isRefusal(winner) ? winner : { set: round, winner, more: [operation] };
}
