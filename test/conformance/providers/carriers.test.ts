import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providerAccounts, setCredentials } from '../../../lib/fulfilment/providers/accounts/index.ts';
import { doordash } from '../../../lib/fulfilment/providers/doordash/index.ts';
import { type Provider, providerRegistry } from '../../../lib/fulfilment/providers/index.ts';
import { uberDirect } from '../../../lib/fulfilment/providers/uber-direct/index.ts';
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
  const book = providerAccounts({ ...db.deps, store });
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
  await setCredentials(deps, 'org_test', 'prv_doordash', { credentials: DOORDASH });
  await setCredentials(deps, 'org_test', 'prv_uber_direct', { credentials: UBER });
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
    ['created', {}, 'not_assigned_driver'],
    ['confirmed', {}, 'assigned_driver'],
    ['enroute_to_pickup', {}, 'pickup_enroute'],
    ['arrived_at_pickup', {}, 'pickup_arrived'],
    ['picked_up', {}, 'pickup_complete'],
    ['enroute_to_dropoff', {}, 'dropoff_enroute'],
    ['arrived_at_dropoff', {}, 'dropoff_arrived'],
    ['delivered', {}, 'dropoff_complete'],
    ['enroute_to_return', {}, 'return_in_progress'],
    ['arrived_at_return', {}, 'return_arrived'],
    ['returned', {}, 'returned'],
    ['cancelled', { cancellation_reason: 'cancelled_by_creator' }, 'canceled_by_customer'],
    ['cancelled', { cancellation_reason: 'failed_to_assign_and_refunded' }, 'canceled_by_provider'],
    ['cancelled', { cancellation_reason: 'failed_to_pickup' }, 'canceled_by_provider'],
    ['cancelled', { cancellation_reason: 'failed_to_process_payment' }, 'canceled_by_provider'],
    ['cancelled', { cancellation_reason: 'failed_to_deliver' }, 'failed'],
    ['cancelled', { cancellation_reason: 'failed_to_return' }, 'failed'],
  ])('translates %s with %j: %s', async (delivery_status, more, status) => {
    const request = anyCreateRequest();
    await provider('prv_doordash').create(request);
    dash.move(request.taskId, { delivery_status, ...more });
    expect(await refresh('prv_doordash', request)).toMatchObject([{ status }]);
  });

  it.each([
    ['DELIVERY_CREATED', 'not_assigned_driver'],
    ['DASHER_CONFIRMED', 'assigned_driver'],
    ['dasher_enroute_to_pickup', 'pickup_enroute'],
    ['DASHER_CONFIRMED_PICKUP_ARRIVAL', 'pickup_arrived'],
    ['DASHER_PICKED_UP', 'pickup_complete'],
    ['dasher_enroute_to_dropoff', 'dropoff_enroute'],
    ['DASHER_CONFIRMED_DROPOFF_ARRIVAL', 'dropoff_arrived'],
    ['DASHER_DROPPED_OFF', 'dropoff_complete'],
    ['DELIVERY_RETURN_INITIALIZED', 'return_in_progress'],
    ['dasher_enroute_to_return', 'return_in_progress'],
    ['DASHER_CONFIRMED_RETURN_ARRIVAL', 'return_arrived'],
    ['DELIVERY_RETURNED', 'returned'],
    ['DELIVERY_CANCELLED', 'canceled_by_provider'],
    ['DELIVERY_BATCHED', undefined],
  ])('reads the event %s: %s', (event_name, status) => {
    const [update] = provider('prv_doordash').normalize({ event_name, external_delivery_id: TASK });
    expect([update?.deliveryId, update?.status]).toEqual([DELIVERY, status]);
  });

  it.each([
    [400, { code: 'validation_error', field_errors: [{ field: 'tip', error: 'too much' }] }, true],
    [401, { code: 'authentication_error' }, true],
    [403, { code: 'authorization_error' }, true],
    [422, { code: 'invalid_delivery_parameters', reason: 'distance_too_long' }, true],
    [422, { code: 'pickup_address_not_in_coverage' }, true],
    [422, { code: 'invalid_delivery_parameters', reason: 'outside_of_delivery_time' }, false],
  ])('refuses a delivery after %i %j, for good: %s', async (status, error, permanent) => {
    dash.refuseNext(status, error);
    expect(await provider('prv_doordash').create(anyCreateRequest())).toMatchObject({
      outcome: 'refused',
      permanent,
    });
  });

  it.each([
    ['delivery_cancelled', 'canceled'],
    ['delivery_completed', 'canceled'],
    ['duplicate_request', 'canceled'],
    ['delivery_picked_up', 'refused'],
    ['delivery_abandoned', 'refused'],
    ['cancellation_window_closed', 'refused'],
    ['delivery_creation_in_progress', 'nothing'],
  ])('has %s when a cancellation is answered: %s', async (reason, outcome) => {
    const request = anyCreateRequest();
    await provider('prv_doordash').create(request);
    dash.refuseNext(409, { code: 'cancel_not_allowed', reason });
    const cancel = { ...request, providerDeliveryId: request.taskId, reason: 'test' };
    const answer = provider('prv_doordash')
      .cancel(cancel)
      .then(
        (said) => said.outcome,
        () => 'nothing',
      );
    expect(await answer).toBe(outcome);
  });

  it('changes a delivery that it has, but not the proofs that it needs', async () => {
    const request = anyCreateRequest();
    await provider('prv_doordash').create(request);
    const before = request.shipment;
    const update = (shipment: typeof before) =>
      provider('prv_doordash').update({ ...request, providerDeliveryId: request.taskId, before, shipment });
    const dropoff = anyStop({ instructions: 'Ring twice' });
    expect(await update({ ...before, dropoff })).toEqual({ outcome: 'updated' });
    expect(dash.sent.at(-1)).toMatchObject({ method: 'PATCH', body: { dropoff_instructions: 'Ring twice' } });
    const stricter = { ...before, requirements: ['signature_proof_of_delivery'] };
    expect((await update(stricter)).outcome).toBe('refused');
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
    ['pending', {}, 'not_assigned_driver'],
    ['pickup', {}, 'pickup_enroute'],
    ['pickup_complete', {}, 'pickup_complete'],
    ['dropoff', {}, 'dropoff_enroute'],
    ['delivered', {}, 'dropoff_complete'],
    ['returned', {}, 'return_in_progress'],
    ['canceled', { cancelation_reason: { primary_reason: 'MERCHANT_CANCEL' } }, 'canceled_by_customer'],
    ['canceled', { cancelation_reason: { primary_reason: 'UBER_CANCEL' } }, 'canceled_by_provider'],
    ['canceled', { cancelation_reason: { primary_reason: 'CUSTOMER_CANCEL' } }, 'failed'],
    ['canceled', { related_deliveries: [{ id: 'ret_1' }] }, 'return_in_progress'],
  ])('translates %s with %j: %s', async (status, more, ours) => {
    const request = anyCreateRequest();
    await provider('prv_uber_direct').create(request);
    uber.move(request.taskId, { status, ...more });
    expect(await refresh('prv_uber_direct', request)).toMatchObject([{ status: ours }]);
  });

  it('is returned when the delivery that brings it back has ended', async () => {
    const [request, leg] = [anyCreateRequest(), anyCreateRequest()];
    await provider('prv_uber_direct').create(request);
    await provider('prv_uber_direct').create(leg);
    // The way back is a separate delivery, which its id shows.
    const back = uber.rename(leg.taskId, 'ret_1');
    uber.move(request.taskId, { status: 'returned', related_deliveries: [{ id: back }] });
    uber.move(leg.taskId, { status: 'dropoff' });
    expect(await refresh('prv_uber_direct', request)).toMatchObject([{ status: 'return_in_progress' }]);
    uber.move(leg.taskId, { status: 'delivered' });
    expect(await refresh('prv_uber_direct', request)).toMatchObject([{ status: 'returned' }]);
    const told = (status: string) =>
      provider('prv_uber_direct').normalize({
        kind: 'event.delivery_status',
        data: { id: back, external_id: TASK, status },
      });
    expect(told('dropoff')).toEqual([{ deliveryId: DELIVERY, status: 'return_in_progress' }]);
    expect(told('delivered')).toEqual([{ deliveryId: DELIVERY, status: 'returned' }]);
  });

  it.each([
    [400, 'invalid_params', true],
    [400, 'unknown_location', true],
    [400, 'address_undeliverable', true],
    [400, 'missing_payment', true],
    [400, 'pickup_window_too_small', true],
    [400, 'expired_quote', true],
    [400, 'address_undeliverable_limited_couriers', false],
    [503, 'couriers_busy', false],
    [401, 'unauthorized', true],
    [402, 'customer_suspended', true],
    [403, 'customer_blocked', true],
    [404, 'customer_not_found', true],
  ])('refuses a delivery after %i %s, for good: %s', async (status, code, permanent) => {
    uber.refuseNext(status, { kind: 'error', code, message: code });
    expect(await provider('prv_uber_direct').create(anyCreateRequest())).toMatchObject({
      outcome: 'refused',
      permanent,
    });
  });

  it.each([
    [408, 'request_timeout'],
    [429, 'customer_limited'],
    [500, 'internal_server_error'],
    [503, 'service_unavailable'],
  ])('knows nothing after %i %s', async (status, code) => {
    uber.refuseNext(status, { kind: 'error', code, message: code });
    await expect(provider('prv_uber_direct').create(anyCreateRequest())).rejects.toThrow(String(status));
  });

  it('changes notes and the tip, and refuses what Uber does not change', async () => {
    const request = anyCreateRequest();
    const made = await provider('prv_uber_direct').create(request);
    const before = request.shipment;
    const providerDeliveryId = made.outcome === 'accepted' ? made.providerDeliveryId : null;
    const update = (shipment: typeof before) =>
      provider('prv_uber_direct').update({ ...request, providerDeliveryId, before, shipment });
    const noted = { ...before, tipAmountCents: 300, dropoff: { ...before.dropoff, instructions: 'Ring' } };
    expect(await update(noted)).toEqual({ outcome: 'updated' });
    expect(uber.sent.at(-1)?.body).toMatchObject({ dropoff_notes: 'Ring', tip_by_customer: 300 });
    const elsewhere = { ...before, dropoff: { ...before.dropoff, street: 'Another Street' } };
    const refusal = await update(elsewhere);
    expect(refusal).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/dropoff_address/) });
  });

  it('asks for a car by the size of the items', async () => {
    const sizes = async (minimumVehicleSize: string) => {
      const shipment = anyShipment({ minimumVehicleSize, items: [{ name: 'Cake' }] });
      await provider('prv_uber_direct').create(anyCreateRequest({ shipment }));
      return uber.sent.at(-1)?.body.manifest_items;
    };
    const item = (size: string) => [{ name: 'Cake', quantity: 1, size }];
    expect(await sizes('bike')).toEqual(item('small'));
    expect(await sizes('car')).toEqual(item('xlarge'));
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
    await provider('prv_uber_direct').create(anyCreateRequest());
    const given = uber.tokensGiven();
    const pickup = anyStop({ instructions: 'n'.repeat(400) });
    const answer = await provider('prv_uber_direct').create(
      anyCreateRequest({ shipment: anyShipment({ pickup }) }),
    );
    expect(answer.outcome).toBe('accepted');
    expect(uber.tokensGiven()).toBe(given);
  });
});
