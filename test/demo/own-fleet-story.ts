import { type DriverDeps, note, signIn, viewOf } from '../../functions/driver-app/engine/driver.ts';
import { reportsOf, stepsAt } from '../../functions/driver-app/engine/reports.ts';
import { synchronize } from '../../functions/driver-app/engine/sync.ts';
import { nextVisit, toursOf } from '../../functions/driver-app/engine/visits.ts';
import { type DemoApi, type DemoTarget, demoApi } from './api.ts';
import { demoOrder, STORIES } from './demo-order.ts';
import { phoneInMemory } from './phone-in-memory.ts';
import { lookUntil, type StoryOutcome } from './story-outcome.ts';
import { isDelivered, taskOfOrder } from './story-tasks.ts';
import { demoStrategy } from './strategy.ts';

const HOUR_MS = 3_600_000;

/** Version of the app that the phone names. */
const VERSION = '1.0.0';

/**
 * A courier of the organization signs in with the driver's app, starts the shift, gets an order and takes every step of its
 * delivery with the engine of that app.
 */
export async function ownFleetStory(target: DemoTarget, run: string): Promise<StoryOutcome> {
  const api = demoApi(target);
  const courierId = await hireDriver(api, run);
  const phone = phoneInMemory(target.baseUrl);
  await signedIn(api, phone, courierId);
  const strategy = await demoStrategy(api, `${run}: own fleet`, ['Own fleet']);
  const { id } = await api.call<{ id: string }>(
    'POST',
    '/v1/order',
    demoOrder(STORIES[0], 40, `${run}-own`, strategy),
  );
  await startShift(phone);
  const last = await lookUntil(
    async () => {
      await takeNextStep(phone);
      return taskOfOrder(api, id);
    },
    (seen) => isDelivered(seen.task),
  );
  const isDone = isDelivered(last.task);
  return {
    rows: [["delivered with the driver's app", isDone ? 'yes' : 'no']],
    missing: isDone ? [] : [`${id} of the own fleet: ${last.task?.delivery?.status ?? 'no delivery'}`],
  };
}

/** Signs the phone in by the code of an invitation, as soon as the service answers. */
async function signedIn(api: DemoApi, phone: DriverDeps, courierId: string): Promise<void> {
  const { code } = await api.call<{ code: string }>('POST', '/v1/driver-phones/invitations', { courierId });
  await lookUntil(
    () => signIn(phone, code, { name: 'Phone of the demo', platform: 'android', appVersion: VERSION }),
    ({ is }) => is === 'ok',
  );
}

/** Starts the planned shift, which the phone reads first. */
async function startShift(phone: DriverDeps): Promise<void> {
  const shift = await lookUntil(
    async () => {
      await synchronized(phone);
      return (await viewOf(phone.store))?.work?.shifts[0];
    },
    (seen) => seen !== undefined,
  );
  if (shift) await note(phone, [{ kind: 'shift', shiftId: shift.id, step: 'start' }]);
}

/** Sends what is noted, reads the work, and notes the next step of the first visit that is left. */
async function takeNextStep(phone: DriverDeps): Promise<void> {
  await synchronized(phone);
  const work = (await viewOf(phone.store))?.work;
  const [visit] = (work ? toursOf(work) : []).flatMap(({ visits }) => nextVisit(visits) ?? []);
  const [step] = visit ? stepsAt(visit) : [];
  if (visit && step) await note(phone, reportsOf(visit, step));
}

function synchronized(phone: DriverDeps) {
  return synchronize({ ...phone, platform: 'android', appVersion: VERSION, battery: async () => 0.8 });
}

/** A driver group with a price, and a courier with a planned shift who gets work without being asked. */
async function hireDriver(api: DemoApi, run: string): Promise<string> {
  const { driverGroup } = await api.call<{
    driverGroup: { firstVersionContractId: string; updatedAt: string };
  }>('PUT', '/v1/fleet/driver-groups/upsert', { externalIdentifier: `demo-${run}`, name: `Demo ${run}` });
  const groupId = driverGroup.firstVersionContractId;
  const { updatedAt } = await api.call<{ updatedAt: string }>('PUT', '/v1/own-fleet', {
    rates: [{ driverGroupId: groupId, baseCents: 500, perKilometerCents: 50 }],
    acceptanceSeconds: null,
    searchMinutes: 1_440,
  });
  const { driver } = await api.call<{ driver: { id: string } }>('PUT', '/v1/fleet/drivers/upsert', {
    externalIdentifier: `demo-${run}`,
    firstName: 'Kim',
    lastName: 'Lee',
    phoneNumber: '+14155550142',
    addFirstVersionContractIds: [groupId],
  });
  const now = Date.parse(updatedAt);
  await api.call('POST', '/v1/shift', {
    name: `Demo ${run}`,
    courierId: driver.id,
    plannedStart: new Date(now - HOUR_MS).toISOString(),
    plannedEnd: new Date(now + 12 * HOUR_MS).toISOString(),
  });
  return driver.id;
}
