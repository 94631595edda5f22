import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchGazetteer } from '../../../../../lib/engines/geocoding/gazetteer/search-gazetteer.ts';
import { act } from '../../../../support/automations.ts';
import { type FaultyProvider, faultyProvider } from '../../../../support/faulty-provider.ts';
import { bakeryMessage, MAPPING, type ShopWorld, startShopWorld } from '../../../../support/shop-world.ts';

let courier: FaultyProvider;
let api: ShopWorld;
/** What happens meanwhile. */
let whileLookingUp: () => Promise<void>;
beforeEach(async () => {
  whileLookingUp = async () => {};
  courier = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 500 });
  api = await startShopWorld([courier.provider], {
    extra: () => ({
      geocoder: {
        geocode: async (query: never) => {
          await whileLookingUp();
          return searchGazetteer(query);
        },
      },
    }),
  });
});
afterEach(() => api.stop());

const onlyOrder = async () => {
  const orders = await api.orders();
  expect(orders).toHaveLength(1);
  return orders[0];
};
const later = (seconds: number) => `2026-03-02T10:00:${String(seconds).padStart(2, '0')}Z`;

describe('43 2 any shop by a mapping', () => {
  it('gives an order with what the mapping finds in a message', async () => {
    const shop = await api.connect();
    const entry = await api.tell(shop, bakeryMessage());
    const order = await onlyOrder();
    expect(entry).toMatchObject({
      outcome: 'created',
      shopOrderId: '4711',
      orderId: order.id,
      content: bakeryMessage(),
    });
    expect(order).toMatchObject({
      status: 'valid',
      validationErrors: {},
      referenceId: '#B-17',
      externalId: `${shop.id}:4711`,
      deliveryMode: 'now',
      pickupStoreLocationId: api.storeId,
      dropoffFirstName: 'Ada Byron',
      dropoffAddress: '901 Market Street, San Francisco, 94103',
      dropoffInstructions: 'Ring twice',
      valueCents: 2590,
      tags: ['bread', 'fresh'],
      orderMetadata: { loyalty: 12 },
    });
    expect(order.items).toMatchObject([
      { id: 'rye', description: 'Rye 1 kg', count: 2, valueCents: 850, weight: 1 },
      { id: 'bun', description: 'Bun', count: 3, valueCents: 200 },
    ]);
  });

  it('gives one order for a message that comes again, once, twice at once, or after a crash', async () => {
    const shop = await api.connect();
    const replies = await Promise.all([1, 2, 3].map(() => api.send(shop, bakeryMessage())));
    expect(replies.map(({ json }) => json.isRepeated).sort()).toEqual([false, true, true]);
    await api.drain();
    await api.send(shop, bakeryMessage());
    await api.drain();
    const [entry, ...others] = await api.log(shop);
    expect([entry, others]).toMatchObject([{ outcome: 'created', repetitions: 3 }, []]);
    await onlyOrder();
  });

  it('changes what the shop changed, and leaves what people corrected here', async () => {
    const shop = await api.connect();
    await api.tell(shop, bakeryMessage());
    const { id } = await onlyOrder();
    await api.must('PATCH /v1/order/{id}', {
      params: { id },
      body: { dropoffFirstName: 'Ada King', dropoffEmail: 'a@b.example' },
    });
    const entry = await api.tell(shop, bakeryMessage({ changed: later(5), note: undefined, total: 30 }));
    expect(entry).toMatchObject({ outcome: 'changed', orderId: id });
    expect(await onlyOrder()).toMatchObject({
      dropoffFirstName: 'Ada King',
      dropoffEmail: 'a@b.example',
      dropoffInstructions: null,
      valueCents: 3000,
    });
    const again = await api.tell(shop, {
      ...bakeryMessage({ changed: later(6), note: undefined, total: 30 }),
      mark: 1,
    });
    expect(again.outcome).toBe('unchanged');
  });

  it('lets the newest of the messages win that come out of order', async () => {
    const shop = await api.connect();
    await api.tell(shop, bakeryMessage({ changed: later(9), note: 'newest' }));
    const entry = await api.tell(shop, bakeryMessage({ changed: later(3), note: 'older' }));
    expect(entry).toMatchObject({ outcome: 'outdated' });
    expect(await onlyOrder()).toMatchObject({ dropoffInstructions: 'newest' });
  });

  it.each([
    ['cancels', 'storno'],
    ['refunds', 'money-back'],
  ])('cancels the order that the shop %s, and an older message does not bring it back', async (_, event) => {
    const shop = await api.connect();
    await api.tell(shop, bakeryMessage());
    const entry = await api.tell(shop, bakeryMessage({ changed: later(9) }, event));
    expect(entry.outcome).toBe('canceled');
    expect((await onlyOrder()).status).toBe('canceled');
    const late = await api.tell(shop, bakeryMessage({ changed: later(4), note: 'late' }));
    expect(late.outcome).toBe('outdated');
    expect((await onlyOrder()).status).toBe('canceled');
    expect((await api.tell(shop, bakeryMessage({ changed: later(12) }, event))).outcome).toBe('unchanged');
    expect((await api.tell(shop, bakeryMessage({ changed: later(20) }))).outcome).toBe('refused');
    expect((await onlyOrder()).status).toBe('canceled');
  });

  it('calls a change outdated when the order is cancelled by a newer message while the map looks for its address', async () => {
    const shop = await api.connect();
    await api.tell(shop, bakeryMessage());
    let cancellation: Promise<unknown> | undefined;
    whileLookingUp = async () => {
      cancellation ??= api.tell(shop, bakeryMessage({ changed: later(9) }, 'storno'));
      await cancellation;
    };
    const late = bakeryMessage({ changed: later(4), to: { street: '1 Market Street' } });
    expect(await api.tell(shop, late)).toMatchObject({ outcome: 'outdated' });
    expect((await onlyOrder()).status).toBe('canceled');
  });

  it('creates no order when the cancellation comes before the order', async () => {
    const shop = await api.connect();
    expect((await api.tell(shop, bakeryMessage({ changed: later(9) }, 'storno'))).outcome).toBe('canceled');
    expect((await api.tell(shop, bakeryMessage())).outcome).toBe('outdated');
    expect(await api.orders()).toEqual([]);
    // A late payment takes the cancellation back.
    expect((await api.tell(shop, bakeryMessage({ changed: later(30) }))).outcome).toBe('created');
  });

  it('changes and cancels an order under way through its job, and never has a second delivery', async () => {
    const { id: dispatchStrategyId } = await api.strategy({ enableAutoDispatch: true });
    const shop = await api.connect({ dispatchStrategyId });
    await api.tell(shop, bakeryMessage());
    await api.drain();
    const order = await onlyOrder();
    expect([order.status, courier.held().length]).toEqual(['dispatched', 1]);
    const changed = await api.tell(shop, bakeryMessage({ changed: later(5), to: { phone: '+14155550123' } }));
    expect(changed).toMatchObject({ outcome: 'changed', message: null });
    const job = await api.must('GET /v1/jobs/{id}', { params: { id: order.jobId } });
    expect(job.jobConfigurations[0].package.dropoffLocation.phoneNumber).toBe('+14155550123');
    const ended = await api.tell(shop, bakeryMessage({ changed: later(9) }, 'storno'));
    await api.drain();
    expect([ended.outcome, (await onlyOrder()).status, courier.held()]).toEqual(['canceled', 'canceled', []]);
    expect(courier.calls.filter((call) => call.startsWith('create'))).toHaveLength(1);
  });

  it('raises a flag for what an order under way can no longer take', async () => {
    const { id: dispatchStrategyId } = await api.strategy({ enableAutoDispatch: true });
    const shop = await api.connect({ dispatchStrategyId });
    await api.tell(shop, bakeryMessage());
    await api.drain();
    const entry = await api.tell(shop, bakeryMessage({ changed: later(5), note: undefined }));
    expect(entry).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('dropoffInstructions'),
    });
    const flags = (await api.db.items()).filter(({ data }) => data.raisedBy === `shop:${shop.id}`);
    expect(flags).toMatchObject([{ data: { orderId: entry.orderId, status: 'NEEDS_ATTENTION' } }]);
  });

  it('says in the log what a message lacks, and a replay with a corrected mapping carries it out', async () => {
    const shop = await api.connect({
      mapping: { ...MAPPING, fields: { ...MAPPING.fields, valueCents: '/order/to' } },
    });
    const entry = await api.tell(shop, bakeryMessage());
    expect(entry).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('/order/to is an object'),
    });
    expect(await api.orders()).toEqual([]);
    await api.must('PATCH /v1/shops/{id}', { params: { id: shop.id }, body: { mapping: MAPPING } });
    const params = { id: shop.id, messageId: entry.id };
    await api.must('POST /v1/shops/{id}/messages/{messageId}/replay', { params });
    await api.drain();
    const [replayed] = await api.log(shop, { outcome: 'created' });
    expect(replayed).toMatchObject({ id: entry.id, replays: 1, orderId: (await onlyOrder()).id });
    await api.must('POST /v1/shops/{id}/messages/{messageId}/replay', { params });
    await api.drain();
    await onlyOrder();
  });

  it('6.7 starts a workflow on new orders once per order that arrives', async () => {
    await api.workflow('order.created', [act('add_tag', { tag: 'from-shop' })]);
    const shop = await api.connect();
    await api.send(shop, bakeryMessage());
    await api.send(shop, bakeryMessage());
    await api.drain();
    await api.tell(shop, bakeryMessage({ changed: later(5), note: 'changed' }));
    expect(await api.rows('workflowRun')).toHaveLength(1);
    expect((await onlyOrder()).tags).toContain('from-shop');
  });

  it('keeps a large message whole, and reads it as any other', async () => {
    const shop = await api.connect();
    const message = { ...bakeryMessage(), padding: 'x'.repeat(150_000) };
    const entry = await api.tell(shop, message);
    expect([entry.outcome, entry.content]).toEqual(['created', message]);
    expect([...api.deps.bucket.objects.keys()]).toEqual([`org_test/shop-messages/${entry.id}.json`]);
  });

  it('only keeps the messages of a shop that is off or gone', async () => {
    const shop = await api.connect();
    await api.must('PATCH /v1/shops/{id}', { params: { id: shop.id }, body: { isEnabled: false } });
    expect(await api.tell(shop, bakeryMessage())).toMatchObject({ outcome: 'ignored' });
    expect(await api.orders()).toEqual([]);
    await api.must('DELETE /v1/shops/{id}', { params: { id: shop.id } });
    expect((await api.send(shop, bakeryMessage())).status).toBe(401);
  });

  it('shows in a test the order that a stored message or a sample gives, and creates none', async () => {
    const shop = await api.connect();
    const tested = (body: object) => api.must('POST /v1/shops/{id}/test', { params: { id: shop.id }, body });
    expect(await tested({ sample: bakeryMessage() })).toMatchObject({
      kind: 'order',
      shopOrderId: '4711',
      version: Date.parse(later(0)),
      order: { dropoffFirstName: 'Ada Byron', valueCents: 2590, pickupStoreLocationId: api.storeId },
    });
    expect(await tested({ sample: bakeryMessage({ total: 'much' }) })).toMatchObject({
      kind: 'unreadable',
      problems: [{ field: 'valueCents', message: expect.stringContaining('"much" is not an amount') }],
    });
    const { id: messageId } = await api.tell(shop, bakeryMessage({}, 'cart'));
    expect(await tested({ messageId })).toMatchObject({
      kind: 'nothing',
      reason: expect.stringContaining('cart'),
    });
    const mapping = { ...MAPPING, kind: undefined };
    expect(await tested({ messageId, mapping })).toMatchObject({ kind: 'order' });
    expect(await api.orders()).toEqual([]);
  });

  it.each([
    [
      'a field that no message can fill',
      { mapping: { ...MAPPING, fields: { dropoffColour: '/x' } } },
      'mapping.fields.dropoffColour',
    ],
    [
      'a part that no item has',
      { mapping: { ...MAPPING, items: { list: '/l', fields: { size: '/s' } } } },
      'mapping.items.fields.size',
    ],
    ['a kind from nowhere', { mapping: { ...MAPPING, kind: { cancelled: ['x'] } } }, 'mapping.kind'],
    ['no mapping', { mapping: undefined }, 'mapping'],
    ['a store of nobody', { pickupStoreLocationId: 'store_x' }, 'pickupStoreLocationId'],
    ['a strategy of nobody', { dispatchStrategyId: 'opn_x' }, 'dispatchStrategyId'],
    ['an address on the inside', { address: 'https://169.254.169.254' }, 'address'],
    ['a credential that it does not have', { credentials: { token: 'x' } }, 'credentials.token'],
  ])('refuses %s', async (_, fields, field) => {
    const body = { name: 'Bakery', adapter: 'mapping', mapping: MAPPING, ...fields };
    const { status, json } = await api.call('POST /v1/shops', { body });
    expect([status, json.error.details.field]).toEqual([400, field]);
  });
});
