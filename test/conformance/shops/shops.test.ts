import { expect, it } from 'vitest';
import { startOwnShop } from '../../support/shops/simulated-own-shop.ts';
import { startSimulatedShopify } from '../../support/shops/simulated-shopify.ts';
import { startSimulatedWooCommerce } from '../../support/shops/simulated-woocommerce.ts';
import { shopConformance } from './shop-conformance.ts';

shopConformance('any shop by a mapping', startOwnShop, { isTold: false, hasWeights: true });

shopConformance('Shopify', startSimulatedShopify, { isTold: true, hasWeights: true }, (world) => {
  it('delivers what is left after refunds, whenever they come, and nothing when all is refunded', async () => {
    const { api, shop, tell } = world();
    await tell(shop.refunded({ id: 1001, changed: 20 }, 11, 1));
    await tell(shop.placed({ id: 1001, changed: 0 }));
    const [order] = await api.orders();
    expect(order.items).toMatchObject([
      { id: 'sku-11', count: 1 },
      { id: 'sku-12', count: 3 },
    ]);
    await tell(shop.refunded({ id: 1001, changed: 30 }, 11, 1));
    const ended = await tell(shop.refunded({ id: 1001, changed: 40 }, 12, 3));
    await api.drain();
    expect(ended.outcome).toBe('canceled');
    expect((await api.orders()).map(({ status }) => status)).toEqual(['canceled']);
  });

  it('takes no message of another shop with the same app', async () => {
    const { api, shop } = world();
    const [connected] = (await api.must('GET /v1/shops')).shops;
    const { body, headers } = shop.placed({ id: 1001, changed: 0 });
    const from = { ...headers, 'x-shopify-shop-domain': 'other.example.com' };
    expect((await api.send(connected, body, from)).status).toBe(401);
  });
});

shopConformance('WooCommerce', startSimulatedWooCommerce, { isTold: true, hasWeights: true }, (world) => {
  it('answers the greeting with which a webhook is saved, and stores nothing', async () => {
    const { api, shop } = world();
    const [connected] = (await api.must('GET /v1/shops')).shops;
    const { status } = await api.send(connected, shop.greeting());
    expect([status, await api.log(connected)]).toEqual([200, []]);
  });
});
