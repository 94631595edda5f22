import type { RowFields } from '../bulk/index.ts';
import type { NewsLine, OrderNews, ShopNews } from './adapters/shop-adapter.ts';
import { MAX_REFUNDS, type ShopOrder } from './shop-order.ts';

/** What a message changes in what is known of a shop's order; or why it changes nothing. */
export type Folded =
  | { readonly next: ShopOrder }
  | { readonly outcome: 'outdated' | 'unchanged'; readonly message: string };

/** News about one order. */
export type NewsOfOrder = Extract<ShopNews, { readonly kind: 'order' | 'end' | 'refund' }>;

/**
 * What is known of a shop's order after a message. Messages arrive twice and in any order: the shop's own version of each
 * decides, so that the result is the same whatever came first.
 */
export function foldNews(
  known: ShopOrder,
  news: NewsOfOrder,
  message: { readonly id: string; readonly receivedAt: string },
): Folded {
  const version = news.version ?? Date.parse(message.receivedAt);
  const newest = known.version ?? Number.NEGATIVE_INFINITY;
  if (news.kind === 'refund') {
    if (known.ended && known.isCreated) {
      return { outcome: 'unchanged', message: 'The shop ended this order before.' };
    }
    if (known.refunds.some(({ id }) => id === news.refundId)) {
      return { outcome: 'unchanged', message: 'This refund was taken into account before.' };
    }
    if (version <= newest) {
      return { outcome: 'unchanged', message: 'The order has the effect of this refund already.' };
    }
    const refund = { id: news.refundId, version, lines: [...news.lines] };
    return { next: { ...known, refunds: [...known.refunds, refund].slice(-MAX_REFUNDS) } };
  }
  if (version < newest) {
    return { outcome: 'outdated', message: 'A newer message about this order came before it.' };
  }
  if (news.kind === 'end') {
    const isKnown = known.ended && known.ended.version >= version;
    return { next: { ...known, ended: isKnown ? known.ended : { version, reason: news.reason } } };
  }
  if (known.ended && version <= known.ended.version) {
    return { outcome: 'outdated', message: 'The shop ended this order by a newer message.' };
  }
  const refunds = known.refunds.filter((refund) => refund.version > version);
  // An order that was cancelled before it came here, such as for a late payment, can still be wanted.
  const ended = known.isCreated ? known.ended : null;
  return { next: { ...known, version, contentFrom: message.id, refunds, ended } };
}

/** The fields that an order should have; null = nothing of it is to be delivered any more. */
export function wantedFields(content: OrderNews, refunds: ShopOrder['refunds']): RowFields | null {
  const { fields, lines } = content;
  if (lines.length === 0) return fields;
  const items = lines.flatMap((line) => remaining(line, refunds));
  return items.length === 0 ? null : { ...fields, items };
}

/** The item without what was refunded of it; none when nothing is left. */
function remaining({ lineId, item }: NewsLine, refunds: ShopOrder['refunds']): readonly RowFields[] {
  const refunded = refunds
    .flatMap(({ lines }) => lines)
    .filter((line) => line.lineId === lineId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const count = (item.count ?? 1) - refunded;
  if (count <= 0) return [];
  return [item.count === undefined && refunded === 0 ? item : { ...item, count }];
}
