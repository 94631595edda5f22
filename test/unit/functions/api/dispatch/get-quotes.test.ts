import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineProvider, refused } from '../../../../../lib/fulfilment/providers/index.ts';
import { quoteSchema } from '../../../../../lib/fulfilment/quotes/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { validOrder } from '../../../../support/orders-api.ts';

const cheap = faultyProvider({ id: 'prv_cheap', name: 'Cheap', priceCents: 400 }).provider;
const dear = faultyProvider({ id: 'prv_dear', name: 'Dear', priceCents: 900 }).provider;
const base = faultyProvider({ id: 'prv_x', name: 'X', priceCents: 1 }).provider;
const refusing = defineProvider({
  ...base,
  id: 'prv_refusing',
  name: 'Refusing',
  quote: async () => refused('Out of area.'),
});
const slow = defineProvider({
  ...base,
  id: 'prv_slow',
  name: 'Slow',
  timeLimits: { quoteMs: 30 },
  quote: () => new Promise(() => {}),
});
const down = defineProvider({
  ...base,
  id: 'prv_down',
  name: 'Down',
  quote: async () => {
    throw new Error('503');
  },
});
const onBikes = defineProvider({
  ...base,
  id: 'prv_bikes',
  name: 'Bikes',
  capabilities: { vehicleSizes: ['bike'], requirements: ['meet_on_delivery'] },
});

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi([dear, cheap, refusing, slow, down, onBikes]);
});
afterEach(() => api.stop());

const quote = (fields: object = {}) =>
  api.must('POST /v1/order/get_quotes', { body: { ...validOrder, minimumVehicleSize: 'car', ...fields } });
const ids = (quotes: { providerId: string }[]) => quotes.map(({ providerId }) => providerId);

describe('6.1 POST /v1/order/get_quotes', () => {
  it('makes the order and returns it with ranked quotes; failing providers fail only themselves', async () => {
    const order = await quote();
    expect(order).toMatchObject({ status: 'valid', jobId: null });
    expect(ids(order.quotes)).toEqual(['prv_cheap', 'prv_dear']);
    expect(order.quotes.map((one: { rank: number }) => one.rank)).toEqual([1, 2]);
    expect(order.quotes[0].tags).toEqual(['autodispatch_preferred_quote']);
    expect(order.quotes[1].tags).toEqual([]);
    expect(order.quotes[0]).toMatchObject({
      isSuccessful: true,
      priceCents: 400,
      price: 4,
      totalPriceCents: 400,
      createdTime: '2026-03-02T09:00:00.000Z',
      expireTime: '2026-03-02T10:00:00.000Z',
      costSplitBusinessCents: 400,
      costSplitCustomerCents: 0,
    });
    for (const one of order.quotes) expect(quoteSchema.parse(one)).toEqual(one);
    expect(order.failedQuotes).toEqual(
      ['Refusing', 'Slow', 'Down', 'Bikes'].map((name) => expect.stringMatching(`^${name}: .+`)),
    );
    expect((await api.must('GET /v1/order/{id}', { params: { id: order.id } })).quotes).toEqual(order.quotes);
  });

  it('leaves out a price in another currency, however small its number', async () => {
    const yen = faultyProvider({ id: 'prv_yen', name: 'Yen', priceCents: 100, currency: 'JPY' }).provider;
    await api.stop();
    api = await startDispatchApi([dear, yen]);
    const capped = await api.strategy({ enableMaxDeliveryFee: true, maxDeliveryFeeCents: 500 });
    const order = await quote({ dispatchStrategyId: capped.id });
    expect(ids(order.quotes)).toEqual(['prv_dear']);
    expect(order.quotes[0].tags).toEqual([]);
    expect(order.failedQuotes).toEqual([expect.stringContaining('quoted in JPY')]);
    const params = { id: order.id };
    const { status, json } = await api.call('POST /v1/order/{id}/autodispatch', { params });
    expect([status, json.error.code]).toEqual([400, 'AUTODISPATCH_FAILURE']);

    const inYen = await quote({ currency: 'JPY', dispatchStrategyId: capped.id });
    expect(ids(inYen.quotes)).toEqual(['prv_yen']);
    expect(inYen.quotes[0].tags).toEqual(['autodispatch_preferred_quote']);
    expect(inYen.failedQuotes).toEqual([expect.stringContaining('USD')]);
  });

  it('updates the order of an external id, and can return the best quote alone', async () => {
    const first = await quote({ externalId: 'a' });
    const again = await quote({ externalId: 'a', valueCents: 9_900, returnFirstQuoteApiOnly: true });
    expect(again).toMatchObject({ id: first.id, valueCents: 9_900 });
    expect(ids(again.quotes)).toEqual(['prv_cheap']);
  });

  it('does not quote an order that breaks rules', async () => {
    const order = await quote({ dropoffPhoneNumber: null });
    expect(order).toMatchObject({ status: 'needs_attention', quotes: [], failedQuotes: [] });
  });

  it('asks the providers of the strategy, in its order of preference', async () => {
    const { id } = await api.strategy({
      allowedProviders: ['Dear', 'Cheap'],
      providerSelectionStrategy: 'preferred_order',
    });
    const order = await quote({ dispatchStrategyId: id });
    expect(ids(order.quotes)).toEqual(['prv_dear', 'prv_cheap']);
    expect(order.failedQuotes).toEqual([]);
  });

  it('splits the cost as the strategy says', async () => {
    const price = await api.strategy({ costSplitStrategy: 'price', costSplitMaxFixedPriceCents: 150 });
    const share = await api.strategy({ costSplitStrategy: 'percentage', costSplitMaxPercentage: 0.25 });
    expect((await quote({ dispatchStrategyId: price.id })).quotes[0]).toMatchObject({
      costSplitCustomerCents: 150,
      costSplitBusinessCents: 250,
    });
    expect((await quote({ dispatchStrategyId: share.id })).quotes[0]).toMatchObject({
      costSplitCustomerCents: 100,
      costSplitBusinessCents: 300,
    });
  });

  it('tags no quote above the fee limit; the limit of the order beats that of the strategy', async () => {
    const { id } = await api.strategy({ enableMaxDeliveryFee: true, maxDeliveryFeeCents: 100 });
    const tags = (order: { quotes: { tags: string[] }[] }) => order.quotes.flatMap((one) => one.tags);
    expect(tags(await quote({ dispatchStrategyId: id }))).toEqual([]);
    expect(tags(await quote({ dispatchStrategyId: id, maxDeliveryFeeCents: 500 }))).toHaveLength(1);
  });
});

