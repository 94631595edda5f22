import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownFleet } from '../../../../../../lib/fleet/own-fleet/provider/index.ts';
import { providerAccounts } from '../../../../../../lib/fulfilment/providers/accounts/index.ts';
import type { Provider } from '../../../../../../lib/fulfilment/providers/index.ts';
import { anyShipment } from '../../../../../support/builders/any-shipment.ts';
import { memoryCredentials } from '../../../../../support/memory-credentials.ts';
import { type OwnFleetWorld, startOwnFleet } from '../../../../../support/own-fleet-world.ts';

let world: OwnFleetWorld;
beforeEach(async () => {
  world = await startOwnFleet();
});
afterEach(() => world.stop());

/** The own fleet in a function instance, with how often it read the accounts for one question. */
function instance(): { readonly fleet: Provider; readonly currentReads: () => number } {
  const { deps } = world.db;
  const book = providerAccounts({ ...deps, store: memoryCredentials() });
  let reads = 0;
  const counted: typeof book = {
    ...book,
    of(organizationId, age) {
      if (age === 'now') reads += 1;
      return book.of(organizationId, age);
    },
  };
  return { fleet: ownFleet({ ...deps, book: counted }), currentReads: () => reads };
}

const of = { organizationId: 'org_test', signal: AbortSignal.timeout(60_000) };
const quote = (fleet: Provider, driverId: string | null = null) =>
  fleet.quote({ ...of, routeId: null, driverId, shipment: anyShipment() });
const quoteBatch = (fleet: Provider) =>
  fleet.quoteBatch!({
    ...{ ...of, routeId: null, driverId: null, batchId: 'bth_1' },
    shipments: [anyShipment(), anyShipment(), anyShipment()],
  });
const create = (fleet: Provider) =>
  fleet.create({
    ...{ ...of, idempotencyKey: 'tsk_1', jobId: 'job_1', taskId: 'tsk_1', deliveryId: 'dlv_1' },
    ...{ shipment: anyShipment(), quote: null },
  });
const asks = { quote, quoteBatch, create };
const outcomes = { quote: 'quoted', quoteBatch: 'quoted', create: 'accepted' };
const ways = ['quote', 'quoteBatch', 'create'] as const;

const setRates = (driverGroupId: string, settings: object = {}) =>
  world.must('PUT /v1/own-fleet', {
    body: { rates: [{ driverGroupId, baseCents: 100, perKilometerCents: 10 }], ...settings },
  });

/** A courier on shift whose driver group has no rate yet. */
async function courierOfAnotherGroup(): Promise<{ readonly groupId: string; readonly courierId: string }> {
  const { driverGroup } = await world.must('PUT /v1/fleet/driver-groups/upsert', {
    body: { externalIdentifier: 'south', name: 'South' },
  });
  const groupId = driverGroup.firstVersionContractId;
  const courierId = await world.courier(undefined, { addFirstVersionContractIds: [groupId] });
  return { groupId, courierId };
}

describe.each(ways)('%s of the own fleet, in an instance that remembers its old settings', (way) => {
  it('succeeds by a rate that was just set', async () => {
    const { fleet } = instance();
    const { groupId } = await courierOfAnotherGroup();
    expect(await quote(fleet)).toMatchObject({ outcome: 'refused' });
    await setRates(groupId);
    expect(await asks[way](fleet)).toMatchObject({ outcome: outcomes[way] });
  });

  it('succeeds when the own fleet was just switched on', async () => {
    const { fleet } = instance();
    await world.courier();
    await setRates(world.groupId, { isEnabled: false });
    expect(await quote(fleet)).toMatchObject({ outcome: 'refused' });
    await setRates(world.groupId);
    expect(await asks[way](fleet)).toMatchObject({ outcome: outcomes[way] });
  });

  it('is refused after one more reading when the settings are the same', async () => {
    const { fleet, currentReads } = instance();
    expect(await asks[way](fleet)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('No courier of the own fleet is on shift'),
    });
    expect(currentReads()).toBe(1);
  });

  it('is refused by the new settings, after one more reading, when they do not help either', async () => {
    const { fleet, currentReads } = instance();
    expect(await quote(fleet)).toMatchObject({ outcome: 'refused' });
    await setRates(world.groupId, { isEnabled: false });
    expect(await asks[way](fleet)).toMatchObject({
      outcome: 'refused',
      reason: 'The own fleet is switched off.',
    });
    expect(currentReads()).toBe(2);
  });

  it('reads nothing more when a courier is found', async () => {
    const { fleet, currentReads } = instance();
    await world.courier();
    expect(await asks[way](fleet)).toMatchObject({ outcome: outcomes[way] });
    expect(currentReads()).toBe(0);
  });
});

describe.each(['quote', 'quoteBatch'] as const)('%s of the own fleet', (way) => {
  it('is in a currency that was just set', async () => {
    const { fleet } = instance();
    await world.courier();
    await setRates(world.groupId, { currency: 'EUR' });
    expect(await quote(fleet)).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('EUR') });
    await setRates(world.groupId);
    expect(await asks[way](fleet)).toMatchObject({ outcome: 'quoted', currency: 'USD' });
  });
});

describe('a quote for a named driver', () => {
  it('succeeds by a rate that was just set for the group of the driver', async () => {
    const { fleet } = instance();
    const { groupId, courierId } = await courierOfAnotherGroup();
    expect(await quote(fleet, courierId)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('The driver of the route'),
    });
    await setRates(groupId);
    expect(await quote(fleet, courierId)).toMatchObject({ outcome: 'quoted' });
  });
});
