import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchBodyExample } from '../../../../../functions/api/jobs/job-examples.ts';
import { type OwnFleetWorld, startOwnFleet } from '../../../../support/own-fleet-world.ts';

let world: OwnFleetWorld;
beforeEach(async () => {
  world = await startOwnFleet();
});
afterEach(() => world.stop());

const OF_ROUTE = [
  'id',
  'portalUrl',
  'externalId',
  'name',
  'type',
  'status',
  'statusHistory',
  'courierId',
  'courier',
  'vehicleId',
  'shiftId',
  'jobId',
  'providerName',
  'routeMetadata',
  'validationErrors',
  'plannedDeparture',
  'plannedCompletion',
  'actualDeparture',
];
const OF_STOP = [
  'stopType',
  'objectIds',
  'location',
  'arrivalTime',
  'departTime',
  'serviceTime',
  'distanceFromPrevious',
  'durationFromPrevious',
  'status',
  'statusDescription',
  'statusHistory',
  'startedAt',
  'breakDuration',
  'metadata',
];
const only = (keys: readonly string[], of: Record<string, unknown>) =>
  Object.fromEntries(keys.map((key) => [key, of[key]]));

/** A dispatched route with everything that a route can have. */
async function dispatched() {
  const courierId = await world.courier();
  const at = (hours: number) => new Date(world.db.deps.clock.now() + hours * 3_600_000).toISOString();
  const { id: orderId } = await world.order({
    pickupStartTime: at(1),
    pickupEndTime: at(3),
    dropoffStartTime: at(1),
    dropoffEndTime: at(5),
  });
  const times = { serviceTime: 60, distanceFromPrevious: 900, durationFromPrevious: 300 };
  const { route } = await world.must('POST /v1/routes', {
    body: {
      externalId: 'monday-north',
      name: 'Monday north',
      routeMetadata: { dock: 4 },
      plannedDeparture: at(1),
      driverGroupId: world.groupId,
      courierId,
      stops: [
        { stopType: 'PICKUP', objectIds: [orderId], arrivalTime: at(1), departTime: at(1.1), ...times },
        { stopType: 'DRIVER_BREAK', objectIds: ['lunch'], ...times },
        { stopType: 'DROPOFF', objectIds: [orderId], arrivalTime: at(2), metadata: { gate: 'B' }, ...times },
      ],
    },
  });
  const { jobs } = await world.must('POST /v1/routes/dispatch', { body: { routeIds: [route.id] } });
  await world.drain();
  return { routeId: String(route.id), jobId: String(jobs[0].id) };
}

describe('41 1.2 the route of a job that was created from one', () => {
  it('is that of the route endpoints, before, on and after the road', async () => {
    const { routeId, jobId } = await dispatched();
    const same = async () => {
      const [job, route] = [
        await world.job(jobId),
        await world.must('GET /v1/routes/{id}', { params: { id: routeId } }),
      ];
      expect(only(OF_ROUTE, job.route)).toEqual(only(OF_ROUTE, route));
      const stops = (of: { stops: readonly Record<string, unknown>[] }) =>
        of.stops.map((stop) => only(OF_STOP, stop));
      expect(stops(job.route)).toEqual(stops(route));
      return job.route;
    };
    const planned = await same();
    expect(planned).toMatchObject({
      name: 'Monday north',
      externalId: 'monday-north',
      routeMetadata: { dock: 4 },
      courierId: expect.stringMatching(/^cou_/),
      stops: [{ serviceTime: 60 }, { stopType: 'DRIVER_BREAK' }, { metadata: { gate: 'B' } }],
    });
    expect(Object.values(only(OF_STOP, planned.stops[0]))).not.toContain(undefined);
    for (const { id: stopId } of (await world.must('GET /v1/routes/{id}', { params: { id: routeId } }))
      .stops) {
      await world.must('PATCH /v1/fleet/routes/{id}/stops/{stopId}', {
        params: { id: routeId, stopId },
        body: { status: 'COMPLETED', reason: 'Left at the door.' },
      });
      await same();
    }
    expect(await same()).toMatchObject({
      status: 'COMPLETED',
      stops: [{ statusDescription: 'Left at the door.' }, {}, {}],
    });
  });

  it('is in the reply of every operation on the job', async () => {
    const { routeId, jobId } = await dispatched();
    const refreshed = await world.must('PATCH /v1/jobs/{id}', {
      params: { id: jobId },
      body: { tags: ['a'] },
    });
    expect(refreshed.route).toMatchObject({ id: routeId, name: 'Monday north' });
    const canceled = await world.must('POST /v1/jobs/{jobId}/cancel', { params: { jobId } });
    expect(canceled.job.route).toMatchObject({ id: routeId, externalId: 'monday-north' });
  });
});

describe('41 1.2 the route of a batch without one', () => {
  it('has every field of a route', async () => {
    await world.courier();
    const { id } = await world.must('POST /v1/batch_job', { body: batchBodyExample });
    const { route } = await world.job(id);
    for (const key of OF_ROUTE) expect(route).toHaveProperty(key);
    for (const key of OF_STOP) expect(route.stops[0]).toHaveProperty(key);
  });
});