describe('6.1 POST /v1/order/refresh_quotes', () => {
  it('replaces all quotes, by id or external id', async () => {
    const order = await quote({ externalId: 'a' });
    const refreshed = await api.must('POST /v1/order/refresh_quotes', { body: { externalOrderId: 'a' } });
    expect(ids(refreshed.quotes)).toEqual(['prv_cheap', 'prv_dear']);
    expect(refreshed.quotes[0].id).not.toBe(order.quotes[0].id);
    const old = await api.call('POST /v1/select_quote', { body: { quoteId: order.quotes[0].id } });
    expect(old).toMatchObject({ status: 400, json: { error: { code: 'BAD_REQUEST' } } });
    expect((await api.call('POST /v1/order/refresh_quotes', { body: {} })).status).toBe(400);
    const unknown = await api.call('POST /v1/order/refresh_quotes', { body: { orderId: 'ord_none' } });
    expect(unknown).toMatchObject({ status: 404, json: { error: { code: 'ORDER_NOT_FOUND' } } });
  });

  it('refuses an order that is dispatched (contract-facts 3.1)', async () => {
    const order = await quote();
    await api.must('POST /v1/select_quote', { body: { quoteId: order.quotes[0].id } });
    const late = await api.call('POST /v1/order/refresh_quotes', { body: { orderId: order.id } });
    expect(late).toMatchObject({ status: 400, json: { error: { code: 'ORDER_ALREADY_DISPATCHED' } } });
  });
});

describe('6.1 POST /v1/select_quote', () => {
  const select = (quoteId: string) => api.call('POST /v1/select_quote', { body: { quoteId } });

  it('makes the job with the chosen provider, also above the fee limit', async () => {
    const order = await quote({ maxDeliveryFeeCents: 100 });
    const { status, json } = await select(order.quotes[1].id);
    expect(status).toBe(200);
    const [configuration] = json.job.jobConfigurations;
    expect(configuration.advancedTask).toMatchObject({ providerId: 'prv_dear', status: 'created' });
    expect(configuration.advancedTask.winnerQuote).toMatchObject({
      id: order.quotes[1].id,
      price_cents: 900,
    });
    expect(configuration.delivery).toMatchObject({ status: 'created', priceCents: 900 });
    const after = await api.must('GET /v1/order/{id}', { params: { id: order.id } });
    expect(after).toMatchObject({ status: 'dispatched', jobId: json.job.id });
    expect(await select(order.quotes[0].id)).toMatchObject({
      status: 400,
      json: { error: { code: 'ORDER_ALREADY_DISPATCHED' } },
    });
  });

  it('refuses expired, failed, outdated and unknown quotes with the way out', async () => {
    const order = await quote({ externalId: 'a' });
    const round = await api.must('POST /v1/order/refresh_quotes', { body: { orderId: order.id } });
    const failed = await select(round.failedQuotes[0].id);
    expect(failed).toMatchObject({ status: 400, json: { error: { code: 'BAD_REQUEST' } } });
    api.db.deps.clock.advance(60 * 60_000);
    const expired = await select(order.quotes[0].id);
    expect(expired).toMatchObject({ status: 400, json: { error: { code: 'BAD_REQUEST' } } });
    expect(expired.json.error.message).toContain('refresh_quotes');
    const { quotes } = await api.must('POST /v1/order/refresh_quotes', { body: { orderId: order.id } });
    await api.must('PATCH /v1/order/{id}', { params: { id: order.id }, body: { valueCents: 1 } });
    expect((await api.must('GET /v1/order/{id}', { params: { id: order.id } })).quotes).toEqual([]);
    expect((await select(quotes[0].id)).json.error.message).toContain('changed');
    expect((await select('qot_none')).status).toBe(404);
    expect((await select(quotes[0].id.replace('qot_01', 'qot_02'))).status).toBe(404);
  });

  it('chosen by many at once makes one job', async () => {
    const order = await quote();
    const replies = await Promise.all(Array.from({ length: 5 }, () => select(order.quotes[0].id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await api.db.events('job.created')).toHaveLength(1);
  });
});
