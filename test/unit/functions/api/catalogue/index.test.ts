import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inventoryBodyExample, productBodyExample } from '../../../../../functions/api/catalogue/examples.ts';
import { storeBodyExample } from '../../../../../functions/api/stores/examples.ts';
import { validOrder } from '../../../../support/orders-api.ts';
import { type PlacesApi, startPlacesApi } from '../../../../support/places-api.ts';

type Json = ReturnType<typeof JSON.parse>;

let api: PlacesApi;
let store: Json;
beforeEach(async () => {
  api = await startPlacesApi();
  const body = { ...storeBodyExample, operatingHours: null, prepTimeMinutes: null };
  store = await api.must('POST /v1/store_locations', { body });
});
afterEach(() => api.stop());

const save = (...products: object[]): Promise<Json> =>
  api.must('POST /v1/products', {
    body: { products: products.map((more) => ({ ...productBodyExample, ...more })) },
  });
const stock = (...inventory: object[]) =>
  api.call('POST /v1/inventory', {
    body: { inventory: inventory.map((more) => ({ ...inventoryBodyExample, ...more })) },
  });

describe('products', () => {
  it('are created, replaced by their external identifier, and read by it and by id', async () => {
    const [created] = await save({});
    expect(created).toMatchObject({ ...productBodyExample, version: 1 });
    const [replaced, other] = await save({ name: 'Rye' }, { externalIdentifier: null, sku: 'X' });
    expect(replaced).toMatchObject({ id: created.id, name: 'Rye', version: 2 });
    expect(other.id).not.toBe(created.id);
    const named = { params: { externalIdentifier: 'bread-1' } };
    const byName = await api.must('GET /v1/product/external_identifier/{externalIdentifier}', named);
    expect(byName).toEqual(await api.must('GET /v1/product/{id}', { params: { id: created.id } }));
    const unknown = await api.call('GET /v1/product/{id}', { params: { id: 'prd_none' } });
    expect(unknown.status).toBe(404);
  });

  it('are one when they come at once, and listed by text, id and article number', async () => {
    await Promise.all([save({ name: 'A' }), save({ name: 'B' }), save({ name: 'C' })]);
    const list = async (query: Record<string, string> = {}) =>
      (await api.must('GET /v1/products', { query })).products.map(({ sku }: Json) => sku);
    expect(await list()).toEqual(['BR-1']);
    api.db.deps.clock.advance(1000);
    const [milk] = await save({ externalIdentifier: 'milk', sku: 'MI-1', name: 'Oat milk', identifiers: [] });
    expect(await list({ search: 'oat' })).toEqual(['MI-1']);
    expect(await list({ search: '4006381' })).toEqual(['BR-1']);
    expect(await list({ ids: milk.id })).toEqual(['MI-1']);
    expect(await list({ skus: 'BR-1,none' })).toEqual(['BR-1']);
    expect(await list({ numResultsPerPage: '1', pageIndex: '1' })).toEqual(['BR-1']);
  });
});

