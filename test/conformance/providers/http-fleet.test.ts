import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownFleet } from '../../../lib/fleet/own-fleet/provider/index.ts';
import {
  type AccountDeps,
  organizationProviders,
  providerAccounts,
  registerHttpFleet,
  updateHttpFleet,
} from '../../../lib/fulfilment/providers/accounts/index.ts';
import { jsonOverHttp } from '../../../lib/fulfilment/providers/adapter/index.ts';
import { httpFleet } from '../../../lib/fulfilment/providers/http-fleet/index.ts';
import { callProvider, type Provider, providerRegistry } from '../../../lib/fulfilment/providers/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { anyShipment } from '../../support/builders/any-shipment.ts';
import { type ExamplePartner, signedBy, startExamplePartner } from '../../support/example-partner.ts';
import { memoryCredentials } from '../../support/memory-credentials.ts';
import { startTestTable, type TestTable } from '../../support/test-table.ts';
import { anyCreateRequest, providerConformance } from './provider-conformance.ts';

const destinations = { allowLoopback: true };
/** What opens the circuit, and for how long (11.2). */
const FAILURES_THAT_OPEN = 5;
const OPEN_MS = 30_000;

let db: TestTable;
let partner: ExamplePartner;
let deps: AccountDeps;
let provider: Provider;
let secret: string;

beforeAll(async () => {
  db = await startTestTable();
  partner = await startExamplePartner(() => db.deps.clock.now());
  const store = memoryCredentials();
  const book = providerAccounts({ ...db.deps, store });
  const ports = { ...db.deps, book, call: jsonOverHttp(destinations) };
  const registry = providerRegistry(
    [],
    organizationProviders(book, (fleet) => httpFleet(ports, fleet), ownFleet({ ...db.deps, book })),
  );
  deps = { ...db.deps, store, destinations, providers: registry };
  const fleet = { name: 'Quick Riders', baseUrl: partner.url, token: partner.token };
  const made = await registerHttpFleet(deps, 'org_test', fleet);
  if (isRefusal(made)) throw new Error(made.message);
  secret = made.signingSecret;
  partner.secretIs(secret);
  const found = (await registry.of('org_test')).find('Quick Riders');
  if (!found) throw new Error('The partner is not among the providers.');
  provider = found;
});
afterAll(async () => {
  await partner.stop();
  await db.stop();
});

describe('provider over HTTP', () => {
  providerConformance(() => provider, {
    messages: () => [
      {
        incoming: { deliveryId: 'dlv_1', status: 'returned_to_store', occurred_at: '2026-03-02T09:00:00Z' },
        updates: [{ deliveryId: 'dlv_1', status: 'returned', occurredAt: '2026-03-02T09:00:00.000Z' }],
      },
      {
        incoming: { updates: [{ deliveryId: 'dlv_1', status: 'failed' }, { status: 'no id' }] },
        updates: [{ deliveryId: 'dlv_1', status: 'failed' }, {}],
      },
    ],
    signed: (rawBody) => ({
      organizationId: 'org_test',
      rawBody,
      headers: signedBy(secret, rawBody, db.deps.clock.now()),
    }),
  });
});

