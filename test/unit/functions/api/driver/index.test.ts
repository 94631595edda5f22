import { afterEach, beforeEach, expect, test } from 'vitest';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import { type DriverWorld, startDriverWorld } from '../../../../support/driver-world.ts';

const WORK = 'GET /v1/driver/work';
const HERE = { latitude: 37.79, longitude: -122.4 };

let world: DriverWorld;
beforeEach(async () => {
  world = await startDriverWorld({ acceptanceSeconds: 60 });
});
afterEach(() => world.stop());

let keys = 0;
const at = (agoMs = 0) => {
  keys += 1;
  return { key: `report-${keys}`, occurredAt: toInstant(world.db.deps.clock.now() - agoMs) };
};

const workOf = async (courierId: string) => (await world.onPhone(courierId, WORK)).json;

/** A courier with an accepted package. */
async function carrying(fields: object = {}) {
  const ana = await world.courier(HERE);
  const jobId = await world.dispatch(fields);
  const { offers } = await workOf(ana);
  const [done] = await world.report(ana, { kind: 'offer', ...at(), taskId: offers[0].taskId, accepts: true });
  expect(done).toEqual({ key: expect.any(String), outcome: 'done', refusal: null });
  await world.drain();
  const [{ packages }] = (await workOf(ana)).assignments;
  return { ana, jobId, deliveryId: packages[0].deliveryId as string };
}

test('45 4 a driver sees an offer with its end, takes it, and has the package', async () => {
  const ana = await world.courier(HERE);
  const bob = await world.courier({ latitude: 37.9, longitude: -122.5 });
  await world.dispatch();
  const { offers, assignments } = await workOf(ana);
  expect(assignments).toEqual([]);
  expect(offers).toMatchObject([
    {
      offeredUntil: toInstant(world.db.deps.clock.now() + 60_000),
      packages: [{ pickup: { address: expect.any(String) }, dropoff: { address: expect.any(String) } }],
    },
  ]);
  // Bob, who was not asked, neither sees it nor can he answer.
  expect(await workOf(bob)).toMatchObject({ offers: [], assignments: [] });
  const answer = { kind: 'offer', taskId: offers[0].taskId, accepts: true };
  expect(await world.report(bob, { ...answer, ...at() })).toMatchObject([{ outcome: 'refused' }]);
  expect(await world.report(ana, { ...answer, ...at() })).toMatchObject([{ outcome: 'done' }]);
  await world.drain();
  expect(await workOf(ana)).toMatchObject({ offers: [], assignments: [{ taskId: offers[0].taskId }] });
});

test('45 3 reports made without a network are carried out in order, with their times', async () => {
  const { ana, jobId, deliveryId } = await carrying();
  await world.pass(30 * 60_000);
  const status = (name: string, agoMs: number) => ({
    kind: 'delivery',
    ...at(agoMs),
    deliveryId,
    update: { status: name },
  });
  const results = await world.report(
    ana,
    status('pickup_arrived', 20 * 60_000),
    status('pickup_complete', 18 * 60_000),
    status('dropoff_complete', 2 * 60_000),
  );
  expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
  const { delivery } = await world.task(jobId);
  expect(delivery.status).toBe('dropoff_complete');
  const [arrived] = (delivery.statusHistory as { status: string; created_at: string }[]).filter(
    (entry) => entry.status === 'pickup_arrived',
  );
  expect(arrived?.created_at).toBe(toInstant(world.db.deps.clock.now() - 20 * 60_000));
});

test('45 3 a report with the same key is carried out once and keeps its first result', async () => {
  const { ana, deliveryId } = await carrying();
  const report = { kind: 'delivery', ...at(), deliveryId, update: { pincode: '0000' } };
  const [first] = await world.report(ana, report);
  const [again] = await world.report(ana, report);
  expect(first).toMatchObject({ outcome: 'refused', refusal: { message: /4 attempts are left/ } });
  expect(again).toEqual(first);
  const both = await Promise.all([world.report(ana, report), world.report(ana, report)]);
  expect(both).toEqual([[first], [first]]);
});

test('45 3 a refused report says why and does not stop the following ones', async () => {
  const { ana, deliveryId } = await carrying();
  const results = await world.report(
    ana,
    { kind: 'delivery', ...at(), deliveryId: 'dlv_none', update: { status: 'pickup_complete' } },
    { kind: 'delivery', ...at(), deliveryId, update: { status: 'pickup_complete' } },
  );
  expect(results).toMatchObject([
    { outcome: 'refused', refusal: { code: 'MISSING_RESOURCE', message: /You do not have the package/ } },
    { outcome: 'done' },
  ]);
});

