import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeBodyExample } from '../../../../../functions/api/stores/examples.ts';
import { placesInTable } from '../../../../../functions/compose/places.ts';
import { followTemplate, templateTimer } from '../../../../../lib/fleet/templates/index.ts';
import { fireTimer } from '../../../../../lib/platform/timers/index.ts';
import { type PlacesApi, startPlacesApi } from '../../../../support/places-api.ts';

type Json = ReturnType<typeof JSON.parse>;

let api: PlacesApi;
beforeEach(async () => {
  // A Monday.
  api = await startPlacesApi({ now: '2026-03-02T09:00:00.000Z' });
});
afterEach(() => api.stop());

const DAY_MS = 86_400_000;

const template = (fields: object = {}) => ({
  type: 'DELIVERY_WINDOW',
  externalId: 'mornings',
  name: 'Morning',
  daysOfWeek: ['Monday', 'WE'],
  createInstancesUpToValue: 1,
  createInstancesUpToUnit: 'week',
  deliveryWindowTemplatePayload: {
    startTimeLocal: '10:00',
    endTimeLocal: '12:00',
    timezoneId: 'Europe/Berlin',
    maximumCapacity: 40,
  },
  ...fields,
});
const upsert = (...templates: object[]) => api.call('POST /v1/templates/upsert', { body: { templates } });
const windows = async (): Promise<Json[]> => {
  const { deliveryWindows } = await api.must('GET /v1/delivery-windows', {
    query: { startTime: '2026-03-01T00:00:00Z', endTime: '2026-05-01T00:00:00Z' },
  });
  return deliveryWindows.toSorted((a: Json, b: Json) => (a.startTime < b.startTime ? -1 : 1));
};

/** A day later: fires the timer of the template twice. Returns whether there was one. */
async function follow(): Promise<boolean> {
  const deps = { ...api.db.deps, places: placesInTable(api.db.deps.table) };
  api.db.deps.clock.advance(DAY_MS);
  const timer = (await api.db.items()).find(({ data }) => data.kind === 'template' && data.state === 'armed');
  if (!timer) return false;
  const { organizationId, id: timerId, generation } = timer.data as Json;
  await fireTimer(deps, { organizationId, timerId, generation });
  const fired = (await api.db.events(templateTimer.fired.name)).at(-1)!;
  await followTemplate(deps, fired);
  await followTemplate(deps, fired);
  return true;
}

test('13 a template makes a window for each of its days, by the clocks of its zone', async () => {
  const { json } = await upsert(template());
  expect(json.templates).toMatchObject([
    {
      id: expect.stringMatching(/^tpl_/),
      externalId: 'mornings',
      daysOfWeek: ['MONDAY', 'WEDNESDAY'],
      generationFrequencyValue: 1,
      createInstancesUpToUnit: 'WEEKS',
      instances: 2,
      version: 1,
    },
  ]);
  // This Monday's window began an hour ago in Berlin time.
  expect(await windows()).toMatchObject([
    { name: 'Morning', startTime: '2026-03-04T09:00:00.000Z', maximumCapacity: 40 },
    { startTime: '2026-03-09T09:00:00.000Z', endTime: '2026-03-09T11:00:00.000Z' },
  ]);
});

test('13 a second upsert makes no second windows; those there are change only when it overrides them', async () => {
  await Promise.all([upsert(template()), upsert(template())]);
  const payload = { startTimeLocal: '09:30', endTimeLocal: '12:00', timezoneId: 'Europe/Berlin' };
  await upsert(template({ deliveryWindowTemplatePayload: payload }));
  expect((await windows()).map(({ startTimeLocal }) => startTimeLocal)).toEqual([
    '2026-03-04T10:00:00',
    '2026-03-09T10:00:00',
  ]);
  await upsert(template({ deliveryWindowTemplatePayload: payload, overrideExistingInstances: true }));
  expect((await windows()).map(({ startTimeLocal }) => startTimeLocal)).toEqual([
    '2026-03-04T09:30:00',
    '2026-03-09T09:30:00',
  ]);
});

