import { afterEach, beforeEach, expect, test } from 'vitest';
import { driverFormExample } from '../../../../../functions/api/driver-phones/form-schemas.ts';
import { listSubmissions, setForms } from '../../../../../lib/fleet/driver-app/index.ts';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import { renderContent } from '../../../../../lib/reactions/webhooks/index.ts';
import { type DriverWorld, startDriverWorld } from '../../../../support/driver-world.ts';
import { routeOfDriver } from '../../../../support/route-of-driver.ts';

const CALLER = { organizationId: 'org_test', storeLocationIds: null, driverGroupIds: null };
const { key: formKey } = driverFormExample;

let world: DriverWorld;
beforeEach(async () => {
  world = await startDriverWorld();
  await setForms(world.db.deps, 'org_test', [driverFormExample], undefined);
});
afterEach(() => world.stop());

let keys = 0;
const form = (answers: object, more: object = {}) => {
  keys += 1;
  const occurredAt = toInstant(world.db.deps.clock.now());
  return { kind: 'form', key: `form-report-${keys}`, occurredAt, formKey, answers, ...more };
};

test('45 5 a driver fills in a form of the organization; it is kept once and sent as its event', async () => {
  const { courierId: ana, routeId } = await routeOfDriver(world, 1, {});
  const { json } = await world.onPhone(ana, 'GET /v1/driver/work');
  expect(json.forms).toEqual([driverFormExample]);
  const report = form({ mileage: 48_211, tyres: true }, { routeId });
  const results = [...(await world.report(ana, report)), ...(await world.report(ana, report))];
  expect(results).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }]);
  const kept = {
    formKey,
    driverName: 'Kim Lee',
    routeId,
    deliveryId: null,
    answers: [
      { key: 'mileage', label: 'Mileage', value: 48_211 },
      { key: 'tyres', label: 'Are the tyres in order?', value: true },
    ],
  };
  expect(await listSubmissions(world.db.deps.table, CALLER, ana)).toMatchObject([kept]);
  const events = await world.db.events('form.submitted');
  expect(events).toHaveLength(1);
  expect(await renderContent(world.db.deps, events[0]!)).toMatchObject({ data: kept });
});

test.each([
  [{ mileage: 1 }, /"Are the tyres in order\?" is missing/],
  [{ mileage: 'far', tyres: true }, /"Mileage" is "far"/],
  [{ mileage: 1, tyres: 'yes' }, /does not fit a field of the type yes_no/],
  [{ mileage: 1, tyres: true, colour: 'red' }, /no field "colour"/],
])('45 5 answers that do not fit are refused with the reason: %j', async (answers, message) => {
  const ana = await world.courier();
  expect(await world.report(ana, form(answers))).toMatchObject([
    { outcome: 'refused', refusal: { message } },
  ]);
});

test('45 2 a form about a package or a route of another driver is refused, and so is one that is gone', async () => {
  const ana = await world.courier();
  const good = { mileage: 1, tyres: true };
  expect(
    await world.report(
      ana,
      form(good, { deliveryId: 'dlv_none' }),
      form(good, { routeId: 'rte_none' }),
      form(good, { formKey: 'gone' }),
    ),
  ).toMatchObject([{ outcome: 'refused' }, { outcome: 'refused' }, { outcome: 'refused' }]);
  expect(await listSubmissions(world.db.deps.table, CALLER, ana)).toEqual([]);
});
