import { afterEach, beforeEach, expect, test } from 'vitest';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import { type DriverWorld, startDriverWorld } from '../../../../support/driver-world.ts';
import { routeOfDriver } from '../../../../support/route-of-driver.ts';

const WORK = 'GET /v1/driver/work';

let world: DriverWorld;
beforeEach(async () => {
  world = await startDriverWorld();
});
afterEach(() => world.stop());

let keys = 0;
const at = (agoMs = 0) => {
  keys += 1;
  return { key: `day-report-${keys}`, occurredAt: toInstant(world.db.deps.clock.now() - agoMs) };
};
const workOf = async (courierId: string) => (await world.onPhone(courierId, WORK)).json;
const outcomes = (results: readonly { readonly outcome: string }[]) => results.map(({ outcome }) => outcome);
const DONE = { outcome: 'done' };

const shift = (shiftId: string, step: string, agoMs = 0) => ({ kind: 'shift', ...at(agoMs), shiftId, step });

test('45 4 a driver starts the planned shift, takes breaks and ends it; the fleet sees it', async () => {
  const ana = await world.courier();
  const [planned] = (await workOf(ana)).shifts;
  expect(planned).toMatchObject({ status: 'planned', startedAt: null, isOnBreak: false });
  const { id } = planned;
  await world.report(ana, shift(id, 'start', 50 * 60_000), shift(id, 'startBreak'));
  expect((await workOf(ana)).shifts).toMatchObject([{ status: 'active', isOnBreak: true }]);
  await world.pass(10 * 60_000);
  await world.report(ana, shift(id, 'endBreak'), shift(id, 'end'));
  expect((await workOf(ana)).shifts).toMatchObject([{ status: 'completed', isOnBreak: false }]);
  const seen = await world.must('GET /v1/shift/{id}', { params: { id } });
  expect(seen).toMatchObject({
    status: 'completed',
    startedAt: toInstant(world.db.deps.clock.now() - 60 * 60_000),
    endedAt: toInstant(world.db.deps.clock.now()),
    breaks: [{ endedAt: toInstant(world.db.deps.clock.now()) }],
  });
});

test('45 3 the end of an earlier break, which arrives late, does not end the present one', async () => {
  const ana = await world.courier();
  const [{ id }] = (await workOf(ana)).shifts;
  const minute = 60_000;
  await world.pass(60 * minute);
  await world.report(
    ana,
    shift(id, 'start', 50 * minute),
    shift(id, 'startBreak', 40 * minute),
    shift(id, 'endBreak', 30 * minute),
    shift(id, 'startBreak', 10 * minute),
    shift(id, 'endBreak', 31 * minute),
  );
  expect((await workOf(ana)).shifts).toMatchObject([{ isOnBreak: true }]);
  await world.report(ana, shift(id, 'endBreak'));
  const { breaks } = await world.must('GET /v1/shift/{id}', { params: { id } });
  const ago = (minutes: number) => toInstant(world.db.deps.clock.now() - minutes * minute);
  expect(breaks.map(({ endedAt }: { endedAt: string }) => endedAt)).toEqual([ago(30), ago(0)]);
});

test('45 4 a driver on a break or after the shift gets no offers', async () => {
  const ana = await world.courier({ latitude: 37.79, longitude: -122.4 });
  const [{ id }] = (await workOf(ana)).shifts;
  await world.report(ana, shift(id, 'start'), shift(id, 'startBreak'));
  await world.dispatch();
  expect(await workOf(ana)).toMatchObject({ offers: [], assignments: [] });
  await world.report(ana, shift(id, 'endBreak'));
  await world.dispatch({ externalIdentifier: 'after-the-break' });
  expect((await workOf(ana)).offers).toHaveLength(1);
});

test('45 3 two phones that start a shift nobody planned start one; ended before, another one is not started', async () => {
  const ana = await world.courier();
  const [{ id: planned }] = (await workOf(ana)).shifts;
  const id = `shf_${ana.slice(4)}d20260302n1`;
  const results = await world.report(
    ana,
    shift(planned, 'start'),
    shift(planned, 'end'),
    shift(id, 'start'),
    shift(id, 'start'),
    shift(planned, 'startBreak', 1),
  );
  expect(outcomes(results)).toEqual(Array(5).fill('done'));
  expect((await workOf(ana)).shifts.map((one: { status: string }) => one.status).sort()).toEqual([
    'active',
    'completed',
  ]);
  await world.pass(1_000);
  expect(await world.report(ana, shift(planned, 'start'))).toMatchObject([
    { outcome: 'refused', refusal: { message: /ended at/ } },
  ]);
});

