import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountBook, setCredentials } from '../../../lib/providers/accounts/index.ts';
import { doordash } from '../../../lib/providers/doordash/index.ts';
import { type Provider, providerRegistry } from '../../../lib/providers/index.ts';
import { uberDirect } from '../../../lib/providers/uber-direct/index.ts';
import { anyShipment, anyStop } from '../../support/builders/any-shipment.ts';
import { type CarrierStub, DOORDASH, doordashStub, UBER, uberStub } from '../../support/carrier-stubs.ts';
import { memoryCredentials } from '../../support/memory-credentials.ts';
import { startTestTable, type TestTable } from '../../support/test-table.ts';
import { anyCreateRequest, providerConformance } from './provider-conformance.ts';

let db: TestTable;
let dash: CarrierStub;
let uber: ReturnType<typeof uberStub>;
const providers: Record<string, Provider> = {};
beforeAll(async () => {
  db = await startTestTable();
  const store = memoryCredentials();
  const book = accountBook({ ...db.deps, store });
  dash = doordashStub(() => db.deps.clock.now());
  uber = uberStub();
  const all = [
    doordash({ ...db.deps, book, call: dash.call }),
    uberDirect({ ...db.deps, book, call: uber.call }),
  ];
  const deps = {
    ...db.deps,
    store,
    destinations: { allowLoopback: false },
    providers: providerRegistry(all),
  };
  await setCredentials('org_test', 'prv_doordash', { credentials: DOORDASH }, deps);
  await setCredentials('org_test', 'prv_uber_direct', { credentials: UBER }, deps);
  for (const one of all) providers[one.id] = one;
});
afterAll(() => db.stop());

const provider = (id: string): Provider => {
  const found = providers[id];
  if (!found) throw new Error(id);
  return found;
};
const refresh = async (id: string, request: ReturnType<typeof anyCreateRequest>) => {
  const state = await provider(id).refresh({ ...request, providerDeliveryId: null });
  return state.outcome === 'known' ? state.updates : [];
};
const TASK = 'tsk_01KAAAAAAAAAAAAAAAAAAAAA000c1a1';
const DELIVERY = 'dlv_01KAAAAAAAAAAAAAAAAAAAAA000c1a1';

describe('provider DoorDash Drive', () => {
  providerConformance(() => provider('prv_doordash'), {
    bodyIsSigned: false,
    signed: (rawBody) => ({
      organizationId: 'org_test',
      rawBody,
      headers: { authorization: DOORDASH.webhookSecret },
    }),
    messages: () => [
      {
        incoming: {
          event_name: 'dasher_picked_up',
          external_delivery_id: TASK,
          created_at: '2026-03-02T09:00:00Z',
          dasher_name: 'Sam',
          dasher_location: { lat: 1, lng: 2 },
        },
        updates: [
          {
            deliveryId: DELIVERY,
            status: 'pickup_complete',
            occurredAt: '2026-03-02T09:00:00.000Z',
            coordinates: { latitude: 1, longitude: 2 },
            courier: { name: 'Sam' },
          },
        ],
      },
      { incoming: { event_name: 'DASHER_DROPPED_OFF', external_delivery_id: 'another-app' }, updates: [] },
    ],
  });

  it.each([
    ['confirmed', {}, 'assigned_driver'],
    ['arrived_at_dropoff', {}, 'dropoff_arrived'],
    ['delivered', {}, 'dropoff_complete'],
    ['returned', {}, 'returned'],
    ['cancelled', { cancellation_reason: 'cancelled_by_creator' }, 'canceled_by_customer'],
    ['cancelled', { cancellation_reason: 'failed_to_pickup' }, 'canceled_by_provider'],
    ['cancelled', { cancellation_reason: 'failed_to_deliver' }, 'failed'],
  ])('translates %s with %j: %s', async (delivery_status, more, status) => {
    const request = anyCreateRequest();
    await provider('prv_doordash').create(request);
    dash.move(request.taskId, { delivery_status, ...more });
    expect(await refresh('prv_doordash', request)).toMatchObject([{ status }]);
  });

  it('finds its delivery again when the answer got lost, and holds one', async () => {
    const request = anyCreateRequest();
    dash.fail('lost-answer');
    await expect(provider('prv_doordash').create(request)).rejects.toThrow('reset');
    expect(await provider('prv_doordash').create(request)).toMatchObject({
      providerDeliveryId: request.taskId,
    });
  });

  it('takes no delivery that costs more than its quote', async () => {
    const quote = { id: 'qot_1', priceCents: 900, providerQuoteId: null };
    const request = anyCreateRequest({ quote });
    dash.priceIs(950);
    expect(await provider('prv_doordash').create(request)).toMatchObject({ outcome: 'refused' });
    expect(await refresh('prv_doordash', request)).toMatchObject([{ status: 'canceled_by_customer' }]);
  });

  it('asks for what the package requires, and refuses cash', async () => {
    const shipment = anyShipment({
      requirements: ['signature_proof_of_delivery', 'alcohol'],
      items: [{ name: 'x'.repeat(200), count: 500 }],
    });
    await provider('prv_doordash').create(anyCreateRequest({ shipment }));
    expect(dash.sent.at(-1)?.body).toMatchObject({
      dropoff_options: { signature: 'required', id_verification: 'required' },
      order_contains: { alcohol: true },
      items: [{ name: 'x'.repeat(100), quantity: 100 }],
    });
    const cash = anyCreateRequest({ shipment: anyShipment({ dueAmountCents: 1 }) });
    expect((await provider('prv_doordash').create(cash)).outcome).toBe('refused');
  });

  it.each([500, 429] as const)('knows nothing after %s', async (status) => {
    dash.fail(status);
    await expect(provider('prv_doordash').create(anyCreateRequest())).rejects.toThrow(String(status));
  });
});

