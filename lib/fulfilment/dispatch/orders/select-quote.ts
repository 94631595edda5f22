import { type OrderActor, readOrder, refuseDispatch } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { unchanged } from '../../../platform/table/index.ts';
import type { JobAggregate } from '../../jobs/index.ts';
import {
  type OrderQuotes,
  orderQuotesEntity,
  quoteFingerprint,
  quoteOwner,
  type StoredQuote,
} from '../../quotes/index.ts';
import { refuseQuote, unknownQuote } from '../choice/refuse-quote.ts';
import { refuseWithoutWindows } from '../choice/refuse-without-windows.ts';
import { type Repetition, selectJobQuote } from '../departure/dispatch-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { unusableQuote } from '../refusals.ts';
import { dispatchOrder } from './dispatch-order.ts';
import { strategyOfOrder } from './strategy-of-order.ts';

/** Dispatches with the provider of a quote that a person chose; the fee limit does not apply. */
export async function selectQuote(
  deps: DispatchDeps,
  actor: OrderActor,
  quoteId: string,
  repetition: Repetition,
): Promise<JobAggregate | Refusal> {
  const owner = quoteOwner(quoteId);
  if (!owner) return unknownQuote(quoteId);
  if (owner.kind === 'job') return selectJobQuote(deps, actor, { jobId: owner.id, quoteId }, repetition);
  return commit(deps, { what: 'order', id: owner.id }, async () => {
    const found = await readOrder(deps.table, actor, owner.id);
    if (isRefusal(found)) return found.kind.status === 404 ? unknownQuote(quoteId) : found;
    const order = found.stored.value;
    const set = found.aggregate.one(orderQuotesEntity);
    if (!set) return unknownQuote(quoteId);
    const refusal = refuseDispatch(order) ?? refuseWithoutWindows(order, toInstant(deps.clock.now()));
    if (refusal) return refusal;
    const winner = usableQuote(set.value, quoteId, quoteFingerprint(order), toInstant(deps.clock.now()));
    if (isRefusal(winner)) return winner;
    const chosen = await strategyOfOrder(deps, order);
    if (isRefusal(chosen)) return chosen;
    const job = await dispatchOrder(deps, {
      found,
      dispatchRule: chosen.dispatchRule,
      under: { strategy: chosen.strategy, escalatedFrom: [] },
      set: set.value,
      winner,
      isSelected: true,
      more: [unchanged(orderQuotesEntity, set)],
    });
    if (job) return job;
  });
}

function usableQuote(
  set: OrderQuotes,
  quoteId: string,
  fingerprint: string,
  now: string,
): StoredQuote | Refusal {
  const quote = [...set.quotes, ...set.failedQuotes].find(({ id }) => id === quoteId);
  const remedy = 'Send POST /v1/order/refresh_quotes and select one of the new quotes.';
  if (!quote)
    return unusableQuote(`The quote "${quoteId}" was replaced by newer ones. ${remedy}`, { quoteId });
  return (
    refuseQuote(quote, now, remedy) ??
    (set.fingerprint === fingerprint
      ? quote
      : unusableQuote(`The order has changed since the quote "${quoteId}" was given. ${remedy}`, { quoteId }))
  );
}