test("45 2 a driver cannot change another driver's shift, nor start one where the organization forbids it", async () => {
  const [ana, bob] = [await world.courier(), await world.courier()];
  const [{ id: bobs }] = (await workOf(bob)).shifts;
  const ofBob = `shf_${bob.slice(4)}d20260302n1`;
  world.preferences = { driversStartShifts: false };
  expect(
    await world.report(
      ana,
      shift(bobs, 'end'),
      shift(ofBob, 'start'),
      shift('shf_none', 'start'),
      shift(`shf_${ana.slice(4)}d20260302n1`, 'start'),
    ),
  ).toMatchObject([
    { outcome: 'refused', refusal: { message: /You do not have a shift/ } },
    { outcome: 'refused', refusal: { message: /You do not have a shift/ } },
    { outcome: 'refused', refusal: { message: /You do not have a shift/ } },
    { outcome: 'refused', refusal: { message: /No shift is planned for you/ } },
  ]);
  expect(await workOf(ana)).toMatchObject({ allowed: { startShifts: false, resequence: false } });
});

test('45 4 open stops exchange their places if the organization lets drivers do so; the others stay', async () => {
  const { courierId: ana, routeId } = await routeOfDriver(world, 3, {});
  const idsOf = async () =>
    (await world.must('GET /v1/routes/{id}', { params: { id: routeId } })).stops.map(
      (one: { id: string }) => one.id,
    );
  const [pickup, a, b, c] = await idsOf();
  const sequence = (...stopIds: readonly string[]) => ({ kind: 'sequence', ...at(), routeId, stopIds });
  expect(await world.report(ana, sequence(c, a))).toMatchObject([
    { outcome: 'refused', refusal: { message: /do not change the order/ } },
  ]);
  world.preferences = { driversResequence: true };
  expect(await world.report(ana, sequence(c, a, 'stp_gone'))).toMatchObject([DONE]);
  expect(await idsOf()).toEqual([pickup, c, b, a]);
  const stop = { kind: 'stop', routeId, stopId: pickup, status: 'COMPLETED' };
  // What has ended keeps its place, and a dropoff does not come before its pickup.
  expect(await world.report(ana, { ...stop, ...at() }, sequence(a, pickup, c))).toMatchObject([DONE, DONE]);
  expect(await idsOf()).toEqual([pickup, a, b, c]);
});

test('45 4 a package that nobody takes comes back to the store, and its stop ends with it', async () => {
  const { courierId: ana, routeId, jobId } = await routeOfDriver(world, 2, {});
  const [{ stops }] = (await workOf(ana)).routes;
  const stop = (index: number, status: string) => ({
    kind: 'stop',
    ...at(),
    routeId,
    stopId: stops[index].id,
    status,
  });
  const [deliveryId] = stops[1].deliveryIds;
  const back = (status: string, more: object = {}) => ({
    kind: 'delivery',
    ...at(),
    deliveryId,
    update: { status, ...more },
  });
  const results = await world.report(
    ana,
    stop(0, 'COMPLETED'),
    stop(1, 'ENROUTE'),
    stop(1, 'IN_PROGRESS'),
    back('return_in_progress', { dropoffNote: 'Nobody there' }),
    stop(2, 'ENROUTE'),
    stop(2, 'COMPLETED'),
    back('return_arrived'),
    back('returned'),
  );
  expect(outcomes(results)).toEqual(Array(8).fill('done'));
  await world.drain();
  const { jobConfigurations } = await world.job(jobId);
  const deliveries = jobConfigurations.map(
    ({ tasks }: { tasks: { delivery: { id: string; status: string } }[] }) => tasks[0]!.delivery,
  );
  expect(deliveries.find(({ id }: { id: string }) => id === deliveryId)).toMatchObject({
    status: 'returned',
    dropoffNote: 'Nobody there',
  });
  const route = await world.must('GET /v1/routes/{id}', { params: { id: routeId } });
  expect(route.stops.map((one: { status: string }) => one.status)).toEqual([
    'COMPLETED',
    'FAILED',
    'COMPLETED',
  ]);
});

test('45 3 the former driver of a package adds the proofs that the phone had not sent, and nothing else', async () => {
  const { courierId: ana, routeId } = await routeOfDriver(world, 1);
  const [{ packages }] = (await workOf(ana)).assignments;
  const { deliveryId } = packages[0];
  const bob = await world.courier();
  await world.must('POST /v1/execute/routes/{id}/reassign', {
    params: { id: routeId },
    body: { courierId: bob },
  });
  await world.drain();
  const scan = { podType: 'barcode_scan_on_pickup', value: '123', status: 'success' };
  const report = (update: object) => ({ kind: 'delivery', ...at(), deliveryId, update });
  const results = await world.report(
    ana,
    report({ proofOfDelivery: [scan] }),
    report({ status: 'pickup_complete' }),
  );
  expect(outcomes(results)).toEqual(['done', 'refused']);
  const cai = await world.courier();
  expect(outcomes(await world.report(cai, report({ proofOfDelivery: [scan] })))).toEqual(['refused']);
});
