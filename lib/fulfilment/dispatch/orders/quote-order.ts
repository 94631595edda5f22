import {
  type FoundOrder,
  invalidStateTransition,
  type Order,
  type OrderActor,
  readOrder,
  refuseDispatch,
} from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { type Operation, type Stored, save } from '../../../platform/table/index.ts';
import {
  askForQuotes,
  type OrderQuotes,
  orderQuoteId,
  orderQuotesEntity,
  type QuoteRound,
  quoteFingerprint,
  strategyFingerprint,
} from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import { maxFeeOf } from '../choice/max-fee-of.ts';
import { shipmentOf } from '../choice/shipment-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { packageOfOrder } from '../intake/package-of-order.ts';
import { missingArgument } from '../refusals.ts';
import { strategyOfOrder } from './strategy-of-order.ts';

/** A new set of quotes of an order, not written yet. */
export interface NewQuotes {
  readonly strategy: StrategySettings;
  readonly round: QuoteRound;
  /** The set in the form in which it is stored beside the order. */
  readonly value: OrderQuotes;
  readonly operation: Operation;
}

/** Asks for a new set of quotes for the current order, to replace the existing one. */
export async function planQuotes(
  deps: DispatchDeps,
  found: FoundOrder,
  strategy: StrategySettings,
): Promise<NewQuotes> {
  const order = found.stored.value;
  const { organizationId, id: orderId } = order;
  const before = found.aggregate.one(orderQuotesEntity);
  const generation = (before?.value.generation ?? 0) + 1;
  const round = await askForQuotes(deps, {
    organizationId,
    routeId: order.routeId ?? null,
    driverId: null,
    shipment: shipmentOf(packageOfOrder(order, orderId)),
    strategy,
    maxFeeCents: maxFeeOf(strategy, order),
    quoteId: (index) => orderQuoteId(orderId, generation, index),
  });
  const value: OrderQuotes = {
    organizationId,
    orderId,
    generation,
    fingerprint: quoteFingerprint(order),
    strategyFingerprint: strategyFingerprint(strategy),
    createdAt: toInstant(deps.clock.now()),
    quotes: [...round.quotes],
    failedQuotes: [...round.failedQuotes],
  };
  return { strategy, round, value, operation: save(orderQuotesEntity, before, value) };
}

/** Asks for quotes and replaces those of the order. Returns the set that is then valid. */
export async function quoteOrder(deps: DispatchDeps, found: FoundOrder): Promise<OrderQuotes | Refusal> {
  const order = found.stored.value;
  const chosen = await strategyOfOrder(deps, order);
  if (isRefusal(chosen)) return chosen;
  const { strategy } = chosen;
  const planned = await planQuotes(deps, found, strategy);
  if ((await deps.table.write([planned.operation])).ok) return planned.value;
  // Another request asked at the same moment: its quotes are as new as ours, and they can be selected.
  const other = await deps.table.get(orderQuotesEntity, planned.value);
  return other?.value ?? planned.value;
}

/** The quotes of an order found by its id or external id, all replaced by new ones. */
export async function refreshOrderQuotes(
  deps: DispatchDeps,
  actor: OrderActor,
  named: { readonly orderId?: string | undefined; readonly externalOrderId?: string | undefined },
): Promise<OrderQuotes | Refusal> {
  const { orderId, externalOrderId } = named;
  const id = orderId ?? externalOrderId;
  if (id === undefined || (orderId !== undefined && externalOrderId !== undefined)) {
    return missingArgument('Send exactly one of orderId and externalOrderId.', {
      fields: ['orderId', 'externalOrderId'],
    });
  }
  const found = await readOrder(deps.table, actor, id);
  if (isRefusal(found)) return found;
  return refuseToQuote(found.stored) ?? quoteOrder(deps, found);
}

/** Only an order that can still be dispatched and that breaks no rule is quoted. */
export function refuseToQuote({ value: order }: Stored<Order>): Refusal | undefined {
  if (order.status === 'needs_attention' || order.status === 'dispatched') return refuseDispatch(order);
  if (order.status !== 'archived' && order.status !== 'canceled') return undefined;
  return invalidStateTransition(`Order ${order.id} is ${order.status} and can no longer be quoted.`, {
    orderId: order.id,
    status: order.status,
  });
}