test('13 further windows are made as time goes on, the local time kept across the change to summer time', async () => {
  await upsert(template());
  for (let day = 0; day < 28; day += 1) expect(await follow()).toBe(true);
  const made = await windows();
  expect(made).toHaveLength(10);
  expect(made.at(-1)).toMatchObject({
    startTimeLocal: '2026-04-06T10:00:00',
    startTime: '2026-04-06T08:00:00.000Z',
  });
});

test('13 a template that has come to its end waits for nothing, until it is changed', async () => {
  await upsert(template({ endDatetime: '2026-03-04T12:00:00Z' }));
  // Until the day after its last one.
  const followed = [await follow(), await follow(), await follow(), await follow()];
  expect([followed, (await windows()).length]).toEqual([[true, true, true, false], 1]);
  await upsert(template({ endDatetime: '2026-03-12T12:00:00Z' }));
  expect([await follow(), (await windows()).length]).toEqual([true, 3]);
});

test('13 shifts are made from the first one', async () => {
  const { status, json } = await upsert({
    type: 'SHIFT',
    name: 'Early',
    startDatetime: '2026-03-03T06:00:00Z',
    endDatetime: '2026-03-03T14:00:00Z',
    createInstancesUpToValue: 3,
    createInstancesUpToUnit: 'DAYS',
    shiftTemplatePayload: { plannedBreakDuration: 30 },
  });
  expect([status, json.templates?.[0].instances]).toEqual([200, 3]);
  const shifts = await api.must('GET /v1/shifts', {
    query: { startTime: '2026-03-01T00:00:00Z', endTime: '2026-03-10T00:00:00Z' },
  });
  expect(shifts.map(({ plannedStart }: Json) => plannedStart).toSorted()).toEqual([
    '2026-03-03T06:00:00.000Z',
    '2026-03-04T06:00:00.000Z',
    '2026-03-05T06:00:00.000Z',
  ]);
  expect(shifts[0]).toMatchObject({ name: 'Early', plannedBreakDuration: 30 });
});

test('what does not fit refuses all templates before anything is written', async () => {
  const unknown = template({
    externalId: 'other',
    deliveryWindowTemplatePayload: {
      startTimeLocal: '10:00',
      endTimeLocal: '12:00',
      storeLocationId: 'store_none',
    },
  });
  expect(await upsert(template(), unknown)).toMatchObject({
    status: 422,
    json: { error: { details: { unknownIds: ['store_none'] } } },
  });
  const bad = [
    template({ deliveryWindowTemplatePayload: {} }),
    template({ daysOfWeek: ['Someday'] }),
    template({ shiftTemplatePayload: {} }),
    { type: 'SHIFT', shiftTemplatePayload: { startTimeLocal: '8', endTimeLocal: '10:00' } },
    template({
      deliveryWindowTemplatePayload: { startTimeLocal: '10:00', endTimeLocal: '12:00', timezoneId: 'Mars' },
    }),
    template({ createInstancesUpToValue: 200 }),
  ];
  for (const one of bad) expect((await upsert(one)).status, JSON.stringify(one)).toBe(422);
  expect(await windows()).toEqual([]);
});

test('5.3 a caller that is limited to stores changes the templates of these stores only', async () => {
  const [mine, other] = await Promise.all(
    ['mine', 'other'].map((externalId) =>
      api.must('POST /v1/store_locations', { body: { ...storeBodyExample, externalId } }),
    ),
  );
  const payloadOf = (store: Json) => ({
    deliveryWindowTemplatePayload: {
      startTimeLocal: '10:00',
      endTimeLocal: '12:00',
      storeLocationId: store.id,
    },
  });
  await upsert(template(payloadOf(other)));
  await upsert(template({ externalId: 'everywhere' }));
  const asLimited = (fields: object) =>
    api.call('POST /v1/templates/upsert', {
      body: { templates: [template({ ...payloadOf(mine), ...fields })] },
      grant: { storeLocationIds: [mine.id] },
    });
  for (const externalId of ['mornings', 'everywhere']) {
    const refused = await asLimited({ externalId });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.json.error.details.fields)).toEqual(['templates[0].externalId']);
  }
  expect((await asLimited({ externalId: 'own' })).status).toBe(200);
  expect((await asLimited({ externalId: 'own', name: 'Early' })).json.templates[0].version).toBe(2);
});