describe('inventory', () => {
  it('is set per store and product and replaced as a whole', async () => {
    const [product] = await save({});
    const [first] = (await stock({})).json;
    expect(first).toMatchObject({
      productId: product.id,
      storeLocationId: store.id,
      quantity: 12,
      valueCents: 650,
      available: true,
    });
    const [second] = (await stock({ quantity: 0, available: false, valueCents: null })).json;
    expect(second).toMatchObject({ id: first.id, quantity: 0, valueCents: null, version: 2 });
    const list = (query: Record<string, string>) => api.must('GET /v1/inventory', { query });
    expect(await list({ externalProductId: 'bread-1' })).toEqual({ inventory: [second], totalResults: 1 });
    expect((await list({ externalStoreLocationId: 'none' })).totalResults).toBe(0);
    const grant = { storeLocationIds: ['store_other'] };
    expect((await api.call('GET /v1/inventory', { grant })).json.totalResults).toBe(0);
    const set = (limits: object) =>
      api.call('POST /v1/inventory', { body: { inventory: [inventoryBodyExample] }, grant: limits });
    expect((await set(grant)).json.error.details.unknownIds).toEqual([
      inventoryBodyExample.externalStoreLocationId,
    ]);
    expect((await set({ storeLocationIds: [store.id] })).status).toBe(200);
    expect((await set({ driverGroupIds: ['cntr_1'] })).status).toBe(403);
    const products = { products: [productBodyExample] };
    expect((await api.call('POST /v1/products', { body: products, grant })).status).toBe(403);
  });

  it('C49 is not changed by who knows an earlier version, and neither is a product', async () => {
    const [product] = await save({});
    await save({ name: 'Rye', version: product.version });
    const late = await api.call('POST /v1/products', {
      body: { products: [{ ...productBodyExample, name: 'Spelt', version: product.version }] },
    });
    expect(late).toMatchObject({ status: 409, json: { error: { details: { version: 2 } } } });
    await stock({ quantity: 3 });
    expect((await stock({ quantity: 4, version: 1 })).json).toMatchObject([{ quantity: 4, version: 2 }]);
    expect((await stock({ quantity: 5, version: 1 })).status).toBe(409);
  });

  it('tells the audit log what changed', async () => {
    await save({});
    const { json } = await stock({ quantity: 3 });
    await stock({ quantity: 4 });
    const entries = (await api.db.items()).filter(
      ({ type, data }) => type === 'auditEntry' && data.entityId === json[0].id,
    );
    expect(entries.map(({ data }) => data.action).toSorted()).toEqual(['created', 'updated']);
    expect(entries.find(({ data }) => data.action === 'updated')?.data).toMatchObject({
      changes: [{ field: 'quantity', before: 3, after: 4 }],
    });
  });

  it('is found by words in any order and spelling, the most alike first', async () => {
    await save(
      { externalIdentifier: 'milk', name: 'Oat milk, organic' },
      { externalIdentifier: 'drink', name: 'Oat drink' },
      { externalIdentifier: 'soap', name: 'Soap' },
    );
    for (const externalProductId of ['milk', 'drink', 'soap']) {
      await stock({ productId: undefined, externalProductId });
    }
    const names = async (semanticSearch: string) =>
      (await api.must('GET /v1/inventory', { query: { semanticSearch } })).inventory.map(
        ({ externalProductId }: Json) => externalProductId,
      );
    expect(await names('organic milks from oat')).toEqual(['milk']);
    expect(await names('oats')).toEqual(expect.arrayContaining(['milk', 'drink']));
    expect(await names('drink oat')).toEqual(['drink', 'milk']);
    expect(await names('bicycle')).toEqual([]);
  });

  it.each([
    [{ currency: 'XXQ' }, 'inventory[0].currency'],
    [{ productId: null, externalProductId: null }, 'inventory[0].productId'],
    [{ externalStoreLocationId: null }, 'inventory[0].storeLocationId'],
    [
      {
        providerConfigs: [
          {
            provider: 'a',
            serviceType: 'b',
            valueCents: 1,
            currency: 'USD',
            discount: { valueCents: 1, startTime: 'soon', endTime: '2026-03-05T00:00:00Z' },
          },
        ],
      },
      'inventory[0].providerConfigs[0].discount.startTime',
    ],
  ])('refuses %j and names the field', async (fields, field) => {
    const { status, json } = await stock(fields);
    expect([status, Object.keys(json.error.details.fields)]).toEqual([422, [field]]);
  });

  it('C68 refuses unknown products and stores, naming each, and writes nothing', async () => {
    await save({});
    const reply = await stock({}, { externalProductId: 'none' }, { externalStoreLocationId: 'nowhere' });
    expect([reply.status, reply.json.error.code]).toEqual([422, 'VALIDATION_ERRORS']);
    expect(reply.json.error.details.unknownIds).toEqual(['none', 'nowhere']);
    expect((await api.must('GET /v1/inventory')).totalResults).toBe(0);
  });
});

describe('order items', () => {
  const { valueCents: _, ...withoutValue } = validOrder;
  const order = (items: object[], more: object = {}): Promise<Json> =>
    api.must('POST /v1/order', {
      body: { ...withoutValue, pickupStoreLocationId: store.id, items, ...more },
    });

  it('are filled from the product and the price at the store, and so is the order', async () => {
    const [product] = await save({});
    await stock({});
    const made = await order([{ externalProductId: 'bread-1', count: 3 }]);
    expect(made.items).toMatchObject([
      {
        productId: product.id,
        description: 'Sourdough loaf',
        count: 3,
        category: 'bread',
        barcode: '4006381333931',
        weight: 0.8,
        dimensions: { depth: 12, width: 25, height: 10 },
        valueCents: 650,
      },
    ]);
    expect(made).toMatchObject({ status: 'valid', itemsCount: 3, weight: 2.4, valueCents: 1950 });
  });

  it('are not filled with a price in another currency than that of the order', async () => {
    await save({});
    await stock({ currency: 'eur' });
    const items = [{ externalProductId: 'bread-1', count: 3 }];
    const dollars = await order(items);
    expect(dollars.items[0].valueCents).toBeUndefined();
    expect(dollars.validationErrors.items).toContain('Sourdough loaf in EUR');
    const priced = await order([{ ...items[0], valueCents: 700 }]);
    expect(priced).toMatchObject({ status: 'valid', valueCents: 2100 });
    const euros = await order(items, { currency: 'EUR' });
    expect(euros).toMatchObject({ status: 'valid', valueCents: 1950, currency: 'EUR' });
  });

  it('give way to what the request sends', async () => {
    const [{ id: productId }] = await save({});
    await stock({});
    const made = await order([{ productId, description: 'Mine', valueCents: 1 }], { valueCents: 5 });
    expect(made).toMatchObject({
      valueCents: 5,
      items: [{ description: 'Mine', valueCents: 1, weight: 0.8 }],
    });
  });

  it('that name unknown products, or what the store does not have, are an error of the order', async () => {
    await save({});
    await stock({ available: false });
    const unknown = await order([{ externalProductId: 'none' }], { valueCents: 5 });
    expect(unknown.validationErrors.items).toContain('none');
    const gone = await order([{ externalProductId: 'bread-1' }], { valueCents: 5 });
    expect(gone.validationErrors.items).toContain('does not have');
  });
});
