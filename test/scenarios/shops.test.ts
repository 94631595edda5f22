import { describe, expect } from 'vitest';
import { deliver } from '../demo/shop-story.ts';
import { eventually } from '../support/dispatch-story.ts';
import { scenario } from '../support/scenario.ts';
import { startOwnShop } from '../support/shops/simulated-own-shop.ts';
import { startSimulatedShopify } from '../support/shops/simulated-shopify.ts';
import { startSimulatedWooCommerce } from '../support/shops/simulated-woocommerce.ts';

scenario.override('skipsWaits', { scope: 'file' }, true);

describe('43 2 connected shops', () => {
  scenario.for([
    ['shopify', startSimulatedShopify, true],
    ['woocommerce', startSimulatedWooCommerce, true],
    ['mapping', startOwnShop, false],
  ] as const)(
    '%s: an order that comes twice and changes is delivered once, and the shop hears of it',
    async ([name, start, isTold], { local, story, onTestFinished }) => {
      const shop = await start();
      onTestFinished(shop.stop);
      const store = await story.call<{ id: string }>('POST', '/v1/store_locations', {
        name: 'Bakery',
        phoneNumber: '+14155550100',
        address: '1 Mission Street, San Francisco, CA 94105',
      });
      const connected = await story.call<{ id: string; inboxUrl: string; secret: string | null }>(
        'POST',
        '/v1/shops',
        {
          name,
          pickupStoreLocationId: store.id,
          dispatchStrategyId: await story.strategy(['FleetSimulatorFast']),
          ...shop.connection(),
        },
      );
      if (connected.secret) shop.secretIs(connected.secret);
      const { pathname, search } = new URL(connected.inboxUrl);
      const inbox = `${local.cloud.baseUrl}${pathname}${search}`;
      const placed = shop.placed({ id: 501, changed: 0 });
      const sent = await Promise.all([deliver(inbox, placed), deliver(inbox, placed)]);
      expect([...sent, await deliver(inbox, { ...placed, body: `${placed.body} ` })]).toEqual([
        200, 200, 401,
      ]);
      const log = () =>
        story.call<{ results: { outcome: string; orderId: string; repetitions: number }[] }>(
          'GET',
          `/v1/shops/${connected.id}/messages`,
        );
      const { results } = await eventually(log, ({ results: [first] }) => first?.outcome === 'created');
      expect(results).toMatchObject([{ repetitions: 1 }]);
      const orderId = String(results[0]?.orderId);
      const isDelivered = await eventually(
        () => story.tasks(orderId),
        (tasks) => tasks.some(({ delivery }) => delivery?.status === 'dropoff_complete'),
      );
      expect(isDelivered).toHaveLength(1);
      if (!isTold) return;
      await eventually(
        async () => shop.about(501),
        (about) => about.isDelivered,
      );
      const { publicTrackingUrl } = await story.call<{ publicTrackingUrl: string }>(
        'GET',
        `/v1/order/${orderId}`,
      );
      expect(shop.about(501)).toEqual({ links: [publicTrackingUrl], isDelivered: true });
    },
  );
});
