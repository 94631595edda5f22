import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldNews, type NewsOfOrder, wantedFields } from '../../../../../lib/operations/shops/fold-news.ts';
import type { ShopOrder } from '../../../../../lib/operations/shops/shop-order.ts';

const FIRST: ShopOrder = {
  organizationId: 'org_test',
  shopId: 'shp_1',
  shopOrderId: '1',
  orderId: 'ord_1',
  isCreated: false,
  version: null,
  contentFrom: null,
  refunds: [],
  ended: null,
  lease: null,
  updatedAt: '2026-03-02T10:00:00.000Z',
};

const lines = [
  { lineId: 'a', item: { count: 3 } },
  { lineId: 'b', item: { description: 'one of it' } },
];

/** The news of a history of a shop's order: its versions rise, and each has a message. */
const history = fc
  .array(fc.constantFrom('order', 'end', 'refund'), { minLength: 1, maxLength: 6 })
  .map((kinds) =>
    kinds.map((kind, index): NewsOfOrder => {
      const about = { shopOrderId: '1', version: index };
      if (kind === 'order') return { kind, ...about, fields: { valueCents: index }, lines };
      if (kind === 'end') return { kind, ...about, reason: 'cancelled' };
      return { kind: 'refund', ...about, refundId: `r${index}`, lines: [{ lineId: 'a', quantity: 1 }] };
    }),
  );

function stateAfter(news: readonly NewsOfOrder[]) {
  let known = FIRST;
  for (const one of news) {
    const folded = foldNews(known, one, { id: `m${one.version}`, receivedAt: FIRST.updatedAt });
    if ('next' in folded) known = folded.next;
  }
  if (known.ended) return 'ended';
  const content = news.find(({ version }) => `m${version}` === known.contentFrom);
  return content?.kind === 'order' ? wantedFields(content, known.refunds) : null;
}

describe('43 2 what is known of a shop order', () => {
  it('is the same in whatever order, and however often, its messages come', () => {
    const arrivals = history.chain((news) =>
      fc.tuple(
        fc.constant(news),
        fc
          .array(fc.nat(news.length - 1), { maxLength: 6 })
          .map((again) => [...news, ...again.map((index) => news[index]!)])
          .chain((all) => fc.shuffledSubarray(all, { minLength: all.length })),
      ),
    );
    fc.assert(
      fc.property(arrivals, ([news, arrived]) => {
        expect(stateAfter(arrived)).toEqual(stateAfter(news));
      }),
      { numRuns: 300 },
    );
  });

  it('counts a refund once, until the content has its effect', () => {
    const content = { kind: 'order' as const, shopOrderId: '1', version: 1, fields: {}, lines };
    const refund = {
      id: 'r',
      version: 2,
      lines: [
        { lineId: 'a', quantity: 2 },
        { lineId: 'b', quantity: 1 },
      ],
    };
    expect(wantedFields(content, [refund])).toEqual({ items: [{ count: 1 }] });
    expect(wantedFields(content, [refund, { ...refund, id: 's' }])).toBeNull();
    const known = { ...FIRST, refunds: [refund] };
    expect(
      foldNews(known, { ...content, version: 3 }, { id: 'm', receivedAt: FIRST.updatedAt }),
    ).toMatchObject({
      next: { refunds: [], version: 3 },
    });
  });
});
