import { expect, it } from 'vitest';
import { DELIVERY_STATUSES } from '../../../lib/engines/vocabulary/index.ts';
import type {
  CreateRequest,
  IncomingMessage,
  Provider,
  ProviderUpdate,
  QuoteRequest,
} from '../../../lib/fulfilment/providers/index.ts';
import { anyShipment } from '../../support/builders/any-shipment.ts';

let sequence = 0;

/** A call about a new attempt. */
export function anyCreateRequest(more: Partial<CreateRequest> = {}): CreateRequest {
  sequence += 1;
  const suffix = `01KAAAAAAAAAAAAAAAAAAAA${String(sequence).padStart(3, '0')}c1a1`;
  return {
    organizationId: 'org_test',
    signal: AbortSignal.timeout(2_000),
    idempotencyKey: `tsk_${suffix}`,
    jobId: `job_${suffix.slice(0, 26)}`,
    taskId: `tsk_${suffix}`,
    deliveryId: `dlv_${suffix}`,
    shipment: anyShipment(),
    quote: null,
    ...more,
  };
}

/** How news of a provider comes in. */
export interface WayIn {
  /** Messages in the provider's own format and their meaning; by default one in the service's own words. */
  readonly messages?: () => readonly {
    readonly incoming: unknown;
    readonly updates: readonly ProviderUpdate[];
  }[];
  /** This body as the provider sends it to `org_test`. */
  readonly signed?: (rawBody: string) => IncomingMessage;
  /** False for a carrier that sends a static secret instead of a signature. */
  readonly bodyIsSigned?: boolean;
}

const OWN_WORDS = [
  {
    incoming: { deliveryId: 'dlv_1', status: 'failed' },
    updates: [{ deliveryId: 'dlv_1', status: 'failed' }],
  },
];

/** What every provider adapter must do (see `Provider`), checked on the one that `of` returns. */
export function providerConformance(of: () => Provider, wayIn: WayIn = {}): void {
  const { messages = () => OWN_WORDS, signed, bodyIsSigned = true } = wayIn;
  const quoteOf = (more: Partial<QuoteRequest> = {}) =>
    of().quote({
      organizationId: 'org_test',
      routeId: null,
      driverId: null,
      signal: AbortSignal.timeout(2_000),
      shipment: anyShipment(),
      ...more,
    });
  const cancelOf = ({ organizationId, idempotencyKey, signal }: CreateRequest) =>
    of().cancel({ organizationId, idempotencyKey, signal, providerDeliveryId: null, reason: 'test' });

  it('quotes whole positive cents in the currency of the shipment, the same for the same shipment', async () => {
    const quote = await quoteOf();
    expect(quote).toMatchObject({ outcome: 'quoted', currency: anyShipment().currency });
    if (quote.outcome === 'quoted')
      expect(Number.isInteger(quote.priceCents) && quote.priceCents > 0).toBe(true);
    expect(await quoteOf()).toEqual(quote);
  });

  it('answers a repeated create with the same acceptance, one after another or at once', async () => {
    const request = anyCreateRequest();
    const answers = await Promise.all([of().create(request), of().create(request)]);
    answers.push(await of().create(request));
    expect(answers[0]).toMatchObject({ outcome: 'accepted', providerDeliveryId: expect.any(String) });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('gives different attempts different deliveries', async () => {
    const [one, two] = await Promise.all([of().create(anyCreateRequest()), of().create(anyCreateRequest())]);
    expect(one).not.toEqual(two);
  });

  it('gives a delivery back once it is cancelled, and cancels twice without complaint', async () => {
    const request = anyCreateRequest();
    await of().create(request);
    expect(await cancelOf(request)).toEqual({ outcome: 'canceled' });
    expect(await cancelOf(request)).toEqual({ outcome: 'canceled' });
    expect((await of().create(request)).outcome).toBe('refused');
  });

  it('refuses a create that comes after its cancellation', async () => {
    const request = anyCreateRequest();
    expect(await cancelOf(request)).toEqual({ outcome: 'canceled' });
    expect((await of().create(request)).outcome).toBe('refused');
  });

  it('never holds what was cancelled, whichever of create and cancel is first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const request = anyCreateRequest();
      const [, canceled] = await Promise.all([of().create(request), cancelOf(request)]);
      expect(canceled).toEqual({ outcome: 'canceled' });
      expect((await of().create(request)).outcome).toBe('refused');
    }
  });

  it('knows what it holds and does not know what it never saw', async () => {
    const request = anyCreateRequest();
    const { organizationId, idempotencyKey, signal } = request;
    const ref = { organizationId, idempotencyKey, signal, providerDeliveryId: null };
    expect(await of().refresh(ref)).toEqual({ outcome: 'unknown' });
    await of().create(request);
    expect(await of().refresh(ref)).toMatchObject({ outcome: 'known' });
    expect(await of().refresh({ ...ref, organizationId: 'org_other' })).toEqual({ outcome: 'unknown' });
  });

  it('reads its own messages and nothing else', () => {
    for (const { incoming, updates } of messages()) expect(of().normalize(incoming)).toEqual(updates);
    for (const foreign of [null, undefined, 'x', 7, [], {}, { status: 5 }, { deliveryId: 3, status: {} }]) {
      expect(of().normalize(foreign)).toEqual([]);
    }
  });

  it('says the same of a delivery however often it is asked, in words of the service', async () => {
    const request = anyCreateRequest();
    const { organizationId, idempotencyKey, signal } = request;
    await of().create(request);
    const ref = { organizationId, idempotencyKey, signal, providerDeliveryId: null };
    const [first, second] = [await of().refresh(ref), await of().refresh(ref)];
    expect(second).toEqual(first);
    for (const { status } of first.outcome === 'known' ? first.updates : []) {
      if (status !== undefined) expect(DELIVERY_STATUSES).toContain(status);
    }
  });

  it('names the credentials of its accounts exactly when it needs accounts', () => {
    const { needsAccount, credentialFields = [] } = of();
    expect(credentialFields.length > 0).toBe(needsAccount);
  });

  it('takes messages that it signed, and no other', async () => {
    const provider = of();
    if (!provider.authenticate) return expect(provider.news).not.toBe('pushed');
    const genuine = signed?.('{"a":1}');
    if (!genuine) throw new Error('A provider that sends messages needs one here.');
    expect(await provider.authenticate(genuine)).toBe(true);
    expect(await provider.authenticate({ ...genuine, organizationId: 'org_other' })).toBe(false);
    expect(await provider.authenticate({ ...genuine, headers: {} })).toBe(false);
    if (bodyIsSigned) expect(await provider.authenticate({ ...genuine, rawBody: '{"a":2}' })).toBe(false);
    for (const name of Object.keys(genuine.headers)) {
      const headers = { ...genuine.headers, [name]: `${genuine.headers[name]}x` };
      expect(await provider.authenticate({ ...genuine, headers })).toBe(false);
    }
  });
}
