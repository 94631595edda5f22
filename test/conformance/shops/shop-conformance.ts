import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callShop } from '../../../functions/compose/call-shop.ts';
import { worker as tellShops } from '../../../functions/workers/tell-shops.ts';
import { searchGazetteer } from '../../../lib/engines/geocoding/index.ts';
import { receiveProviderUpdate } from '../../../lib/fulfilment/jobs/index.ts';
import { type FaultyProvider, faultyProvider } from '../../support/faulty-provider.ts';
import { type ShopWorld, startShopWorld } from '../../support/shop-world.ts';
import { CUSTOMER, type SimulatedMessage, type SimulatedShop } from '../../support/shops/simulated-shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of the API.
type Json = any;

/** What every kind of shop must do, checked with a simulated shop of it. */
export function shopConformance<Shop extends SimulatedShop>(
  name: string,
  start: () => Promise<Shop>,
  kind: { readonly isTold: boolean; readonly hasWeights: boolean },
  more: (
    world: () => {
      readonly api: ShopWorld;
      readonly shop: Shop;
      tell(message: SimulatedMessage): Promise<Json>;
    },
  ) => void = () => {},
): void {
  describe(`43 2 ${name}`, () => {
    let courier: FaultyProvider;
    let api: ShopWorld;
    let shop: Shop;
    let connected: Json;
    beforeEach(async () => {
      process.env.LOCAL_CLOUD = 'true';
      courier = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 500 });
      api = await startShopWorld([courier.provider], {
        workers: [tellShops],
        extra: () => ({
          geocoder: { geocode: async (query: never) => searchGazetteer(query) },
          call: callShop(),
        }),
      });
      shop = await start();
      const { id: dispatchStrategyId } = await api.strategy({ enableAutoDispatch: true });
      connected = await api.must('POST /v1/shops', {
        body: { name, pickupStoreLocationId: api.storeId, dispatchStrategyId, ...shop.connection() },
      });
      if (connected.secret) shop.secretIs(connected.secret);
    });
    afterEach(async () => {
      delete process.env.LOCAL_CLOUD;
      await shop.stop();
      await api.stop();
    });

    const tell = ({ body, headers }: SimulatedMessage) => api.tell(connected, body, { ...headers });
    const onlyOrder = async () => {
      const orders = await api.orders();
      expect(orders).toHaveLength(1);
      return orders[0];
    };
    const report = async (orderId: string, status: string) => {
      const order = await api.must('GET /v1/order/{id}', { params: { id: orderId } });
      const job = await api.must('GET /v1/jobs/{id}', { params: { id: order.jobId } });
      const { delivery } = job.jobConfigurations[0].advancedTask;
      const update = { deliveryId: delivery.id, status };
      await receiveProviderUpdate(api.deps, { organizationId: 'org_test', providerId: 'prv_one' }, update);
      await api.drain();
    };

    it('gives an order with the contact, the address, the items and the value of a sale', async () => {
      const entry = await tell(shop.placed({ id: 1001, changed: 0, note: 'Ring twice' }));
      expect(entry).toMatchObject({ outcome: 'created', shopOrderId: '1001', message: null });
      const order = await onlyOrder();
      expect(order).toMatchObject({
        validationErrors: {},
        status: 'dispatched',
        referenceId: '#1001',
        dropoffFirstName: CUSTOMER.firstName,
        dropoffLastName: CUSTOMER.lastName,
        dropoffPhoneNumber: CUSTOMER.phone,
        dropoffEmail: CUSTOMER.email,
        dropoffAddress: expect.stringMatching(/901 Market Street.*San Francisco/),
        dropoffInstructions: 'Ring twice',
        valueCents: 2590,
        currency: 'USD',
        pickupStoreLocationId: api.storeId,
      });
      expect(order.items.map(({ id, count }: Json) => [id, count])).toEqual([
        ['sku-11', 2],
        ['sku-12', 3],
      ]);
      if (kind.hasWeights) expect(order.items.map(({ weight }: Json) => weight)).toEqual([1, 0.08]);
    });

    it('gives one order and one delivery, whatever comes twice, late or in another order', async () => {
      const placed = shop.placed({ id: 1001, changed: 0 });
      const messages = [
        shop.changed({ id: 1001, changed: 20, note: 'second' }),
        placed,
        shop.changed({ id: 1001, changed: 10, note: 'first' }),
        placed,
      ];
      for (const message of messages) await tell(message);
      const order = await onlyOrder();
      expect(order.dropoffInstructions).toBe('second');
      expect(courier.calls.filter((call) => call.startsWith('create'))).toHaveLength(1);
    });

    it.each(['cancelled', 'refundedInFull'] as const)('ends an order that is %s, for good', async (what) => {
      await tell(shop.placed({ id: 1001, changed: 0 }));
      expect(courier.held()).toHaveLength(1);
      expect(await tell(shop[what]({ id: 1001, changed: 20 }))).toMatchObject({ outcome: 'canceled' });
      await api.drain();
      await tell(shop.changed({ id: 1001, changed: 10 }));
      expect([(await onlyOrder()).status, courier.held()]).toEqual(['canceled', []]);
    });

    it('says what a message with few fields lacks, and takes the rest when it comes', async () => {
      const entry = await tell(shop.bare({ id: 1001, changed: 0 }));
      expect(entry.outcome).toBe('created');
      await tell(shop.changed({ id: 1001, changed: 5 }));
      expect(await onlyOrder()).toMatchObject({ validationErrors: {}, dropoffPhoneNumber: CUSTOMER.phone });
    });

    it('creates nothing for what is not delivered, or is no order', async () => {
      expect(await tell(shop.pickedUp({ id: 1001, changed: 0 }))).toMatchObject({ outcome: 'ignored' });
      expect(await tell(shop.other())).toMatchObject({ outcome: 'ignored' });
      expect(await api.orders()).toEqual([]);
    });

    it('takes no message whose content was changed on the way', async () => {
      const { body, headers } = shop.placed({ id: 1001, changed: 0 });
      const reply = await api.send(connected, body.replace('Market', 'Mission'), { ...headers });
      expect([reply.status, await api.orders()]).toEqual([401, []]);
    });

    if (kind.isTold) {
      it('gets one message that its order is under way, with the link, and one that it arrived', async () => {
        await tell(shop.placed({ id: 1001, changed: 0 }));
        const { id, publicTrackingUrl } = await onlyOrder();
        await report(id, 'dropoff_enroute');
        expect(shop.about(1001)).toEqual({ links: [publicTrackingUrl], isDelivered: false });
        await report(id, 'dropoff_complete');
        await report(id, 'dropoff_complete');
        expect(shop.about(1001)).toEqual({ links: [publicTrackingUrl], isDelivered: true });
      });

      it('gets each message once in spite of limits, outages and lost answers, at the pace that it asks for', async () => {
        await tell(shop.placed({ id: 1001, changed: 0 }));
        const { id, publicTrackingUrl } = await onlyOrder();
        shop.failNext('limit', 'broken', 'hang-up', 'limit');
        await report(id, 'dropoff_complete');
        const asked = shop.calls.length;
        await api.pass(1_000);
        expect([shop.calls.length, shop.about(1001).links]).toEqual([asked, []]);
        for (let hours = 0; hours < 30 && !shop.about(1001).isDelivered; hours += 1)
          await api.pass(3_600_000);
        expect(shop.about(1001)).toEqual({ links: [publicTrackingUrl], isDelivered: true });
        const { results } = await api.must('GET /v1/shops/{id}/notices', { params: { id: connected.id } });
        expect(results).toMatchObject([
          { status: 'told', error: null },
          { status: 'told', error: null },
        ]);
        const attempts = results.map((notice: Json) => notice.attempts);
        expect(attempts.reduce((sum: number, count: number) => sum + count, 0)).toBeGreaterThanOrEqual(5);
      });

      it('gets no message with keys that it refuses, and the log says so', async () => {
        await tell(shop.placed({ id: 1001, changed: 0 }));
        const [held] = [...api.credentials.values];
        api.credentials.values.set(held![0], {
          ...held![1],
          accessToken: 'stale-key',
          consumerSecret: 'stale-key',
        });
        await report((await onlyOrder()).id, 'dropoff_enroute');
        const { results } = await api.must('GET /v1/shops/{id}/notices', { params: { id: connected.id } });
        expect(results).toMatchObject([
          { status: 'failed', attempts: 1, error: expect.stringContaining('401') },
        ]);
        expect(JSON.stringify(results)).not.toContain('stale-key');
      });
    }

    more(() => ({ api, shop, tell }));
  });
}