describe('11.2 a partner over HTTP', () => {
  beforeEach(() => partner.become('well'));
  const create = (request = anyCreateRequest()) => provider.create(request);

  it('is the organization’s own: others have no such provider, by name or by id', async () => {
    expect((await deps.providers.of('org_other')).all).toEqual([]);
    const foreign = deps.providers.find(provider.id);
    const answer = await foreign?.create(anyCreateRequest({ organizationId: 'org_other' }));
    expect(answer).toMatchObject({ outcome: 'refused' });
  });

  it('refuses by 4xx, in its own words', async () => {
    partner.become('full');
    expect(await create()).toEqual({ outcome: 'refused', reason: 'All couriers are busy.', permanent: true });
  });

  it('leaves open what happened when it answers 5xx or not in time', async () => {
    partner.become('down');
    await expect(create()).rejects.toThrow('answered 503');
    partner.become('deaf');
    const limited = { ...provider, timeLimits: { ...provider.timeLimits, createMs: 100 } };
    const request = anyCreateRequest();
    await expect(
      callProvider(limited, 'create', (signal) => provider.create({ ...request, signal })),
    ).rejects.toThrow('did not answer');
    partner.become('well');
    expect((await create(request)).outcome).toBe('accepted');
  });

  it('does not take its messages when they are old', async () => {
    const rawBody = '{}';
    const headers = signedBy(secret, rawBody, db.deps.clock.now() - 6 * 60_000);
    expect(await provider.authenticate?.({ organizationId: 'org_test', rawBody, headers })).toBe(false);
  });

  it('is left alone after outages in a row, by every instance, and tried by one when the pause is over', async () => {
    partner.become('down');
    for (let outage = 0; outage < FAILURES_THAT_OPEN; outage += 1) {
      await expect(create()).rejects.toThrow('503');
    }
    const before = partner.calls.length;
    expect(await create()).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('is not called until'),
    });
    const quote = {
      organizationId: 'org_test',
      routeId: null,
      driverId: null,
      signal: AbortSignal.timeout(2_000),
      shipment: anyShipment(),
    };
    expect((await provider.quote(quote)).outcome).toBe('refused');
    expect(partner.calls.length).toBe(before);

    db.deps.clock.advance(OPEN_MS + 1);
    const probes = await Promise.allSettled(Array.from({ length: 10 }, () => create()));
    expect(partner.calls.length).toBe(before + 1);
    expect(probes.filter(({ status }) => status === 'rejected')).toHaveLength(1);

    partner.become('well');
    db.deps.clock.advance(OPEN_MS + 1);
    expect((await create()).outcome).toBe('accepted');
    expect((await create()).outcome).toBe('accepted');
  });

  it('takes nothing while it is switched off, and gives back what it holds once it is on again', async () => {
    const request = anyCreateRequest();
    await create(request);
    await updateHttpFleet(deps, 'org_test', provider.id, { isEnabled: false });
    db.deps.clock.advance(31_000);
    expect((await create()).outcome).toBe('refused');
    expect((await deps.providers.of('org_test')).all).toEqual([]);
    await updateHttpFleet(deps, 'org_test', provider.id, { isEnabled: true });
    db.deps.clock.advance(31_000);
    const cancel = { ...request, providerDeliveryId: null, reason: 'test' };
    expect(await provider.cancel(cancel)).toEqual({ outcome: 'canceled' });
  });

  const quote = () =>
    provider.quote({
      organizationId: 'org_test',
      routeId: null,
      driverId: null,
      signal: AbortSignal.timeout(2_000),
      shipment: anyShipment(),
    });

  it('quotes with null for what it does not say, and with a number as its id', async () => {
    partner.answers('/fleet/routes/quote', 200, {
      priceCents: 700,
      quoteId: 17,
      currency: null,
      expireTime: null,
    });
    expect(await quote()).toEqual({
      outcome: 'quoted',
      priceCents: 700,
      currency: 'USD',
      providerQuoteId: '17',
    });
  });

  it('has an answer that is not a quote refused, with the field that is wrong', async () => {
    partner.answers('/fleet/routes/quote', 200, { priceCents: '700' });
    expect(await quote()).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/not a quote: priceCents: .*in whole cents/),
    });
  });

  it.each([200, 201, 202])(
    'accepts by %i, under its own number and with the address to follow it',
    async (status) => {
      const trackingUrl = 'https://partner.example/track/12345';
      partner.answers('/fleet/routes', status, { partnerRouteId: 12_345, trackingUrl, pickupEta: null });
      expect(await create()).toEqual({ outcome: 'accepted', providerDeliveryId: '12345', trackingUrl });
    },
  );

  it.each([
    ['null', { status: 'pickup_complete', coordinates: null, failure: null, courier: null, pickupEta: null }],
    [
      'unreadable',
      { status: 'pickup_complete', coordinates: { latitude: '37.7' }, courier: 'Al', pickupEta: 7 },
    ],
  ])('tells a status whose other fields are %s', (_, fields) => {
    expect(provider.normalize({ deliveryId: 'dlv_1', ...fields })).toEqual([
      { deliveryId: 'dlv_1', status: 'pickup_complete' },
    ]);
  });

  it('tells the fields of PATCH /v1/fleet/deliveries (11.1)', () => {
    const takenAt = '2026-03-02T09:00:00.000Z';
    const update = {
      deliveryId: 'dlv_1',
      pickupNote: 'Third shelf',
      dropoffNote: 'With the neighbour',
      parkingLocation: 'Bay 4',
      returnParkingLocation: 'Bay 5',
      externalDeliveryId: 'ext-1',
      pickedItems: [{ sku: 'apple', quantity: 2 }],
      returnedItems: [{ sku: 'pear', condition: 'damaged' }],
      collected: { amountCents: 1_250, method: 'cash' },
      waitFeeCents: 120,
      waitTimeMinutes: 9,
      cancellationFeeCents: 0,
      returnFeeCents: 300,
      otherProviderFees: { toll: 80 },
      proofOfDelivery: [
        { podType: 'age_verification_on_delivery', method: 'document', status: 'success', takenAt },
      ],
    };
    expect(provider.normalize(update)).toEqual([update]);
    const unreadable = { podType: 'photo_proof_of_delivery' };
    const proofOfDelivery = [unreadable, ...update.proofOfDelivery];
    expect(provider.normalize({ ...update, proofOfDelivery })).toEqual([update]);
  });

  it('does not give back what its courier has', async () => {
    const request = anyCreateRequest();
    await create(request);
    const route = partner.routes.get(request.taskId);
    if (route) route.state = 'picked-up';
    const cancel = { ...request, providerDeliveryId: null, reason: 'test' };
    expect(await provider.cancel(cancel)).toMatchObject({ outcome: 'refused' });
    expect((await create(request)).outcome).toBe('accepted');
  });
});
