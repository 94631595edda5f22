import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineProblem, solve } from '../../../../../lib/engines/optimization/index.ts';
import { estimatedTravel } from '../../../../../lib/engines/travel/index.ts';
import { buildProblem } from '../../../../../lib/fleet/planning/build-problem.ts';
import { DEFAULT_SETTINGS } from '../../../../../lib/fleet/planning/optimization-strategy.ts';
import { travelTables } from '../../../../../lib/fleet/planning/places.ts';
import { resultOf } from '../../../../../lib/fleet/planning/plan-result.ts';
import { wordReasons } from '../../../../../lib/fleet/planning/word-reasons.ts';
import type { Order } from '../../../../../lib/ordering/orders/index.ts';
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
  readonly vans: readonly { readonly id: string; readonly name: string; readonly config: object }[];
}

let fleets = 0;

/** Three vans of a new driver group. */
async function fleetOf(config: object): Promise<Fleet> {
  const group = await api.group(`fleet-${++fleets}`);
  const vans: { id: string; name: string; config: object }[] = [];
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

/** Does what a remedy says, to what people entered. */
async function apply(remedy: string, orders: readonly Order[], fleet: Fleet): Promise<Order[]> {
  const change = async (name: string, edit: (config: Record<string, unknown>) => object) => {
    const { id, config } = fleet.vans.find((van) => van.name === name)!;
    const vehicleConfig = { ...config, ...edit({ ...config }) };
    const done = await api.call('PATCH /v1/vehicle/{id}', { params: { id }, body: { vehicleConfig } });
    if (done.status !== 200) throw new Error(JSON.stringify(done.json));
  };
  const [, what, of, by] =
    /^Raise the (weight limit|distance limit) of (.+) by (\d+) (?:kg|lbs|km)\.$/.exec(remedy) ?? [];
  if (what !== undefined) {
    const field = what === 'weight limit' ? 'weight' : 'maxDistance';
    await change(of!, (config) => ({ [field]: Number(config[field]) + Number(by) }));
    return [...orders];
  }
  const [, to, capability] = /^Give (.+) the capability (\w+)\.$/.exec(remedy) ?? [];
  if (to !== undefined) {
    await change(to, () => ({ capabilities: [capability] }));
    return [...orders];
  }
  const [, minutes] = /^End its delivery window (\d+) minutes? later\.$/.exec(remedy) ?? [];
  if (minutes === undefined) throw new Error(`What does it mean: ${remedy}`);
  return orders.map((order) =>
    order.id === 'ord_5'
      ? {
          ...order,
          dropoffEndTime: new Date(
            Date.parse(order.dropoffEndTime!) + Number(minutes) * 60_000,
          ).toISOString(),
        }
      : order,
  );
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

  it('42 1 every remedy, applied to what people entered, has the order planned', async () => {
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
          const { code, remedy } = reasons[index]!;
          expect({ code, remedy }).toEqual({ code, remedy: expect.any(String) });
          seen.add(code);
          const changed = await apply(remedy!, orders, fleet);
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
        remedy: expect.stringMatching(/^Raise the weight limit of van \d+\.\d by 1 kg\.$/),
        target: { type: 'vehicle', id: expect.stringMatching(/^vhc_/) },
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
