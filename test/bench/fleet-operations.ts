import { startExamplePartner } from '../support/example-partner.ts';
import { type MeasuredOperation, orderWithoutExternalId, send, type World } from './operations.ts';

const HOUR_MS = 3_600_000;

interface Task {
  readonly id: string;
  readonly delivery: { readonly id: string } | null;
}

/** A job of one order that goes to this provider at once, and its task. */
async function dispatchTo(world: World, provider: string): Promise<{ jobId: string; task: Task }> {
  const { id: dispatchStrategyId } = await send<{ id: string }>(world, 'POST', '/v1/options_group', {
    body: { label: provider, allowedProviders: [provider] },
  });
  const body = { ...orderWithoutExternalId, dispatchStrategyId };
  const { id } = await send<{ id: string }>(world, 'POST', '/v1/order', { body });
  const { job } = await send<{ job: { id: string; jobConfigurations: { tasks: Task[] }[] } }>(
    world,
    'POST',
    `/v1/order/${id}/autodispatch`,
  );
  const [task] = job.jobConfigurations[0]?.tasks ?? [];
  if (!task) throw new Error(`${provider} got no task.`);
  return { jobId: job.id, task };
}

/** An own fleet with one courier on shift, who gets offers. */
async function startShift(world: World): Promise<string> {
  const { driverGroup } = await send<{ driverGroup: { firstVersionContractId: string } }>(
    world,
    'PUT',
    '/v1/fleet/driver-groups/upsert',
    { body: { externalIdentifier: 'calls', name: 'Calls' } },
  );
  const driverGroupId = driverGroup.firstVersionContractId;
  await send(world, 'PUT', '/v1/own-fleet', {
    body: { rates: [{ driverGroupId, baseCents: 500, perKilometerCents: 50 }], acceptanceSeconds: 600 },
  });
  const { driver } = await send<{ driver: { id: string } }>(world, 'PUT', '/v1/fleet/drivers/upsert', {
    body: {
      externalIdentifier: 'calls',
      firstName: 'Kim',
      lastName: 'Lee',
      phoneNumber: '+14155550142',
      addFirstVersionContractIds: [driverGroupId],
    },
  });
  const now = world.local.cloud.clock.now();
  const at = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
  await send(world, 'POST', '/v1/shift', {
    body: { name: 'Calls', courierId: driver.id, plannedStart: at(-1), plannedEnd: at(12) },
  });
  return driver.id;
}

/** Couriers of the own fleet, a partner over HTTP, and refunds afterwards. */
export const FLEET_OPERATIONS: readonly MeasuredOperation[] = [
  {
    name: 'give an order to the own fleet',
    functions: { 'attempt-dispatch': undefined, 'assign-couriers': undefined },
    async run(world) {
      world.made.set('courier', await startShift(world));
      const { jobId, task } = await dispatchTo(world, 'Own fleet');
      world.made.set('own job', jobId);
      world.made.set('own task', task.id);
    },
  },
  {
    // The reply and the worker both tell the delivery who carries it; whichever is first does it.
    name: 'accept an offered task',
    functions: { 'api-own-fleet': undefined, 'assign-couriers': undefined },
    async run(world) {
      await send(world, 'POST', `/v1/fleet/tasks/${world.made.get('own task')}/accept`, {
        body: { courierId: world.made.get('courier') },
      });
    },
  },
  {
    // Two of the reads look for the route that the courier drives, because the position belongs to it as well.
    name: 'report the position of a courier',
    functions: { 'api-own-fleet': { reads: 4, writes: 1 } },
    async run(world) {
      await send(world, 'PUT', `/v1/fleet/couriers/${world.made.get('courier')}/position`, {
        body: { latitude: 37.79, longitude: -122.4 },
      });
    },
  },
  {
    name: 'give an order to a partner over HTTP, which reports a status',
    functions: { 'attempt-dispatch': undefined, 'api-provider-updates': { reads: 2, writes: 1 } },
    async run(world) {
      const { local } = world;
      const partner = await startExamplePartner(() => local.cloud.clock.now());
      try {
        const fleet = await send<{ signingSecret: string; updatesUrl: string }>(
          world,
          'POST',
          '/v1/http-fleets',
          { body: { name: 'Calls', baseUrl: partner.url, token: partner.token } },
        );
        partner.secretIs(fleet.signingSecret);
        const { task } = await dispatchTo(world, 'Calls');
        await local.untilIdle();
        const { pathname, search } = new URL(fleet.updatesUrl);
        const update = { deliveryId: task.delivery?.id, status: 'pickup_enroute' };
        const status = await partner.tell(`${local.cloud.baseUrl}${pathname}${search}`, update);
        if (status !== 200) throw new Error(`The partner's message was answered with ${status}.`);
        await local.untilIdle();
      } finally {
        await partner.stop();
      }
    },
  },
  {
    // The job, and what was reported and filed before.
    name: 'request a refund',
    functions: { 'api-incidents': { reads: 3, writes: 1 } },
    async run(world) {
      const { refundRequestId } = await file(world);
      world.made.set('refund', refundRequestId);
    },
  },
  {
    name: 'request it again: the same request',
    functions: { 'api-incidents': { reads: 3, writes: 0 } },
    async run(world) {
      await file(world);
    },
  },
  {
    name: 'approve a refund',
    functions: { 'api-incidents': { reads: 2, writes: 1 } },
    async run(world) {
      const path = `/v1/refund-request/${world.made.get('refund')}`;
      await send(world, 'PATCH', path, { body: { status: 'approved' } });
    },
  },
];

function file(world: World): Promise<{ refundRequestId: string }> {
  const path = `/v1/jobs/${world.made.get('own job')}/tasks/${world.made.get('own task')}/delivery_incident`;
  const body = {
    raiseIncident: true,
    incidentNotes: 'The bag was torn.',
    incidentType: 'REFUND_REQUEST',
    requestAmountDeliveryFeeCents: 300,
  };
  return send(world, 'POST', path, { body });
}
