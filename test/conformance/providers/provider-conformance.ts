import { expect, it } from 'vitest';
import type { CreateRequest, Provider, QuoteRequest } from '../../../lib/providers/index.ts';
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

/** What every provider adapter owes (see `Provider`), run against the one that `of` gives. */
export function providerConformance(of: () => Provider): void {
  const quoteOf = (more: Partial<QuoteRequest> = {}) =>
    of().quote({
      organizationId: 'org_test',
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
    expect(of().normalize({ deliveryId: 'dlv_1', status: 'failed' })).toEqual({
      deliveryId: 'dlv_1',
      status: 'failed',
    });
    for (const foreign of [null, 'x', 7, { status: 5 }]) expect(of().normalize(foreign)).toBeUndefined();
  });
}
