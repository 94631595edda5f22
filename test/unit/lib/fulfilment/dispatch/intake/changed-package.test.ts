import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../../functions/api/jobs/job-schemas.ts';
import { jobPackageFields } from '../../../../../../lib/fulfilment/dispatch/index.ts';
import { ABSENT_PARTS, type Package } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { filledOrder } from '../../../../../support/builders/filled-order.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi([faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 }).provider]);
});
afterEach(() => api.stop());

const HOUR_MS = 3_600_000;

const packageOf = (job: { jobConfigurations: readonly { package: Package }[] }) =>
  job.jobConfigurations[0]!.package;
const change = async (id: string, body: object) =>
  packageOf(await api.must('PATCH /v1/jobs/{id}', { params: { id }, body }));

/** A job of a filled order. */
async function jobOfOrder() {
  const order = await api.order(filledOrder());
  expect(order.validationErrors).toEqual({});
  return (await api.must('POST /v1/order/{id}/autodispatch', { params: { id: order.id } })).job;
}

/** Values of every package field of a job request, except those that name a place in another way. */
const FILLED = {
  ...jobBodyExample,
  pickupAddressComponents: {
    ...jobBodyExample.pickupAddressComponents,
    secondaryNumber: '2b',
    county: 'San Francisco',
  },
  pickupFirstName: 'Bo',
  pickupLastName: 'Baker',
  pickupEmail: 'bo@example.com',
  pickupInstructions: 'At the back',
  pickupBarcodes: ['p1'],
  dropoffBusinessName: 'Moss Ltd',
  dropoffEmail: 'ada@example.com',
  dropoffInstructions: 'Ring twice',
  dropoffBarcodes: ['d1'],
  packageDeliveryMode: 'scheduled',
  packagePickupStartTime: '2026-03-02T12:00:00.000Z',
  packagePickupEndTime: '2026-03-02T13:00:00.000Z',
  packageDropoffStartTime: '2026-03-02T13:30:00.000Z',
  packageDropoffEndTime: '2026-03-02T14:00:00.000Z',
  packageTax: 1.5,
  packageServiceFee: 0.5,
  dueAmountCents: 100,
  currency: 'USD',
  packageExternalIdentifier: 'box',
  packageMinimumVehicleSize: 'car',
  packageRequirements: ['photo_proof_of_delivery'],
  weight: 2,
  dimensions: { height: 1, length: 2, width: 3 },
  packageItems: [{ count: 2, description: 'Bag' }],
  referenceId: 'ref',
};

describe('4.7 a change of a job that says nothing of a field', () => {
  it('keeps every part of the package of an order', async () => {
    const { id, jobConfigurations } = await jobOfOrder();
    const before: Package = jobConfigurations[0].package;
    const unfilled = Object.entries(ABSENT_PARTS).filter(
      ([name, absent]) => JSON.stringify(before[name as keyof Package]) === JSON.stringify(absent),
    );
    expect(unfilled.map(([name]) => name)).toEqual([
      'pickupStoreLocationId',
      'pickupStoreLocationExternalId',
      'dropoffStoreLocationId',
      // Filled with what is the default.
      'currency',
    ]);
    expect(await change(id, { itemsCount: 3 })).toEqual({ ...before, itemsCount: 3 });
  });

  it('keeps windows that have passed, whatever could be computed from those that have not', async () => {
    const { id, jobConfigurations } = await jobOfOrder();
    const before: Package = jobConfigurations[0].package;
    api.db.deps.clock.advance(4.6 * HOUR_MS);
    expect(await change(id, { itemsCount: 3 })).toEqual({ ...before, itemsCount: 3 });
  });

  it.each(['PATCH', 'upsert'])('keeps every part of a package that was requested: %s', async (how) => {
    const job = await api.must('POST /v1/jobs', { body: { ...FILLED, externalIdentifier: 'job' } });
    const before: Package = packageOf(job);
    const after =
      how === 'PATCH'
        ? await change(job.id, { itemsCount: 3 })
        : packageOf(
            await api.must('POST /v1/jobs/external_identifier/{externalIdentifier}', {
              params: { externalIdentifier: 'job' },
              body: { itemsCount: 3 },
            }),
          );
    expect(after).toEqual({ ...before, itemsCount: 3 });
  });
});

