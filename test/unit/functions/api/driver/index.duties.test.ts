import { afterEach, beforeEach, expect, test } from 'vitest';
import { setForms } from '../../../../../lib/fleet/driver-app/index.ts';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/index.ts';
import { type DriverWorld, startDriverWorld } from '../../../../support/driver-world.ts';
import { routeOfDriver } from '../../../../support/route-of-driver.ts';

let world: DriverWorld;
beforeEach(async () => {
  world = await startDriverWorld();
});
afterEach(() => world.stop());

let keys = 0;
const at = () => {
  keys += 1;
  return { key: `duty-report-${keys}`, occurredAt: toInstant(world.db.deps.clock.now()) };
};
const workOf = async (courierId: string) => (await world.onPhone(courierId, 'GET /v1/driver/work')).json;
const update = (deliveryId: string, fields: object) => ({
  kind: 'delivery',
  ...at(),
  deliveryId,
  update: fields,
});

/** A route of one order whose recipient pays, and its only delivery. */
async function paidOrder() {
  const { courierId, routeId } = await routeOfDriver(world, 1, { dueAmountCents: 1_250 });
  const [{ packages }] = (await workOf(courierId)).assignments;
  return { courierId, routeId, deliveryId: packages[0].deliveryId };
}

test('45 5 money that is due cannot be passed over where the organization insists; elsewhere it can', async () => {
  const { courierId, deliveryId } = await paidOrder();
  world.preferences = { driverDuties: ['payment_collection'] };
  const [refused] = await world.report(courierId, update(deliveryId, { status: 'dropoff_complete' }));
  expect(refused).toMatchObject({
    outcome: 'refused',
    refusal: { message: /requires payment_collection .* the money in collected/ },
  });
  const collected = { amountCents: 1_250, method: 'cash' };
  const [done] = await world.report(courierId, update(deliveryId, { status: 'dropoff_complete', collected }));
  expect(done).toMatchObject({ outcome: 'done' });
  const other = await paidOrder();
  world.preferences = {};
  expect(
    await world.report(other.courierId, update(other.deliveryId, { status: 'dropoff_complete' })),
  ).toMatchObject([{ outcome: 'done' }]);
});

test("45 5 a merchant's own program has to keep to it as well, and a stop does not end the delivery", async () => {
  const { courierId, routeId, deliveryId } = await paidOrder();
  world.preferences = { driverDuties: ['payment_collection'] };
  const values = { ...defaultPreferences(), ...world.preferences };
  const grant = { preferences: { organizationId: 'org_test', values } };
  const byProgram = await world.call('PATCH /v1/fleet/deliveries/{delivery_id}', {
    params: { delivery_id: deliveryId },
    body: { status: 'dropoff_complete' },
    grant,
  });
  expect(byProgram.status).toBe(400);
  const [{ stops }] = (await workOf(courierId)).routes;
  for (const { id: stopId } of stops) {
    const stop = { kind: 'stop', routeId, stopId, status: 'COMPLETED' };
    expect(await world.report(courierId, { ...stop, ...at() })).toMatchObject([{ outcome: 'done' }]);
  }
  const job = await world.must('GET /v1/routes/{id}', { params: { id: routeId } });
  const { jobConfigurations } = await world.job(job.jobId);
  expect(jobConfigurations[0].tasks[0].delivery.status).not.toBe('dropoff_complete');
});

test('45 5 a required form holds up its stop until the driver has filled it in, on whatever phone', async () => {
  const field = { key: 'floor', label: 'Floor', type: 'text' as const, choices: [], isRequired: true };
  const door = { key: 'door', name: 'At the door', moment: 'dropoff' as const, fields: [field] };
  await setForms(world.db.deps, 'org_test', [{ ...door, isRequired: true }], undefined);
  const { courierId, routeId } = await routeOfDriver(world, 1, {});
  const [{ stops }] = (await workOf(courierId)).routes;
  const [pickup, dropoff] = stops;
  const complete = ({ id: stopId }: { id: string }) => ({
    kind: 'stop',
    ...at(),
    routeId,
    stopId,
    status: 'COMPLETED',
  });
  expect(await world.report(courierId, complete(pickup), complete(dropoff))).toMatchObject([
    { outcome: 'done' },
    { outcome: 'refused', refusal: { message: /The form "At the door" is required here/ } },
  ]);
  const [deliveryId] = dropoff.deliveryIds;
  const about = { deliveryId, routeId, stopId: dropoff.id };
  const filled = { kind: 'form', ...at(), formKey: 'door', answers: { floor: '3' }, ...about };
  expect(await world.report(courierId, filled, complete(dropoff))).toMatchObject([
    { outcome: 'done' },
    { outcome: 'done' },
  ]);
  expect((await workOf(courierId)).filledForms).toEqual([
    { formKey: 'door', deliveryId, stopId: dropoff.id },
  ]);
});
