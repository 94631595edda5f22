import { toInstant } from '../../../lib/platform/core/clock.ts';
import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';

const HOUR = 3_600_000;
const AT_THE_STORE = { latitude: 37.7936, longitude: -122.3958 };
const ON_THE_WAY = ['pickup_enroute', 'pickup_arrived', 'pickup_complete', 'dropoff_enroute'];

/** The own fleet: couriers on shift who accept, refuse and deliver, and people who assign them. */
export const fleetLoad = defineLoad({
  area: 'fleet',
  isDrawn: true,
  drives: [
    'PUT /v1/fleet/driver-groups/upsert',
    'PUT /v1/fleet/drivers/upsert',
    'PUT /v1/own-fleet',
    'POST /v1/shift',
    'PUT /v1/fleet/couriers/{id}/position',
    'GET /v1/fleet/couriers/{id}/assignments',
    'POST /v1/fleet/tasks/{taskId}/accept',
    'POST /v1/fleet/tasks/{taskId}/refuse',
    'POST /v1/jobs/{jobId}/tasks/{taskId}/assign-courier',
    'PATCH /v1/fleet/deliveries/{delivery_id}',
    'PATCH /v1/fleet/deliveries',
    'GET /v1/couriers',
  ],
  setUp: openFleet,
  actions: [
    { name: 'a courier comes on shift', weight: 1, run: hire },
    {
      name: 'couriers look at their offers and answer',
      weight: 12,
      async run(client) {
        const couriers = client.known.others.couriers ?? [];
        // They check again and again, because an offer lasts only for a while.
        for (let look = 0; look < 6; look += 1) {
          await Promise.all(couriers.map((id) => answer(client, id)));
          await client.pause(60_000);
        }
      },
    },
    {
      name: 'somebody assigns a courier',
      weight: 3,
      async run(client) {
        const [task, courierId] = [
          client.any(client.known.tasks),
          client.any(client.known.others.couriers ?? []),
        ];
        if (!task || !courierId) return;
        await client.call('POST /v1/jobs/{jobId}/tasks/{taskId}/assign-courier', {
          params: { ...task },
          body: { courierId },
        });
      },
    },
    {
      name: 'couriers say where they are',
      weight: 2,
      async run(client) {
        for (const id of client.known.others.couriers ?? []) await report(client, id);
        await client.call('GET /v1/couriers');
      },
    },
  ],
});

/** A driver group with a price, and two of its drivers on shift. */
export async function openFleet(client: Client): Promise<void> {
  const group = await client.call('PUT /v1/fleet/driver-groups/upsert', {
    body: { externalIdentifier: 'north', name: 'North' },
  });
  const driverGroupId = group?.json?.driverGroup?.firstVersionContractId;
  client.known.others.groups = [driverGroupId];
  await client.call('PUT /v1/own-fleet', {
    body: {
      rates: [{ driverGroupId, baseCents: 1, perKilometerCents: 0 }],
      acceptanceSeconds: client.random.pick([30, 120, null]),
      searchMinutes: client.random.between(2, 10),
    },
  });
  await hire(client);
  await hire(client);
}

async function hire(client: Client): Promise<void> {
  const [group] = client.known.others.groups ?? [];
  const made = await client.call('PUT /v1/fleet/drivers/upsert', {
    body: {
      externalIdentifier: client.nextMark(),
      addFirstVersionContractIds: [group],
      firstName: 'Kim',
      lastName: 'Lee',
      phoneNumber: '+14155550142',
    },
  });
  const id = made?.json?.driver?.id ?? made?.json?.id;
  if (typeof id !== 'string') return;
  const now = client.world.now();
  await client.call('POST /v1/shift', {
    body: {
      name: 'Day',
      courierId: id,
      plannedStart: toInstant(now - HOUR),
      plannedEnd: toInstant(now + 10 * HOUR),
    },
  });
  await report(client, id);
  client.known.others.couriers = [...(client.known.others.couriers ?? []), id];
}

async function report(client: Client, id: string): Promise<void> {
  await client.call('PUT /v1/fleet/couriers/{id}/position', { params: { id }, body: AT_THE_STORE });
}

/** Accepts or refuses the courier's offers, and advances the courier's deliveries. */
async function answer(client: Client, courierId: string): Promise<void> {
  const { random } = client;
  const reply = await client.call('GET /v1/fleet/couriers/{id}/assignments', { params: { id: courierId } });
  const assignments = (reply?.json?.assignments ?? []) as {
    readonly id: string;
    readonly jobId: string;
    readonly status: string;
  }[];
  for (const { id, jobId, status } of assignments) {
    // That of a batch is found by any of its tasks.
    const isTask = id.startsWith('tsk_');
    const taskId = isTask ? id : client.known.tasks.findLast((task) => task.jobId === jobId)?.taskId;
    if (!taskId) continue;
    if (status === 'offered') {
      const what = random.chance(0.75) ? 'accept' : 'refuse';
      await client.call(`POST /v1/fleet/tasks/{taskId}/${what}`, { params: { taskId }, body: { courierId } });
      continue;
    }
    const steps = [
      ...ON_THE_WAY.filter(() => random.chance(0.5)),
      random.pick(['dropoff_complete', 'failed']),
    ];
    for (const next of steps) {
      const body = { status: next };
      const deliveryId = taskId.replace('tsk_', 'dlv_');
      if (random.chance(0.8))
        await client.call('PATCH /v1/fleet/deliveries/{delivery_id}', {
          params: { delivery_id: deliveryId },
          body,
        });
      else
        await client.call('PATCH /v1/fleet/deliveries', { body: { deliveries: [{ deliveryId, ...body }] } });
    }
  }
}
