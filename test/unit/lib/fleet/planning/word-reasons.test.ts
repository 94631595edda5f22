import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineProblem, solve } from '../../../../../lib/engines/optimization/index.ts';
import { estimatedTravel } from '../../../../../lib/engines/travel/index.ts';
import { buildProblem } from '../../../../../lib/fleet/planning/build-problem.ts';
import { DEFAULT_SETTINGS } from '../../../../../lib/fleet/planning/optimization-strategy.ts';
import { travelTables } from '../../../../../lib/fleet/planning/places.ts';
import { resultOf } from '../../../../../lib/fleet/planning/plan-result.ts';
import type { RemedyEdit } from '../../../../../lib/fleet/planning/remedy-edits.ts';
import { wordReasons } from '../../../../../lib/fleet/planning/word-reasons.ts';
import type { Order } from '../../../../../lib/ordering/orders/index.ts';
import { ownValue } from '../../../../../lib/platform/core/own-value.ts';
import { anyOrder } from '../../../../support/builders/any-order.ts';
import { type FleetApi, startFleetApi } from '../../../../support/fleet-api.ts';

let api: FleetApi;
beforeAll(async () => {
  api = await startFleetApi();
});
afterAll(() => api.stop());

const NOW = '2026-03-02T09:00:00.000Z';
const DEPOT = { pickupLat: 37.7936, pickupLng: -122.3958 };

/** The orders of a day: some that any van can take, and one with what the test is about. */
function day(special: object): Order[] {
  return Array.from({ length: 6 }, (_, index) =>
    anyOrder({
      organizationId: 'org_test',
      id: `ord_${index}`,
      externalId: `A-${index}`,
      ...DEPOT,
      dropoffLat: 37.75 + index / 200,
      dropoffLng: -122.42,
      pickupStartTime: '2026-03-02T10:00:00.000Z',
      pickupEndTime: '2026-03-02T18:00:00.000Z',
      dropoffStartTime: '2026-03-02T10:00:00.000Z',
      dropoffEndTime: '2026-03-02T18:00:00.000Z',
      weight: 1,
      ...(index === 5 ? special : {}),
    }),
  );
}

interface Fleet {
  readonly group: string;
  readonly vans: readonly {
    readonly id: string;
    readonly name: string;
    readonly config: Readonly<Record<string, unknown>>;
  }[];
}

let fleets = 0;

/** Three vans of a new driver group. */
async function fleetOf(config: Readonly<Record<string, unknown>>): Promise<Fleet> {
  const group = await api.group(`fleet-${++fleets}`);
  const vans: Fleet['vans'][number][] = [];
  for (const number of [1, 2, 3]) {
    const name = `van ${fleets}.${number}`;
    const courierIds = [await api.driver(`of ${name}`, { addFirstVersionContractIds: [group] })];
    const { json } = await api.call('POST /v1/vehicle', {
      body: { name, enabled: true, courierIds, vehicleConfig: config },
    });
    vans.push({ id: json.id, name, config });
  }
  return { group, vans };
}

async function planned(orders: readonly Order[], { group }: Fleet, limits: object = { iterations: 300 }) {
  const settings = { ...DEFAULT_SETTINGS, contractIds: [group] };
  const run = await buildProblem(api.db.deps, 'org_test', orders, settings, NOW);
  const tables = await travelTables(estimatedTravel(), run.points, run.input.vehicles, {});
  const travel = { locationCount: run.points.length, tables };
  const { routes, unassigned, costs } = await solve(defineProblem({ ...run.input, travel }), limits);
  return { run, result: resultOf(run, { routes, unassigned, cost: costs.total }, true) };
}

/** Does what the edits of a remedy say, as a program would: one value each, through the operation that they name. */
async function apply(edits: readonly RemedyEdit[], orders: readonly Order[], fleet: Fleet): Promise<Order[]> {
  const changed = orders.map((order) => ({ ...order }));
  for (const { operation, id, field, from, to } of edits) {
    const [first = '', second = ''] = field.split('.');
    if (operation === 'updateVehicle') {
      const { config } = fleet.vans.find((van) => van.id === id)!;
      expect(ownValue(config, second) ?? null).toEqual(from);
      const vehicleConfig = { ...config, [second]: to };
      const done = await api.call('PATCH /v1/vehicle/{id}', { params: { id }, body: { vehicleConfig } });
      expect(done.status).toBe(200);
      continue;
    }
    if (operation === 'upsertShifts') {
      const { json } = await api.call('GET /v1/shift/{id}', { params: { id } });
      expect(json[field]).toBe(from);
      const { name, plannedStart } = json;
      const body = { shifts: [{ id, name, plannedStart, plannedEnd: to }] };
      expect((await api.call('POST /v1/shifts/upsert', { body })).status).toBe(200);
      continue;
    }
    const order: Record<string, unknown> = changed.find((one) => one.id === id)!;
    const present = second === '' ? order[first] : ownValue(order[first] as Record<string, unknown>, second);
    expect(present).toEqual(from);
    order[first] = second === '' ? to : { ...(order[first] as object), [second]: to ?? undefined };
  }
  return changed;
}

