import { drivenPhone } from '../support/driven-phone.ts';
import { type DemoApi, type DemoTarget, demoApi } from './api.ts';
import { demoOrder, STORIES } from './demo-order.ts';
import { lookUntil, type StoryOutcome } from './story-outcome.ts';
import { isDelivered, taskOfOrder } from './story-tasks.ts';
import { demoStrategy } from './strategy.ts';

const HOUR_MS = 3_600_000;

/**
 * A courier of the organization signs in with the driver's app, starts the shift, gets an order and takes every step of its
 * delivery with the engine of that app.
 */
export async function ownFleetStory(target: DemoTarget, run: string): Promise<StoryOutcome> {
  const api = demoApi(target);
  const courierId = await hireDriver(api, run);
  const phone = drivenPhone(target.baseUrl);
  const { code } = await api.call<{ code: string }>('POST', '/v1/driver-phones/invitations', { courierId });
  await lookUntil(() => phone.signIn(code), Boolean);
  const strategy = await demoStrategy(api, `${run}: own fleet`, ['Own fleet']);
  const { id } = await api.call<{ id: string }>(
    'POST',
    '/v1/order',
    demoOrder(STORIES[0], 40, `${run}-own`, strategy),
  );
  await lookUntil(() => phone.startShift(), Boolean);
  const last = await lookUntil(
    async () => {
      await phone.takeNextStep();
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