test('45 3 the time of a phone whose clock is ahead counts as now', async () => {
  const { ana, jobId, deliveryId } = await carrying();
  const ahead = { ...at(), occurredAt: toInstant(world.db.deps.clock.now() + 3_600_000) };
  await world.report(ana, { kind: 'delivery', ...ahead, deliveryId, update: { status: 'pickup_arrived' } });
  await world.pass(60_000);
  await world.report(ana, { kind: 'delivery', ...at(), deliveryId, update: { status: 'pickup_complete' } });
  expect((await world.task(jobId)).delivery.status).toBe('pickup_complete');
});

test('45 5 a required proof cannot be passed over: the work names it, and a photo from the phone is one', async () => {
  const item = { packageRequirements: ['photo_proof_of_delivery'] };
  const { ana, jobId, deliveryId } = await carrying(item);
  const [{ packages }] = (await workOf(ana)).assignments;
  expect(packages[0].dropoff.missingProofs).toEqual(['photo_proof_of_delivery']);
  const end = { kind: 'delivery', deliveryId, update: { status: 'dropoff_complete' } };
  expect(await world.report(ana, { ...end, ...at() })).toMatchObject([
    { outcome: 'refused', refusal: { message: /requires photo_proof_of_delivery/ } },
  ]);
  const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
  const file = { deliveryId, type: 'proof_of_delivery', contentType: 'image/jpeg', sizeBytes: photo.length };
  const announced = await world.onPhone(ana, 'POST /v1/driver/documents', { body: file });
  const waiting = await world.onPhone(ana, 'POST /v1/driver/documents', { body: file });
  expect(announced.status).toBe(200);
  const key = new URL(announced.json.upload.url).pathname.split('/').slice(2).join('/');
  await world.bucket.put('org_test', key, photo, {} as never);
  const { id } = announced.json;
  const completed = await world.onPhone(ana, 'POST /v1/driver/documents/{id}/complete', { params: { id } });
  expect(completed.status).toBe(200);
  const update = (documentId: string) => ({
    status: 'dropoff_complete',
    proofOfDelivery: [{ podType: 'photo_proof_of_delivery', documentId }],
  });
  for (const wrong of ['doc_none', waiting.json.id]) {
    expect(await world.report(ana, { ...end, ...at(), update: update(wrong) })).toMatchObject([
      { outcome: 'refused', refusal: { code: 'MISSING_RESOURCE' } },
    ]);
  }
  expect(await world.report(ana, { ...end, ...at(), update: update(id) })).toMatchObject([
    { outcome: 'done' },
  ]);
  expect((await world.task(jobId)).delivery.status).toBe('dropoff_complete');
});

test('45 3 a picture that is announced again, because the reply was lost, is the same document', async () => {
  const { ana, deliveryId } = await carrying();
  const file = { deliveryId, type: 'proof_of_delivery', contentType: 'image/jpeg', sizeBytes: 7 };
  const announce = async (key: string) => {
    const { status, json } = await world.onPhone(ana, 'POST /v1/driver/documents', {
      body: { ...file, key },
    });
    expect(status).toBe(200);
    return json.id;
  };
  const id = await announce('picture-1');
  // More often than a delivery may have documents.
  for (let time = 0; time < 25; time += 1) expect(await announce('picture-1')).toBe(id);
  expect(new Set(await Promise.all(Array.from({ length: 5 }, () => announce('picture-2')))).size).toBe(1);
  expect(await announce('picture-3')).not.toBe(id);
});

test('45 2 packages, documents and routes of others are unknown to a phone', async () => {
  const { ana, deliveryId } = await carrying();
  const bob = await world.courier({ latitude: 37.9, longitude: -122.5 });
  const file = { deliveryId, type: 'proof_of_delivery', contentType: 'image/jpeg', sizeBytes: 7 };
  expect((await world.onPhone(bob, 'POST /v1/driver/documents', { body: file })).status).toBe(404);
  const { id } = (await world.onPhone(ana, 'POST /v1/driver/documents', { body: file })).json;
  for (const params of [{ id }, { id: 'doc_none' }]) {
    expect((await world.onPhone(bob, 'POST /v1/driver/documents/{id}/complete', { params })).status).toBe(
      404,
    );
  }
  expect(
    await world.report(
      bob,
      { kind: 'delivery', ...at(), deliveryId, update: { status: 'failed' } },
      { kind: 'stop', ...at(), routeId: 'rte_1', stopId: 'stp_1', status: 'COMPLETED' },
      { kind: 'exception', ...at(), routeId: 'rte_1', type: 'vehicle_breakdown' },
    ),
  ).toMatchObject(
    Array.from({ length: 3 }, () => ({ outcome: 'refused', refusal: { message: /You do not have/ } })),
  );
});

