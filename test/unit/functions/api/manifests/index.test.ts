import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentsArea } from '../../../../../functions/api/documents/index.ts';
import { manifestsArea } from '../../../../../functions/api/manifests/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { validOrder } from '../../../../support/orders-api.ts';
import { pdfText } from '../../../../support/pdf-text.ts';

type Json = ReturnType<typeof JSON.parse>;

let api: DispatchApi;
let toOne: string;
let toTwo: string;
beforeEach(async () => {
  const one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  const two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 200 });
  api = await startDispatchApi([one.provider, two.provider], { areas: [manifestsArea, documentsArea] });
  toOne = (await api.strategy({ allowedProviders: ['prv_one'] })).id;
  toTwo = (await api.strategy({ allowedProviders: ['prv_two'] })).id;
});
afterEach(() => api.stop());

async function dispatched(externalId: string, dispatchStrategyId = toOne): Promise<Json> {
  const order = await api.order({ externalId, dispatchStrategyId });
  await api.must('POST /v1/order/{id}/autodispatch', { params: { id: order.id } });
  return order;
}
const manifest = (body: object, grant = {}) => api.call('POST /v1/manifest', { body, grant });
const textOf = (url: string) =>
  pdfText(api.deps.bucket.objects.get(new URL(url).pathname.slice(1)) ?? new Uint8Array());
const documentsOf = (id: string) => api.must('GET /v1/order/{id}/documents', { params: { id } });

describe('41 2 POST /v1/manifest', () => {
  it('writes a PDF for each provider, lists it on every delivery and reports it', async () => {
    const [a, b, c] = [await dispatched('alpha'), await dispatched('beta'), await dispatched('gamma', toTwo)];
    const { manifests } = (await manifest({ orderIds: [a.id], externalOrderIds: ['beta', 'gamma'] })).json;
    expect(manifests).toMatchObject([
      { providerId: 'prv_one', orderIds: [a.id, b.id], documents: [{ contentType: 'application/pdf' }] },
      { providerId: 'prv_two', orderIds: [c.id], documents: [{ contentType: 'application/pdf' }] },
    ]);
    const [{ id, url }] = manifests[0].documents;
    const text = textOf(url);
    for (const part of ['Carrier: One', '2 packages', 'alpha', 'beta']) expect(text).toContain(part);
    expect(text).not.toContain('gamma');
    for (const order of [a, b]) {
      const [document] = await documentsOf(order.id);
      expect(document).toMatchObject({ type: 'manifest', contentType: 'application/pdf', url });
    }
    expect(await api.must('GET /v1/documents/{id}', { params: { id } })).toMatchObject({ id, url });
    const events = await api.db.events('delivery.manifested');
    expect(events).toHaveLength(3);
    const job = await api.must('GET /v1/jobs/{id}', { params: { id: events[0]?.aggregateId ?? '' } });
    expect(job.jobConfigurations[0].delivery.documents).toMatchObject([{ type: 'manifest' }]);
  });

  it('is the same manifest when the same orders are sent again, also at once', async () => {
    const orderIds = [(await dispatched('a')).id, (await dispatched('b')).id];
    const [first, second] = await Promise.all([manifest({ orderIds }), manifest({ orderIds })]);
    const third = await manifest({ orderIds: orderIds.toReversed() });
    const idOf = ({ json }: { json: Json }) => json.manifests[0].documents[0].url;
    expect([idOf(second), idOf(third)]).toEqual([idOf(first), idOf(first)]);
    expect(await documentsOf(orderIds[0])).toHaveLength(1);
    expect(await api.db.events('delivery.manifested')).toHaveLength(2);
  });

  it('takes only what the named providers carry, and finds what waits there when no order is named', async () => {
    const [a, b] = [await dispatched('a'), await dispatched('b', toTwo)];
    const filtered = await manifest({ orderIds: [a.id, b.id], providerIds: ['prv_two'] });
    expect(filtered.json.manifests).toMatchObject([{ providerId: 'prv_two', orderIds: [b.id] }]);
    const c = await dispatched('c', toTwo);
    await api.order({ externalId: 'not dispatched' });
    const waiting = await manifest({ providerIds: ['prv_one', 'prv_two'] });
    expect(waiting.json.manifests).toMatchObject([
      { providerId: 'prv_one', orderIds: [a.id] },
      { providerId: 'prv_two', orderIds: [c.id] },
    ]);
    expect((await manifest({ providerIds: ['prv_one', 'prv_two'] })).json).toEqual({ manifests: [] });
  });

  it('refuses unknown orders, such that nobody carries, and a request for nothing; nothing is written', async () => {
    const [a, idle] = [await dispatched('a'), await api.order({ externalId: 'idle' })];
    const unknown = await manifest({ orderIds: [a.id, 'ord_none'], externalOrderIds: ['none'] });
    expect(unknown).toMatchObject({
      status: 422,
      json: { error: { code: 'VALIDATION_ERRORS', details: { unknownIds: ['ord_none', 'none'] } } },
    });
    expect(await manifest({ orderIds: [a.id, idle.id] })).toMatchObject({
      status: 400,
      json: { error: { code: 'DISALLOWED_OPERATION', details: { orderIds: [idle.id] } } },
    });
    expect((await manifest({})).status).toBe(422);
    expect((await manifest({ orderIds: Array.from({ length: 201 }, (_, n) => `ord_${n}`) })).status).toBe(
      422,
    );
    expect(api.deps.bucket.objects.size).toBe(0);
    expect(await documentsOf(a.id)).toEqual([]);
  });

  it('knows only the orders of the caller', async () => {
    const a = await dispatched('a');
    const limited = await manifest({ orderIds: [a.id] }, { storeLocationIds: ['store_other'] });
    expect(limited.status).toBe(422);
    const waiting = await manifest({ providerIds: ['prv_one'] }, { storeLocationIds: ['store_other'] });
    expect(waiting.json).toEqual({ manifests: [] });
  });
});

