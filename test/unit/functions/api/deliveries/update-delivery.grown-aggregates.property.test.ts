import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveriesArea } from '../../../../../functions/api/deliveries/index.ts';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { readJob, receiveProviderUpdate } from '../../../../../lib/fulfilment/jobs/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';

/** Four bytes each, so that the count in characters gives the largest size. */
const wide = (count: number) => '😀'.repeat(Math.floor(count / 2));

let api: DispatchApi;
beforeEach(async () => {
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  api = await startDispatchApi([{ ...provider, isSimulator: true }], {
    areas: [deliveriesArea],
    extra: () => ({ simulation: true }),
  });
});
afterEach(() => api.stop());

interface Grown {
  readonly jobId: string;
  readonly taskId: string;
  readonly deliveryId: string;
}

async function running(): Promise<Grown> {
  const order = await api.order({ dispatchStrategyId: (await api.strategy()).id });
  const { job } = await api.must('POST /v1/order/{id}/autodispatch', { params: { id: order.id } });
  await api.drain();
  const [{ advancedTask }] = job.jobConfigurations;
  return { jobId: job.id, taskId: advancedTask.id, deliveryId: advancedTask.delivery.id };
}

const update = (deliveryId: string, body: object) =>
  api.call('PATCH /v1/fleet/deliveries/{delivery_id}', { params: { delivery_id: deliveryId }, body });
const number = (step: number, place: number) => String(step * 1_000 + place);

/** Every list of a delivery and its task that later requests make longer: one request more. */
const LISTS = {
  pictures: ({ deliveryId }: Grown, step: number) =>
    update(deliveryId, {
      proofOfDelivery: Array.from({ length: 50 }, (_, place) => ({
        podType: 'photo_proof_of_delivery',
        imageUrl: `https://example.com/${number(step, place)}?${'y'.repeat(1_900)}`,
      })),
    }),
  scans: ({ deliveryId }: Grown, step: number) =>
    update(deliveryId, {
      proofOfDelivery: Array.from({ length: 50 }, (_, place) => ({
        podType: 'barcode_scan_on_pickup',
        value: number(step, place) + wide(400),
        status: 'success',
      })),
    }),
  'short scans': ({ deliveryId }: Grown, step: number) =>
    update(deliveryId, {
      proofOfDelivery: Array.from({ length: 50 }, (_, place) => ({
        podType: 'barcode_scan_on_dropoff',
        value: number(step, place),
        status: 'success',
      })),
    }),
  'picked items': ({ deliveryId }: Grown, step: number) =>
    update(deliveryId, {
      pickedItems: Array.from({ length: 40 * (step + 1) }, (_, place) => ({
        sku: number(step, place),
        name: wide(500),
      })).slice(0, 200),
    }),
  fees: ({ deliveryId }: Grown, step: number) =>
    update(deliveryId, {
      otherProviderFees: Object.fromEntries(
        Array.from({ length: 1_000 * (step + 1) }, (_, place) => [number(step, place) + wide(70), 1]),
      ),
    }),
  notes: ({ jobId, taskId }: Grown) =>
    api.call('POST /v1/notes', { body: { jobId, taskId, note: wide(2_000) } }),
} as const;

/** Number of requests after which a list must have reached its bound. */
const MAX_REQUESTS = 80;

describe('an aggregate whose lists are grown to their bounds', () => {
  it('refuses more with a sentence that names the limit, and ends normally', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(Object.keys(LISTS) as (keyof typeof LISTS)[], { minLength: 1 }),
        fc.boolean(),
        async (lists, isCanceled) => {
          const grown = await running();
          for (const list of lists) await growToItsBound(list, grown);
          if (isCanceled) {
            const params = { jobId: grown.jobId };
            expect((await api.call('POST /v1/jobs/{jobId}/cancel', { params })).status).toBe(200);
            await api.drain();
          } else {
            await goTheWholeWay(grown);
          }
        },
      ),
      { numRuns: 4, examples: [[Object.keys(LISTS) as (keyof typeof LISTS)[], false]] },
    );
  });

  it('a carrier is heard with its status when it tells more than is kept', async () => {
    const { deliveryId, jobId } = await running();
    const value = wide(400);
    const proofs = (from: number) =>
      Array.from({ length: 150 }, (_, place) => ({
        podType: 'barcode_scan_on_pickup',
        value: `${from + place}${value}`,
        status: 'success',
      }));
    const tell = (status: string, from: number) =>
      receiveProviderUpdate(
        api.deps,
        { organizationId: 'org_test', providerId: 'prv_one' },
        { deliveryId, status, proofOfDelivery: proofs(from) },
      );
    await tell('pickup_complete', 0);
    await tell('dropoff_complete', 1_000);
    const job = await readJob(api.deps.table, 'org_test', jobId);
    expect(job?.deliveries[0]?.value).toMatchObject({ status: 'dropoff_complete' });
    expect(job?.deliveries[0]?.value.proofOfDelivery).toHaveLength(100);
  });

  it('a batch of 200 packages with the longest texts is made, read and cancelled', {
    timeout: 60_000,
  }, async () => {
    const text = (length: number, n: number) => `${n} ${'é'.repeat(length)}`;
    const packages = Array.from({ length: 200 }, (_, n) => ({
      ...jobBodyExample,
      packageExternalIdentifier: text(250, n),
      packageDescription: text(270, n),
      ...Object.fromEntries(
        ['pickupBusinessName', 'dropoffBusinessName', 'dropoffFirstName', 'dropoffLastName'].map((name) => [
          name,
          text(70, n),
        ]),
      ),
      dropoffInstructions: text(270, n),
    }));
    const made = await api.call('POST /v1/batch_job', { body: { packages } });
    expect(made.status, JSON.stringify(made.json.error)).toBe(200);
    const params = { jobId: made.json.id };
    expect((await api.call('POST /v1/jobs/{jobId}/cancel', { params })).status).toBe(200);
  });
});

async function growToItsBound(list: keyof typeof LISTS, grown: Grown): Promise<void> {
  for (let step = 0; step < MAX_REQUESTS; step += 1) {
    const { status, json } = await LISTS[list](grown, step);
    if (status === 200) continue;
    expect(status, `${list}: ${JSON.stringify(json)}`).toBe(400);
    expect(json.error).toMatchObject({ code: 'DISALLOWED_OPERATION', message: expect.stringMatching(/\d/) });
    return;
  }
  // The list in replies is never longer than its bound.
  expect(['picked items', 'fees']).toContain(list);
}

async function goTheWholeWay({ deliveryId }: Grown): Promise<void> {
  const params = { delivery_id: deliveryId };
  for (const status of ['assigned_driver', 'pickup_complete', 'dropoff_arrived'])
    expect(
      (await update(deliveryId, { status, courier: { name: 'Ada' }, dropoffNote: wide(1_000) })).status,
    ).toBe(200);
  const body = { status: 'dropoff_complete' };
  const { status, json } = await api.call('POST /v1/deliveries/{delivery_id}/simulate', { params, body });
  expect([status, json.status]).toEqual([200, 'dropoff_complete']);
}