test('45 6 positions of a phone are those of the courier; late ones change nothing', async () => {
  const ana = await world.courier();
  const place = (latitude: number, agoMs: number) => ({
    kind: 'position',
    ...at(agoMs),
    latitude,
    longitude: -122.4,
  });
  await world.report(ana, place(37.71, 10 * 60_000), place(37.72, 30_000), place(37.73, 60_000));
  const { json } = await world.onPhone(ana, WORK);
  expect(json.driver.id).toBe(ana);
  const known = await world.must('PUT /v1/fleet/couriers/{id}/position', {
    params: { id: ana },
    body: { latitude: 1, longitude: 1, capturedAt: toInstant(world.db.deps.clock.now() - 3_600_000) },
  });
  expect(known).toMatchObject({ latitude: 37.72, longitude: -122.4 });
});

test('45 4 a driver drives a route by the phone: stops in order with their packages, to the last delivery', async () => {
  const ana = await world.courier(HERE);
  const inHours = (hours: number) => toInstant(world.db.deps.clock.now() + hours * 3_600_000);
  const windows = {
    pickupStartTime: inHours(0),
    pickupEndTime: inHours(3),
    dropoffStartTime: inHours(0),
    dropoffEndTime: inHours(5),
  };
  const orders = [await world.order(windows), await world.order(windows)];
  const objectIds = orders.map(({ id }) => id);
  const stops = ['PICKUP', 'DROPOFF'].map((stopType) => ({ stopType, objectIds }));
  const body = { stops, driverGroupId: world.groupId, courierId: ana };
  const { route } = await world.must('POST /v1/routes', { body });
  await world.must('POST /v1/routes/dispatch', { body: { routeIds: [route.id] } });
  await world.drain();
  const { routes, assignments } = await workOf(ana);
  const [{ packages }] = assignments;
  const deliveryIds = packages.map((one: { deliveryId: string }) => one.deliveryId);
  expect(routes).toMatchObject([
    {
      id: route.id,
      stops: [
        { stopType: 'PICKUP', status: 'PENDING', deliveryIds },
        { stopType: 'DROPOFF', status: 'PENDING', deliveryIds },
      ],
    },
  ]);
  const stop = (index: number, status: string) => ({
    kind: 'stop',
    ...at(),
    routeId: route.id,
    stopId: routes[0].stops[index].id,
    status,
  });
  const breakdown = {
    kind: 'exception',
    routeId: route.id,
    type: 'late_departure',
    ...at(),
    note: 'Traffic',
  };
  const done = await world.report(
    ana,
    breakdown,
    stop(0, 'ENROUTE'),
    stop(0, 'IN_PROGRESS'),
    stop(0, 'COMPLETED'),
    stop(1, 'ENROUTE'),
    stop(1, 'COMPLETED'),
    breakdown,
  );
  expect(done.map(({ outcome }) => outcome)).toEqual(Array(7).fill('done'));
  await world.drain();
  expect(await workOf(ana)).toMatchObject({ assignments: [], routes: [] });
  const ended = await world.must('GET /v1/routes/{id}', { params: { id: route.id } });
  expect(ended.status).toBe('COMPLETED');
  const { results } = await world.must('GET /v1/routes/{id}/exceptions', { params: { id: route.id } });
  expect(results).toMatchObject([{ type: 'late_departure', source: 'driver', note: 'Traffic' }]);
});

test('45 2 a disabled driver sees and reports nothing', async () => {
  const { ana, deliveryId } = await carrying();
  await world.must('PATCH /v1/courier/{id}', { params: { id: ana }, body: { enabled: false } });
  expect((await world.onPhone(ana, WORK)).status).toBe(403);
  const reports = [{ kind: 'delivery', ...at(), deliveryId, update: { status: 'failed' } }];
  expect((await world.onPhone(ana, 'POST /v1/driver/reports', { body: { reports } })).status).toBe(403);
});

test('45 2 only phones can use these operations', async () => {
  expect((await world.onPhone('cou_1', WORK)).status).toBe(403);
});