describe('41 2 POST /v1/dispatch-and-manifest', () => {
  const send = (orders: object[]) => api.must('POST /v1/dispatch-and-manifest', { body: { orders } });

  it('creates, dispatches and manifests orders; each failure has its stage and holds nothing back', async () => {
    const none = (await api.strategy({ allowedProviders: [], label: 'None' })).id;
    const { manifests, errors } = await send([
      { ...validOrder, externalId: 'a', dispatchStrategyId: toOne },
      { ...validOrder, dispatchStrategyId: toTwo },
      { ...validOrder, externalId: 'invalid', dispatchStrategyId: toOne, dropoffPhoneNumber: 'x' },
      { valueCents: { no: 'number' } },
      { ...validOrder, externalId: 'b', dispatchStrategyId: toOne },
      { ...validOrder, externalId: 'nobody', dispatchStrategyId: none, maxDeliveryFeeCents: 1 },
    ]);
    expect(manifests.map(({ providerId, orderIds }: Json) => [providerId, orderIds.length])).toEqual([
      ['prv_one', 2],
      ['prv_two', 1],
    ]);
    expect(errors.map(({ identifier, stage, details }: Json) => [identifier, stage, details.code])).toEqual([
      ['invalid', 'dispatch', 'ORDER_VALIDATION_ERRORS_BLOCK_ELIGIBILITY'],
      ['orders[3]', 'order', 'VALIDATION_ERRORS'],
      ['nobody', 'dispatch', expect.any(String)],
    ]);
    expect(errors[0].orderId).toMatch(/^ord_/);
    expect(textOf(manifests[0].documents[0].url)).toContain('Carrier: One');
  });

  it('can be sent again: what is dispatched already is manifested only', async () => {
    const orders = [{ ...validOrder, externalId: 'a', dispatchStrategyId: toOne }];
    const [first, second] = [await send(orders), await send(orders)];
    expect(second).toEqual(first);
    expect(second.errors).toEqual([]);
    expect(await api.db.events('job.created')).toHaveLength(1);
  });
});
