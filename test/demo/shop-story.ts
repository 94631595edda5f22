import { LINES, type SimulatedMessage, type SimulatedShop } from '../support/shops/simulated-shop.ts';
import { startSimulatedShopify } from '../support/shops/simulated-shopify.ts';
import { startSimulatedWooCommerce } from '../support/shops/simulated-woocommerce.ts';
import { type DemoApi, type DemoTarget, demoApi } from './api.ts';
import { lookUntil, type StoryOutcome } from './story-outcome.ts';
import { demoStrategy } from './strategy.ts';

/** The store of the shops. */
const STORE = {
  name: 'Demo shop',
  phoneNumber: '+14155550100',
  address: '1 Mission Street, San Francisco, CA 94105',
};

/**
 * Two shops are connected, each sends an order twice and a change of it, and hears that it is delivered. The first call
 * of the service to each shop is over its limit.
 */
export async function shopStory(target: DemoTarget, run: string): Promise<StoryOutcome> {
  const api = demoApi(target);
  const shops = [
    { name: 'Shopify', shop: await startSimulatedShopify() },
    { name: 'WooCommerce', shop: await startSimulatedWooCommerce() },
  ];
  try {
    const { id: store } = await api.call<{ id: string }>('POST', '/v1/store_locations', STORE);
    const strategy = await demoStrategy(api, `${run}: shops`, ['FleetSimulatorFast']);
    const told = await Promise.all(
      shops.map(async ({ name, shop }, index) => {
        const sale = 9_000 + index;
        await sell(api, target, shop, { name: `${name} ${run}`, store, strategy, sale });
        const about = await lookUntil(
          async () => shop.about(sale),
          ({ isDelivered }) => isDelivered,
        );
        return about.isDelivered && about.links.length === 1;
      }),
    );
    const count = told.filter(Boolean).length;
    return {
      rows: [['orders of shops delivered, and the shop told', `${count} of ${shops.length}`]],
      missing:
        count === shops.length ? [] : ['A shop was not told, or told twice, that its order was delivered.'],
    };
  } finally {
    await Promise.all(shops.map(({ shop }) => shop.stop()));
  }
}

/** Connects the shop, and has it send an order, the same again, and a change. */
async function sell(
  api: DemoApi,
  target: DemoTarget,
  shop: SimulatedShop,
  of: { readonly name: string; readonly store: string; readonly strategy: string; readonly sale: number },
): Promise<void> {
  const connected = await api.call<{ inboxUrl: string; secret: string | null }>('POST', '/v1/shops', {
    name: of.name,
    pickupStoreLocationId: of.store,
    dispatchStrategyId: of.strategy,
    ...shop.connection(),
  });
  if (connected.secret) shop.secretIs(connected.secret);
  const { pathname, search } = new URL(connected.inboxUrl);
  const inbox = `${target.baseUrl}${pathname}${search}`;
  const placed = shop.placed({ id: of.sale, changed: 0, lines: LINES });
  for (const message of [placed, placed, shop.changed({ id: of.sale, changed: 5, note: 'Ring twice' })]) {
    await deliver(inbox, message);
  }
}

/** Sends a message of a shop. */
export async function deliver(inbox: string, { headers, body }: SimulatedMessage): Promise<number> {
  const reply = await fetch(inbox, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await reply.arrayBuffer();
  return reply.status;
}
