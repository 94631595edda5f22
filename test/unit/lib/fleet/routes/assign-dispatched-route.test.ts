import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OWN_FLEET } from '../../../../../lib/fleet/own-fleet/provider/index.ts';
import { giveJobToProvider } from '../../../../../lib/fulfilment/dispatch/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import {
  type OwnFleetWorld,
  rememberedProviders,
  startOwnFleet,
} from '../../../../support/own-fleet-world.ts';

let world: OwnFleetWorld;
/** The driver who is named, and one of the same group who is nearer and on shift. */
let named: string;
let onShift: string;
beforeEach(async () => {
  const { provider } = faultyProvider({ id: 'prv_other', name: 'Other', priceCents: 1 });
  world = await startOwnFleet([], {}, { extra: rememberedProviders([provider]) });
  named = await driver({});
  onShift = await world.courier({ latitude: 37.77, longitude: -122.42 });
});
afterEach(() => world.stop());

/** The driver who has no shift, created or changed. */
async function driver(fields: object): Promise<string> {
  const body = {
    externalIdentifier: 'off-shift',
    firstName: 'Kim',
    lastName: 'Lee',
    phoneNumber: '+14155550142',
    addFirstVersionContractIds: [world.groupId],
    ...fields,
  };
  const upserted = await world.must('PUT /v1/fleet/drivers/upsert', { body });
  return (upserted.driver ?? upserted).id;
}

/** A dispatched route of so many orders: its job waits, or the cheapest provider has it. */
async function dispatchedRoute(size: number, { autoDispatch }: { readonly autoDispatch: boolean }) {
  const at = (hours: number) => new Date(world.db.deps.clock.now() + hours * 3_600_000).toISOString();
  const windows = {
    pickupStartTime: at(1),
    pickupEndTime: at(3),
    dropoffStartTime: at(1),
    dropoffEndTime: at(5),
  };
  const orderIds: string[] = [];
  for (let index = 0; index < size; index += 1) orderIds.push((await world.order(windows)).id);
  const stops = ['PICKUP', 'DROPOFF'].map((stopType) => ({ stopType, objectIds: orderIds }));
  const { route } = await world.must('POST /v1/routes', { body: { stops } });
  const { jobs } = await world.must('POST /v1/routes/dispatch', {
    body: { routeIds: [route.id], autoDispatch },
  });
  await world.drain();
  return { id: String(route.id), jobId: String(jobs[0].id) };
}

const assign = (id: string, courierId: string) =>
  world.call('POST /v1/routes/{id}/assign', {
    params: { id },
    body: { driverGroupId: world.groupId, courierId },
  });
const route = (id: string) => world.must('GET /v1/routes/{id}', { params: { id } });

/** Who has each package of a job. */
async function carriersOf(jobId: string) {
  const { jobConfigurations } = await world.job(jobId);
  return jobConfigurations.map(({ tasks }: { tasks: { providerId: string; status: string }[] }) => {
    const { providerId, status } = tasks.at(-1)!;
    return { providerId, status };
  });
}

describe('41 1.1 a dispatched route to which a driver without a shift is assigned', () => {
  it('goes to that driver although the own fleet was switched on a moment ago', async () => {
    const { id, jobId } = await dispatchedRoute(1, { autoDispatch: true });
    await world.switchOffAndOn();
    expect(await assign(id, named)).toMatchObject({ status: 200 });
    await world.pass(1_000);
    expect(await carriersOf(jobId)).toMatchObject([{ providerId: OWN_FLEET.id }]);
    expect(await world.assignments(named)).toHaveLength(1);
  });

  it.each([
    ['whose job waits', 2, false],
    ['whose job of one package waits', 1, false],
    ['that another provider has', 2, true],
    ['of one package that another provider has', 1, true],
  ])(
    '%s goes to that driver, although another one of the group is on shift',
    async (_, size, autoDispatch) => {
      const { id, jobId } = await dispatchedRoute(size, { autoDispatch });
      expect((await carriersOf(jobId))[0].providerId).toBe(autoDispatch ? 'prv_other' : null);
      expect(await assign(id, named)).toMatchObject({ status: 200 });
      await world.pass(1_000);
      const carrier = { providerId: OWN_FLEET.id, status: 'running' };
      expect(await carriersOf(jobId)).toEqual(Array.from({ length: size }, () => carrier));
      expect(await world.assignments(named)).toEqual([expect.objectContaining({ status: 'accepted' })]);
      expect(await world.assignments(onShift)).toEqual([]);
      expect(await route(id)).toMatchObject({ courierId: named, providerName: OWN_FLEET.name });
    },
  );

  it('goes to that driver even if the process died before the route named the driver', async () => {
    const { id, jobId } = await dispatchedRoute(2, { autoDispatch: false });
    const actor = { organizationId: 'org_test', storeLocationIds: null };
    const given = await giveJobToProvider(world.deps, actor, {
      jobId,
      providerId: OWN_FLEET.id,
      driverId: named,
    });
    expect(isRefusal(given)).toBe(false);
    await world.drain();
    expect(await world.assignments(named)).toHaveLength(1);
    expect(await world.assignments(onShift)).toEqual([]);
    expect(await assign(id, named)).toMatchObject({ status: 200 });
    expect(await route(id)).toMatchObject({ courierId: named });
  });
});

describe('41 1.1 a dispatched route whose new driver cannot take it', () => {
  it.each([
    ['whose job waits', false],
    ['that another provider has', true],
  ])('%s is refused with the reason and stays as it was', async (_, autoDispatch) => {
    const { id, jobId } = await dispatchedRoute(2, { autoDispatch });
    const before = await carriersOf(jobId);
    await driver({ enabled: false });
    const { status, json } = await assign(id, named);
    expect([status, json.error.details.fields.courierId]).toEqual([
      422,
      expect.stringContaining('is disabled and cannot get a route that is dispatched'),
    ]);
    await world.drain();
    expect(await carriersOf(jobId)).toEqual(before);
    expect(await route(id)).toMatchObject({ courierId: null });
  });

  it('is refused while another driver of the own fleet has it, who keeps it', async () => {
    const { id, jobId } = await dispatchedRoute(2, { autoDispatch: true });
    await assign(id, onShift);
    await world.drain();
    await driver({ enabled: false });
    expect(await assign(id, named)).toMatchObject({ status: 422 });
    await world.drain();
    expect(await world.assignments(onShift)).toHaveLength(1);
    expect((await carriersOf(jobId))[0]).toMatchObject({ providerId: OWN_FLEET.id });
    expect(await route(id)).toMatchObject({ courierId: onShift });
  });

  it('is refused with the own fleet’s reason when no group of the driver has a rate', async () => {
    const { driverGroup } = await world.must('PUT /v1/fleet/driver-groups/upsert', {
      body: { externalIdentifier: 'south', name: 'South' },
    });
    const other = await driver({
      externalIdentifier: 'other',
      addFirstVersionContractIds: [driverGroup.firstVersionContractId],
    });
    const { id, jobId } = await dispatchedRoute(2, { autoDispatch: false });
    const body = { driverGroupId: driverGroup.firstVersionContractId, courierId: other };
    const { status, json } = await world.call('POST /v1/routes/{id}/assign', { params: { id }, body });
    expect([status, json.error.message]).toEqual([
      404,
      expect.stringContaining('in no active driver group that has a rate of the own fleet'),
    ]);
    expect(await carriersOf(jobId)).toEqual([
      expect.objectContaining({ providerId: null }),
      expect.objectContaining({ providerId: null }),
    ]);
    expect(await route(id)).toMatchObject({ courierId: null });
  });
});