const FAR = { dropoffLat: 38.6, dropoffLng: -121.4 };

describe('why an order is on no route', () => {
  it('42 10 what is true of every vehicle comes first, and of the rest nothing is said about all of them', async () => {
    const { group } = await fleetOf({ weight: 350, weightUnit: 'kg' });
    const orders = day({ weight: 900, requirements: ['custom:cold'] });
    const settings = { ...DEFAULT_SETTINGS, contractIds: [group] };
    const built = await buildProblem(api.db.deps, 'org_test', orders, settings, NOW);
    const vehicles = built.input.vehicles.map((vehicle, index) =>
      index === 0 ? { ...vehicle, capabilities: ['cold'] } : vehicle,
    );
    const run = { ...built, input: { ...built.input, vehicles } };
    const changes = [
      { kind: 'capabilities' as const, vehicle: vehicles[1]!.id, names: ['cold'] },
      { kind: 'capacity' as const, vehicle: vehicles[1]!.id, dimension: 'weight', by: 550_000 },
    ];
    const both = (['CAPABILITY', 'CAPACITY'] as const).map((code) => ({
      code,
      alone: true,
      changes,
      change: '',
    }));
    expect(wordReasons(run, new Set(), 'ord_5', both)).toMatchObject([
      { code: 'CAPACITY', message: 'The order is too large for every vehicle.' },
      { code: 'CAPABILITY', message: expect.stringMatching(/^No vehicle with the capabilities/) },
    ]);
    expect(wordReasons(built, new Set(), 'ord_5', both)[0]).toMatchObject({
      code: 'CAPABILITY',
      message: 'No vehicle has the capabilities that the order requires.',
    });
  });

  it('42 1 44 2 every remedy, applied by its edits to what people entered, has the order planned', async () => {
    const special = fc.oneof(
      fc.record({ weight: fc.double({ min: 100.001, max: 180, noNaN: true }) }),
      fc.constant({ requirements: ['custom:cold'] }),
      fc.record({
        dropoffStartTime: fc.constant('2026-03-02T10:00:00.000Z'),
        dropoffEndTime: fc
          .integer({ min: 0, max: 240 })
          .map((seconds) => new Date(Date.parse('2026-03-02T10:00:00.000Z') + seconds * 1000).toISOString()),
      }),
      fc.constant(FAR),
    );
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(special, fc.constantFrom('kg', 'lbs'), async (what, weightUnit) => {
        const config = { weight: weightUnit === 'kg' ? 100 : 220, weightUnit, maxDistance: 40 };
        const orders = day(what);
        const before = (await planned(orders, await fleetOf(config))).result.unassignedOrders;
        expect(before.map(({ orderId }) => orderId)).toEqual(['ord_5']);
        for (const index of before[0]!.reasons.keys()) {
          // A fleet of its own for each remedy.
          const fleet = await fleetOf(config);
          const { reasons } = (await planned(orders, fleet)).result.unassignedOrders[0]!;
          const { code, remedy, edits } = reasons[index]!;
          expect({ code, remedy }).toEqual({ code, remedy: expect.any(String) });
          seen.add(code);
          const changed = await apply(edits!, orders, fleet);
          expect({ remedy, left: (await planned(changed, fleet)).result.unassignedOrders }).toEqual({
            remedy,
            left: [],
          });
        }
      }),
      { numRuns: 16, seed: 5 },
    );
    expect([...seen].sort()).toEqual(['CAPABILITY', 'CAPACITY', 'DISTANCE_LIMIT', 'TIME_WINDOW']);
  });

  it('44 2 remedies of shifts, limits, labels and prices have edits that are enough as well', async () => {
    const shifted = async () => {
      const fleet = await fleetOf({});
      const courierId = await api.driver(`shifts of ${fleets}`, {
        addFirstVersionContractIds: [fleet.group],
      });
      const shift = {
        ...{ name: 'Morning', courierId },
        ...{ plannedStart: '2026-03-02T10:00:00.000Z', plannedEnd: '2026-03-02T12:00:00.000Z' },
      };
      expect((await api.call('POST /v1/shifts/upsert', { body: { shifts: [shift] } })).status).toBe(200);
      return fleet;
    };
    const labelled = day({}).map((order) => ({ ...order, optimizationParameters: { mxLabel: 'dogs' } }));
    const cases = [
      ['plannedEnd', shifted, day(FAR)],
      ['vehicleConfig.maxDuration', () => fleetOf({ maxDuration: 1 }), day(FAR)],
      ['vehicleConfig.maxStops', () => fleetOf({ maxStops: 1 }), day({}).slice(2)],
      ['optimizationParameters.mxLabel', () => fleetOf({}), labelled.slice(2)],
      [
        'optimizationParameters.leaveOutCents',
        () => fleetOf({}),
        day({ ...FAR, optimizationParameters: { leaveOutCents: 1 } }),
      ],
    ] as const;
    for (const [field, start, orders] of cases) {
      const fleet = await start();
      const left = (await planned(orders, fleet)).result.unassignedOrders;
      expect({ field, left: left.length }).toEqual({ field, left: 1 });
      const edits = left[0]!.reasons.find((reason) =>
        reason.edits?.some((edit) => edit.field === field),
      )?.edits;
      expect({ field, reasons: left[0]!.reasons, edits }).toMatchObject({ edits: expect.any(Array) });
      const changed = await apply(edits!, orders, fleet);
      const after = (await planned(changed, fleet)).result.unassignedOrders;
      expect({ field, after }).toEqual({ field, after: [] });
    }
  });

  it('42 1 the facts stand without any time to search', async () => {
    const fleet = await fleetOf({ weight: 100, weightUnit: 'kg' });
    for (const [special, message] of [
      [{ weight: 100.3 }, 'The order is too large for every vehicle.'],
      [{ requirements: ['custom:cold'] }, 'No vehicle has the capabilities that the order requires.'],
      [
        { dropoffEndTime: '2026-03-02T10:00:01.000Z' },
        'No vehicle can arrive within its time window, even without other orders.',
      ],
    ] as const) {
      const { result } = await planned(day(special), fleet, { timeLimitMs: 0 });
      const { reasons } = result.unassignedOrders.find(({ orderId }) => orderId === 'ord_5')!;
      expect(reasons.map((reason) => reason.message)).toEqual([message]);
    }
    const { result } = await planned(day({ weight: 100.3 }), fleet);
    expect(result.unassignedOrders[0]!.reasons).toEqual([
      {
        code: 'CAPACITY',
        message: 'The order is too large for every vehicle.',
        messageCode: 'CAPACITY_ALONE',
        remedy: expect.stringMatching(/^Raise the weight limit of van \d+\.\d by 1 kg\.$/),
        remedySteps: [
          {
            code: 'RAISE_WEIGHT_LIMIT',
            values: { vehicle: expect.stringMatching(/^van \d+\.\d$/), amount: 1, unit: 'kg' },
          },
        ],
        target: { type: 'vehicle', id: expect.stringMatching(/^vhc_/) },
        edits: [
          {
            operation: 'updateVehicle',
            id: expect.stringMatching(/^vhc_/),
            name: expect.stringMatching(/^van \d+\.\d$/),
            field: 'vehicleConfig.weight',
            from: 100,
            to: 101,
          },
        ],
      },
    ]);
  });

  it('42 1 a full part of a plan does not ask for a vehicle while others like it are free', async () => {
    const fleet = await fleetOf({ weight: 100 });
    const { run } = await planned(day({}), fleet);
    const [first, second] = run.vehicles.map(({ input }) => input.id);
    const change = { kind: 'vehicle', like: first! } as const;
    const reason = { code: 'NO_VEHICLE', alone: false, changes: [change], change: '' } as const;
    const told = (used: readonly string[]) => wordReasons(run, new Set(used), 'ord_0', [reason])[0];
    expect(told([first!, second!])).toMatchObject({ code: 'NOT_TRIED', remedy: null });
    expect(told(run.vehicles.map(({ input }) => input.id))).toMatchObject({
      code: 'NO_VEHICLE',
      remedy: expect.stringMatching(/^Add a vehicle like van /),
    });
  });
});
