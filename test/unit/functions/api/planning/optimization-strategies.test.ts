import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planningArea } from '../../../../../functions/api/planning/index.ts';
import { tenancyDeps } from '../../../../../functions/compose/tenancy-deps.ts';
import { estimatedTravel } from '../../../../../lib/engines/travel/index.ts';
import { isCadenceDue } from '../../../../../lib/fleet/planning/cadence.ts';
import {
  type OptimizationScheduler,
  startScheduledOptimization,
  strategySchedulesChanged,
  syncSchedules,
} from '../../../../../lib/fleet/planning/index.ts';
import type { OptimizationSettings } from '../../../../../lib/fleet/planning/optimization-strategy.ts';
import { type DeliveryWindow, windowEntity } from '../../../../../lib/ordering/windows/window.ts';
import { createOrganization } from '../../../../../lib/people/tenancy/index.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from '../../../../support/http-event.ts';
import { type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

let api: RoutesApi;
const booked = new Map<string, Parameters<OptimizationScheduler['put']>[0]>();
const book: OptimizationScheduler = {
  put: async (schedule) => void booked.set(schedule.name, schedule),
  remove: async (name) => void booked.delete(name),
};
let organizationId: string;
beforeAll(async () => {
  api = await startRoutesApi();
  ({
    organization: { id: organizationId },
  } = await createOrganization(tenancyDeps(api.db.deps), { name: 'Planner' }));
});
afterAll(() => api.stop());

async function call(routeKey: string, request: HttpRequestOptions = {}) {
  const grant = anyGrant({ organizations: [{ id: organizationId, listShards: 1 }] });
  const deps = { ...api.db.deps, travel: estimatedTravel() };
  const reply = await serveArea(
    planningArea,
    () => deps,
  )(httpEvent(routeKey, { verdict: { grant }, ...request }));
  return { status: reply.statusCode, json: JSON.parse(reply.body) };
}
/** Lets the worker handle every event of schedules, twice. */
async function keep() {
  const events = await api.db.events(strategySchedulesChanged.name);
  for (const event of [...events, ...events]) await syncSchedules({ ...api.db.deps, book }, event);
}
/** A delivery window whose bookings close at this time. */
async function cutoffAt(cutoff: string) {
  const startLocal = cutoff.slice(0, 19);
  const value: DeliveryWindow = {
    organizationId,
    id: 'dw_cutoff',
    name: 'Afternoon',
    timezoneId: 'UTC',
    startLocal,
    endLocal: startLocal.replace('T12', 'T18'),
    cutoffLocal: startLocal,
    rrule: null,
    exceptionDates: [],
    days: null,
    daysUntil: null,
    allowedTags: [],
    leadTimeMinutes: null,
    priceCents: null,
    minimumOrderValueCents: null,
    maximumCapacity: null,
    storeLocationId: null,
    storeLocationExternalId: null,
    zoneId: null,
    zoneExternalId: null,
    windowMetadata: null,
    isActive: true,
    isDeleted: false,
    startTime: cutoff,
    createdAt: cutoff,
    updatedAt: cutoff,
  };
  expect((await api.db.deps.table.write([create(windowEntity, value)])).ok).toBe(true);
}

const PATH = '/v1/optimization-strategies';
const daily = { cronExpression: '0 6 * * *', inputTimezoneId: 'Europe/Berlin' };

describe('schedules of optimization strategies', () => {
  it('are made, changed and removed with the strategy', async () => {
    const { status, json } = await call(`POST ${PATH}`, {
      body: { label: 'Mornings', optimizationSchedules: [daily, { cronExpression: '0 14 * * 1-5' }] },
    });
    expect(status).toBe(200);
    expect(json.optimizationSchedules[1]).toEqual({
      cronExpression: '0 14 * * 1-5',
      startDate: null,
      endDate: null,
      inputTimezoneId: 'UTC',
    });
    await keep();
    expect([...booked.values()]).toMatchObject([
      { ...daily, strategyId: json.id, organizationId },
      { cronExpression: '0 14 * * 1-5' },
    ]);
    const one = { params: { id: json.id } };
    await call(`PATCH ${PATH}/{id}`, { ...one, body: { label: 'Renamed' } });
    await keep();
    expect(booked.size).toBe(2);
    await call(`PATCH ${PATH}/{id}`, { ...one, body: { optimizationSchedules: [daily] } });
    await keep();
    expect(booked.size).toBe(1);
    await call(`DELETE ${PATH}/{id}`, one);
    await keep();
    expect(booked.size).toBe(0);
  });

  it('none is left of a deleted strategy when their removal dies in between', async () => {
    const { json } = await call(`POST ${PATH}`, {
      body: { label: 'Gone', optimizationSchedules: [daily, { cronExpression: '0 14 * * 1-5' }] },
    });
    await keep();
    expect(booked.size).toBe(2);
    await call(`DELETE ${PATH}/{id}`, { params: { id: json.id } });
    const [event] = (await api.db.events(strategySchedulesChanged.name)).slice(-1);
    const dying: OptimizationScheduler = {
      ...book,
      async remove(name) {
        if (booked.size === 1) throw new Error('killed');
        await book.remove(name);
      },
    };
    await expect(syncSchedules({ ...api.db.deps, book: dying }, event!)).rejects.toThrow('killed');
    expect(booked.size).toBe(1);
    // The queue delivers the event again.
    await syncSchedules({ ...api.db.deps, book }, event!);
    expect(booked.size).toBe(0);
  });

  it('end at their end', async () => {
    const ended = { ...daily, startDate: '2026-01-01T00:00:00Z', endDate: '2026-02-01T00:00:00Z' };
    const open = { ...daily, startDate: '2026-01-01T00:00:00Z', endDate: '2026-12-01T00:00:00Z' };
    const { json } = await call(`POST ${PATH}`, {
      body: { label: 'Ended', optimizationSchedules: [ended, open] },
    });
    await keep();
    expect([...booked.values()]).toMatchObject([
      { strategyId: json.id, startDate: null, endDate: '2026-12-01T00:00:00.000Z' },
    ]);
  });

  it('start one optimization of the orders in their range, however often they fire', async () => {
    const at = '2026-03-02T09:00:00Z';
    const more = { organizationId, pickupStartTime: '2026-03-02T12:00:00.000Z' };
    const ids = await api.orders(3, more);
    await api.orders(2, { ...more, pickupStartTime: '2026-03-04T12:00:00.000Z' });
    const { json } = await call(`POST ${PATH}`, {
      body: {
        label: 'Run',
        optimizationSchedules: [daily],
        pickupTimeFromInMinutes: 60,
        pickupTimeToInMinutes: 600,
      },
    });
    const fired = { organizationId, strategyId: json.id, at, isCadence: false };
    await Promise.all([
      startScheduledOptimization(api.db.deps, fired),
      startScheduledOptimization(api.db.deps, fired),
    ]);
    await startScheduledOptimization(api.db.deps, fired);
    const activities = (await api.db.items()).filter(({ type }) => type === 'activity');
    expect(activities).toHaveLength(1);
    expect(activities[0]?.data).toMatchObject({ action: 'act_optimize_orders', createdBy: 'schedule' });
    expect(JSON.stringify(activities[0]?.data)).toContain(ids[0]);
    expect(await api.db.events('optimization.requested')).toHaveLength(1);
    await call(`DELETE ${PATH}/{id}`, { params: { id: json.id } });
    await startScheduledOptimization(api.db.deps, { ...fired, at: '2026-03-02T10:00:00Z' });
    expect((await api.db.items()).filter(({ type }) => type === 'activity')).toHaveLength(1);
  });

  it('B11 leave out orders that their owner took out of dispatch, which a request for the range takes', async () => {
    const times = { pickupStartTime: '2026-03-09T12:00:00.000Z' };
    const open = await api.orders(2, { organizationId, ...times });
    const [held] = await api.orders(1, { organizationId, ...times, isHeld: true });
    const { json } = await call(`POST ${PATH}`, { body: { label: 'Held', optimizationSchedules: [daily] } });
    const fired = { organizationId, strategyId: json.id, at: '2026-03-09T09:00:00Z', isCadence: false };
    await startScheduledOptimization(api.db.deps, fired);
    const asked = await call('POST /v1/activities/optimization', {
      body: { pickupTimeFrom: '2026-03-09T09:00:00Z', pickupTimeTo: '2026-03-10T09:00:00Z' },
    });
    expect(asked.status).toBe(200);
    const runs = (await api.db.items()).filter(({ type }) => type === 'activity').map(({ data }) => data);
    const ordersOf = (isIt: (run: { id: string; createdBy: string }) => boolean) =>
      JSON.stringify(runs.find((data) => isIt(data as never) && JSON.stringify(data).includes(open[0]!)));
    const scheduled = ordersOf(({ createdBy }) => createdBy === 'schedule');
    expect(open.every((id) => scheduled.includes(id))).toBe(true);
    expect(scheduled).not.toContain(held);
    expect(ordersOf(({ id }) => id === asked.json.id)).toContain(held);
  });

  it('7.2 dynamic cadence: one entry that asks every five minutes; runs as often as the nearest tier before the next cutoff', async () => {
    const dynamicCadenceConfig = {
      tiersBeforeCutoff: [{ intervalMinutes: 60 }, { maxHours: 1, intervalMinutes: 15 }],
    };
    const { json } = await call(`POST ${PATH}`, {
      body: { label: 'Cadence', dynamicCadenceConfig, optimizationSchedules: [daily] },
    });
    await keep();
    expect([...booked.values()].filter(({ strategyId }) => strategyId === json.id)).toMatchObject([
      { isCadence: true, cronExpression: '*/5 * * * *' },
      { isCadence: false, ...daily },
    ]);
    const settings = json as OptimizationSettings;
    const isDue = (at: string) => isCadenceDue(api.db.deps, organizationId, settings, at);
    expect(await isDue('2026-03-02T09:00:00.000Z')).toBe(false);
    await cutoffAt('2026-03-02T12:00:00.000Z');
    const times = ['09:00', '09:05', '10:00', '10:30', '11:00', '11:15', '11:20', '11:45', '12:00'];
    const due = [];
    for (const time of times) if (await isDue(`2026-03-02T${time}:00.000Z`)) due.push(time);
    expect(due).toEqual(['09:00', '10:00', '11:00', '11:15', '11:45']);
    const wrong = { tiersBeforeCutoff: [{ intervalMinutes: 7 }] };
    expect((await call(`POST ${PATH}`, { body: { label: 'Bad', dynamicCadenceConfig: wrong } })).status).toBe(
      422,
    );
    await call(`DELETE ${PATH}/{id}`, { params: { id: json.id } });
    await keep();
    expect([...booked.values()].filter(({ strategyId }) => strategyId === json.id)).toEqual([]);
  });

  it('are refused when the scheduler would not take them, and unknown zones and stores with each named', async () => {
    const post = (body: object) => call(`POST ${PATH}`, { body: { label: 'Bad', ...body } });
    for (const wrong of [
      { cronExpression: 'whenever' },
      { ...daily, inputTimezoneId: 'Mars/Olympus' },
      { ...daily, startDate: '2026-05-01T00:00:00Z', endDate: '2026-04-01T00:00:00Z' },
    ]) {
      expect((await post({ optimizationSchedules: [wrong] })).status).toBe(422);
    }
    expect((await post({ pickupTimeFromInMinutes: 60, pickupTimeToInMinutes: 30 })).status).toBe(422);
    const contractOptimizationOverrideParameters = [
      { contractId: 'cntr_any', minOrdersPerRoute: 5, maxOrdersPerRoute: 3 },
    ];
    expect((await post({ contractOptimizationOverrideParameters })).json.error.details.fields).toEqual({
      'contractOptimizationOverrideParameters[0].minOrdersPerRoute':
        expect.stringContaining('maxOrdersPerRoute'),
    });
    expect(await post({ zones: ['zone_none'], storeLocations: ['store_none'] })).toMatchObject({
      status: 422,
      json: { error: { details: { unknownIds: ['zone_none', 'store_none'] } } },
    });
  });
});