/** The place of a side: its location, and what is computed from it. */
const place = (side: 'pickup' | 'dropoff') => [`${side}Location`, 'drivingMetrics'];

/** New values, and the parts of the package that change with them. */
const CHANGES: readonly (readonly [field: string, value: unknown, parts: readonly string[]])[] = [
  ['pickupAddressComponents', { ...FILLED.pickupAddressComponents, latitude: 37.8 }, place('pickup')],
  ['dropoffAddressComponents', { ...FILLED.dropoffAddressComponents, latitude: 37.8 }, place('dropoff')],
  ['packagePickupStartTime', '2026-03-02T12:10:00.000Z', ['pickupStartTime']],
  ['packagePickupEndTime', '2026-03-02T13:10:00.000Z', ['pickupEndTime']],
  ['packageDropoffStartTime', '2026-03-02T13:40:00.000Z', ['dropoffStartTime']],
  ['packageDropoffEndTime', '2026-03-02T14:10:00.000Z', ['dropoffEndTime']],
  ['packageDeliveryMode', 'now', ['packageDeliveryMode']],
  ['packageValue', 30, ['valueCents', 'value']],
  ['packageValueCents', 3_000, ['valueCents', 'value']],
  ['packageTax', 3, ['taxCents', 'tax']],
  ['packageServiceFee', 3, ['serviceFeeCents', 'serviceFee']],
  ['tipAmount', 3, ['tipAmountCents']],
  ['tipAmountUsd', 3, ['tipAmountCents']],
  ['tipAmountCents', 300, ['tipAmountCents']],
  ['dueAmountCents', 0, ['dueAmountCents']],
  ['currency', 'EUR', ['currency']],
  ['itemsCount', 9, ['itemsCount']],
  ['packageMinimumVehicleSize', 'van', ['minimumVehicleSize']],
  ['packageRequirements', ['custom:careful'], ['requirements']],
  ['weight', 9, ['weight']],
  ['dimensions', { height: 9 }, ['dimensions']],
  ['packageItems', [{ count: 9 }], ['items']],
  ['packageDescription', 'Nine bags', ['description']],
  ['packageExternalIdentifier', 'crate', ['externalIdentifier']],
  ['referenceId', 'other', ['referenceId']],
  ...(['pickup', 'dropoff'] as const).flatMap((side) => [
    ...['BusinessName', 'FirstName', 'LastName', 'Instructions'].map(
      (end) => [`${side}${end}`, 'New', [`${side}Location`]] as const,
    ),
    [`${side}Email`, 'new@example.com', [`${side}Location`]] as const,
    [`${side}PhoneNumber`, '+14155550177', [`${side}Location`]] as const,
    [`${side}Barcodes`, ['new'], [`${side}Barcodes`]] as const,
  ]),
];

describe('4.7 a change of a job that says one field', () => {
  it.each(CHANGES)('%s: changes what follows from it alone', async (field, value, parts) => {
    const job = await api.must('POST /v1/jobs', { body: FILLED });
    const before: Readonly<Record<string, unknown>> = { ...packageOf(job) };
    const after: Readonly<Record<string, unknown>> = { ...(await change(job.id, { [field]: value })) };
    const changed = Object.keys(before).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    );
    expect(changed.sort()).toEqual([...parts].sort());
  });

  it('is shown for every field but those that look a place up', () => {
    const shown = new Set(CHANGES.map(([field]) => field));
    expect(Object.keys(jobPackageFields).filter((field) => !shown.has(field))).toEqual([
      'pickupAddress',
      'pickupPlaceId',
      'dropoffAddress',
      'dropoffPlaceId',
      'pickupStoreLocationId',
      'dropoffStoreLocationId',
      'pickupLatitude',
      'pickupLongitude',
      'dropoffLatitude',
      'dropoffLongitude',
      'dropoffExternalStoreLocationId',
    ]);
  });
});
