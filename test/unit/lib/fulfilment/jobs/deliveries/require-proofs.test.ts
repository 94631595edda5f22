import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../../functions/api/jobs/job-schemas.ts';
import { type DeliveryUpdate, updateDelivery } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi([faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 }).provider]);
});
afterEach(() => api.stop());

/** Reports updates of a delivery whose package has these requirements. */
async function reporting(...packageRequirements: string[]) {
  const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
  const job = await api.must('POST /v1/jobs', {
    body: { ...jobBodyExample, optionsGroupId, packageRequirements },
  });
  await api.drain();
  const deliveryId = job.jobConfigurations[0].delivery.id;
  return async (update: DeliveryUpdate, needsProofs = true) => {
    const target = { organizationId: 'org_test', deliveryId, may: () => true, needsProofs };
    const outcome = await updateDelivery(api.deps, target, update);
    return isRefusal(outcome) ? outcome : { ...outcome, kind: undefined };
  };
}

const photo = { podType: 'photo_proof_of_delivery', imageUrl: 'https://example.com/p.jpg' };

describe('6.2 proofs that a strategy requires', () => {
  it('come before the delivery is complete, and its couriers are told of them', async () => {
    const requirements = ['photo_proof_of_delivery'];
    const told: (readonly string[])[] = [];
    const { provider } = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 50 });
    await api.stop();
    api = await startDispatchApi([
      {
        ...provider,
        create: async (request) => {
          told.push(request.shipment.requirements);
          return provider.create(request);
        },
        update: async (request) => {
          told.push(request.shipment.requirements);
          return provider.update(request);
        },
      },
    ]);
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true, requirements });
    const packageRequirements = ['meet_on_delivery'];
    const job = await api.must('POST /v1/jobs', {
      body: { ...jobBodyExample, optionsGroupId, packageRequirements },
    });
    await api.drain();
    await api.must('PATCH /v1/jobs/{id}', { params: { id: job.id }, body: { tipAmount: 1 } });
    expect(told).toEqual(Array.from({ length: 2 }, () => [...packageRequirements, ...requirements]));
    const deliveryId = job.jobConfigurations[0].delivery.id;
    const target = { organizationId: 'org_test', deliveryId, may: () => true, needsProofs: true };
    expect(await updateDelivery(api.deps, target, { status: 'dropoff_complete' })).toMatchObject({
      details: { missing: requirements },
    });
    const proven = { status: 'dropoff_complete', proofOfDelivery: [photo] } as const;
    expect(await updateDelivery(api.deps, target, proven)).toMatchObject({ status: 'dropoff_complete' });
  });
});

describe('5 proofs that a package requires', () => {
  it('come before the delivery is complete, or with it', async () => {
    const report = await reporting('photo_proof_of_delivery');
    const refused = await report({ status: 'dropoff_complete' });
    expect(refused).toMatchObject({
      kind: { code: 'DISALLOWED_OPERATION' },
      details: { missing: ['photo_proof_of_delivery'] },
    });
    expect(await report({ status: 'pickup_complete' })).toMatchObject({ status: 'pickup_complete' });
    expect(await report({ status: 'dropoff_complete', proofOfDelivery: [photo] })).toMatchObject({
      status: 'dropoff_complete',
    });
  });

  it('are not asked of a carrier, whose news have happened', async () => {
    const report = await reporting('photo_proof_of_delivery');
    expect(await report({ status: 'dropoff_complete' }, false)).toMatchObject({ status: 'dropoff_complete' });
  });

  it('of a scan count only when it succeeded', async () => {
    const report = await reporting('barcode_scan_on_dropoff');
    const scan = (status: string) => ({ podType: 'barcode_scan_on_dropoff', value: '1', status });
    expect(await report({ status: 'dropoff_complete', proofOfDelivery: [scan('failure')] })).toMatchObject({
      kind: { code: 'DISALLOWED_OPERATION' },
    });
    expect(await report({ status: 'dropoff_complete', proofOfDelivery: [scan('success')] })).toMatchObject({
      status: 'dropoff_complete',
    });
  });

  it('take the last four digits of the phone number as pincode, five wrong ones and no more', async () => {
    const report = await reporting('pincode_verification');
    expect(await report({ status: 'dropoff_complete' })).toMatchObject({
      details: { missing: ['pincode_verification'] },
    });
    expect(await report({ status: 'dropoff_complete', pincode: '1234' })).toMatchObject({
      details: { triesLeft: 4 },
    });
    const good = await report({ status: 'dropoff_complete', pincode: '0199' });
    expect(good).toMatchObject({ status: 'dropoff_complete', pincodeVerifiedAt: expect.any(String) });
    const other = await reporting('pincode_verification');
    for (let tries = 0; tries < 5; tries += 1) await other({ pincode: '1234' });
    expect(await other({ pincode: '0199' })).toMatchObject({
      kind: { code: 'INVALID_VALUE' },
      details: { triesLeft: 0 },
    });
  });
});

describe('2.5 what comes up on the way', () => {
  it('adds fees to the total and keeps what was picked', async () => {
    const report = await reporting();
    const items = [{ sku: 'milk', quantity: 2, status: 'found' }];
    const first = await report({ waitFeeCents: 30, waitTimeMinutes: 12, pickedItems: items });
    expect(first).toMatchObject({
      priceCents: 100,
      totalPriceCents: 130,
      waitTimeMinutes: 12,
      pickedItems: items,
    });
    const second = await report({ waitFeeCents: 50, returnFeeCents: 20, otherProviderFees: { parking: 5 } });
    expect(second).toMatchObject({ totalPriceCents: 175, totalPriceBreakdown: { total: 175 } });
  });
});
