import { toInstant } from '../../core/clock.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { FEW_TRIES, retryLostRace } from '../../core/retry-lost-race.ts';
import type { JobAggregate } from '../../jobs/index.ts';
import {
  type FoundOrder,
  type Order,
  type OrderActor,
  orderLockContention,
  readOrder,
  refuseDispatch,
} from '../../orders/index.ts';
import { strategyFingerprint, validQuotesOf } from '../../quotes/index.ts';
import { strategyOf } from '../../strategies/index.ts';
import { recordFailure } from '../attempts/record-failure.ts';
import { chooseQuote, refuseEligibility } from '../choice/choose-quote.ts';
import { maxFeeOf } from '../choice/max-fee-of.ts';
import { isNobodyFound } from '../choice/nobody-found.ts';
import { refuseWithoutWindows } from '../choice/refuse-without-windows.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import type { ChosenStrategy } from '../rules/strategy-for.ts';
import { dispatchOrder } from './dispatch-order.ts';
import { planQuotes } from './quote-order.ts';
import { strategyOfOrder } from './strategy-of-order.ts';

/**
 * Dispatches an order by its strategy: takes the best of its present quotes, or of new ones when it has none that hold,
 * and makes its job. Explicitly called for, a scheduled order goes out now too; its provider is told the windows.
 * `optionsGroupId` is a strategy to use in place of the order's own.
 */
export async function autodispatchOrder(
  actor: OrderActor,
  id: string,
  deps: DispatchDeps,
  optionsGroupId?: string,
): Promise<JobAggregate | Refusal> {
  const dispatched = await retryLostRace(
    deps.clock,
    async () => {
      const found = await readOrder(deps.table, actor, id);
      if (isRefusal(found)) return found;
      const job = await autodispatchFoundOrder(found, deps, optionsGroupId);
      if (job && isRefusal(job)) await tellOfFailure(found.stored.value, job, deps);
      if (job) return job;
    },
    FEW_TRIES,
  );
  return (
    dispatched ??
    orderLockContention(`Order "${id}" was being changed by others; send the request again.`, { id })
  );
}

/**
 * Reports a dispatch that found no provider. The order stays as it is: its caller gets the reason and may
 * call again.
 */
async function tellOfFailure(order: Order, refusal: Refusal, { table, clock }: DispatchDeps): Promise<void> {
  if (!isNobodyFound(refusal)) return;
  const at = toInstant(clock.now());
  await table.write([recordFailure(order, `call@${at}`, refusal, at)]);
}

/** As `autodispatchOrder` for an order that was read. Undefined when another writer was faster. */
export async function autodispatchFoundOrder(
  found: FoundOrder,
  deps: DispatchDeps,
  optionsGroupId?: string,
): Promise<JobAggregate | Refusal | undefined> {
  const order = found.stored.value;
  const refusal = refuseDispatch(order) ?? refuseWithoutWindows(order, toInstant(deps.clock.now()));
  if (refusal) return refusal;
  const chosen = await strategyOfOrder(
    optionsGroupId === undefined ? order : { ...order, dispatchStrategyId: optionsGroupId },
    deps,
  );
  if (isRefusal(chosen)) return chosen;
  const tried = new Set<string>();
  let { strategy } = chosen;
  const { dispatchRule } = chosen;
  for (;;) {
    const job = await dispatchUnder(found, { strategy, dispatchRule }, deps);
    const next = strategy.escalateToOptionsGroupId;
    const isNobody = job !== undefined && isRefusal(job) && isNobodyFound(job);
    if (!isNobody || next === null || tried.has(next)) return job;
    tried.add(next);
    const escalated = await strategyOf(deps.table, order.organizationId, next);
    if (isRefusal(escalated)) return job;
    strategy = escalated;
  }
}

async function dispatchUnder(
  found: FoundOrder,
  { strategy, dispatchRule }: ChosenStrategy,
  deps: DispatchDeps,
): Promise<JobAggregate | Refusal | undefined> {
  const order = found.stored.value;
  const quoted = validQuotesOf(found.aggregate, order)?.value;
  const present = quoted?.strategyFingerprint === strategyFingerprint(strategy) ? quoted : undefined;
  const holding = present && chooseQuote(present, maxFeeOf(strategy, order), deps);
  if (present && holding && !isRefusal(holding)) {
    return dispatchOrder({ found, strategy, dispatchRule, set: present, winner: holding }, deps);
  }
  const planned = await planQuotes(found, strategy, deps);
  if (!planned.round.hasEligibleProviders) return refuseEligibility(strategy, planned.round);
  const winner = chooseQuote(planned.round, maxFeeOf(strategy, order), deps);
  if (isRefusal(winner)) return winner;
  return dispatchOrder(
    { found, strategy, dispatchRule, set: planned.round, winner, more: [planned.operation] },
    deps,
  );
}