describe('provider Uber Direct', () => {
  providerConformance(() => provider('prv_uber_direct'), {
    signed: (rawBody) => ({
      organizationId: 'org_test',
      rawBody,
      headers: {
        'x-uber-signature': createHmac('sha256', UBER.webhookSigningKey).update(rawBody).digest('hex'),
      },
    }),
    messages: () => [
      {
        incoming: {
          kind: 'event.delivery_status',
          created: '2026-03-02T09:00:00Z',
          data: { id: 'del_9', external_id: TASK, status: 'dropoff', courier: { name: 'Sam' } },
        },
        updates: [
          {
            deliveryId: DELIVERY,
            providerDeliveryId: 'del_9',
            status: 'dropoff_enroute',
            occurredAt: '2026-03-02T09:00:00.000Z',
            courier: { name: 'Sam' },
          },
        ],
      },
    ],
  });

  it.each([
    ['pickup', {}, 'pickup_enroute'],
    ['delivered', {}, 'dropoff_complete'],
    ['canceled', { cancelation_reason: { primary_reason: 'UBER_CANCEL' } }, 'canceled_by_provider'],
    ['canceled', { cancelation_reason: { primary_reason: 'CUSTOMER_CANCEL' } }, 'failed'],
    ['canceled', { related_deliveries: [{ id: 'ret_1' }] }, 'return_in_progress'],
  ])('translates %s with %j: %s', async (status, more, ours) => {
    const request = anyCreateRequest();
    await provider('prv_uber_direct').create(request);
    uber.move(request.taskId, { status, ...more });
    expect(await refresh('prv_uber_direct', request)).toMatchObject([{ status: ours }]);
  });

  it('finds its delivery again when the answer got lost, also to cancel it', async () => {
    const request = anyCreateRequest();
    uber.fail('lost-answer');
    await expect(provider('prv_uber_direct').create(request)).rejects.toThrow('reset');
    const cancel = { ...request, providerDeliveryId: null, reason: 'test' };
    expect(await provider('prv_uber_direct').cancel(cancel)).toEqual({ outcome: 'canceled' });
    expect(await refresh('prv_uber_direct', request)).toMatchObject([{ status: 'canceled_by_customer' }]);
  });

  it('gives nothing back that the courier has, and refuses a quote that has expired', async () => {
    const request = anyCreateRequest();
    await provider('prv_uber_direct').create(request);
    uber.move(request.taskId, { status: 'dropoff' });
    const cancel = { ...request, providerDeliveryId: null, reason: 'test' };
    expect((await provider('prv_uber_direct').cancel(cancel)).outcome).toBe('refused');
    const quote = { id: 'qot_1', priceCents: 975, providerQuoteId: 'dqt_old' };
    expect(await provider('prv_uber_direct').create(anyCreateRequest({ quote }))).toMatchObject({
      outcome: 'refused',
      reason: 'expired_quote',
    });
  });

  it('asks for one token, and cuts notes to what Uber takes', async () => {
    const pickup = anyStop({ instructions: 'n'.repeat(400) });
    const answer = await provider('prv_uber_direct').create(
      anyCreateRequest({ shipment: anyShipment({ pickup }) }),
    );
    expect(answer.outcome).toBe('accepted');
    expect(uber.tokensGiven()).toBe(1);
  });
});
