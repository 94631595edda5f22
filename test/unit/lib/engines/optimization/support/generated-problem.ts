import * as fc from 'fast-check';
import type {
  JobInput,
  ProblemInput,
  Profile,
  VehicleInput,
} from '../../../../../../lib/engines/optimization/index.ts';

/** Tables over a day of 10,000 seconds in a square of 1,000 metres, asymmetric, with some unreachable arcs. */
function travel(
  seedPoints: readonly (readonly [number, number])[],
  noise: readonly number[],
  hole: number,
  periods: boolean,
) {
  const count = seedPoints.length;
  const entry = (i: number, factor: number) => {
    const from = seedPoints[Math.floor(i / count)]!;
    const to = seedPoints[i % count]!;
    const length = Math.hypot(from[0] - to[0], from[1] - to[1]);
    return Math.round(length * factor) + (length === 0 ? 0 : noise[i % noise.length]!);
  };
  const size = { length: count * count };
  const durations = Array.from(size, (_, i) =>
    i === hole && i % (count + 1) !== 0 ? 1_000_000_000 : entry(i, 0.8),
  );
  const distances = Array.from(size, (_, i) => entry(i, 1));
  return {
    durations,
    distances,
    ...(periods
      ? {
          speedPeriods: [
            { from: 1000, to: 3000, percent: 50 },
            { from: 3000, to: 5000, percent: 180 },
          ],
        }
      : {}),
  };
}

/** A value in `share` of ten cases, otherwise nothing. */
function maybe<T>(arbitrary: fc.Arbitrary<T>, share = 5): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 10 - share, arbitrary: fc.constant(undefined) }, { weight: share, arbitrary });
}

function drop<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}

const window = fc
  .tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 100, max: 4000 }))
  .map(([from, length]) => ({ from, to: from + length }));

const windows = fc.oneof(
  { weight: 3, arbitrary: window.map((one) => [one]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 1500 }),
        fc.integer({ min: 1, max: 2000 }),
      )
      .map(([from, length, gap]) => [
        { from, to: from + length },
        { from: from + length + gap, to: from + length + gap + 2000 },
      ]),
  },
);

function stop(locations: number) {
  return fc
    .record({
      location: fc.integer({ min: 0, max: locations - 1 }),
      service: maybe(fc.integer({ min: 0, max: 300 })),
      doorstep: maybe(fc.integer({ min: 0, max: 60 }), 2),
      windows: maybe(windows),
    })
    .map(drop);
}

const SKILLS = ['cold', 'lift', 'adult'];

function job(index: number, locations: number, vehicles: number, dimensions: number): fc.Arbitrary<JobInput> {
  const vehicle = fc.integer({ min: 0, max: vehicles - 1 }).map((v) => `v${v}`);
  const common = {
    id: fc.constant(`j${index}`),
    requires: maybe(fc.subarray(SKILLS, { maxLength: 1 }), 2),
    prefers: maybe(
      fc
        .subarray(SKILLS, { maxLength: 2 })
        .map((names) => names.map((capability) => ({ capability, penaltyCents: 70 }))),
      2,
    ),
    priority: maybe(fc.integer({ min: 0, max: 3 }), 2),
    sequencePriority: maybe(fc.integer({ min: 0, max: 499 }), 2),
    sequenceGroup: maybe(fc.constantFrom('g1', 'g2'), 2),
    exclusionLabel: maybe(fc.constantFrom('x1', 'x2'), 2),
    clusterLabel: maybe(fc.constantFrom('c1', 'c2'), 2),
    lock: maybe(
      vehicle.map((id) => ({ vehicle: id })),
      2,
    ),
  };
  const load = maybe(
    fc.array(fc.integer({ min: 0, max: 4 }), { minLength: dimensions, maxLength: dimensions }),
  );
  const delivery = fc.record({
    kind: fc.constant('delivery' as const),
    ...common,
    load,
    stop: stop(locations),
  });
  const onBoard = fc
    .tuple(delivery, vehicle)
    .map(([base, id]) => ({ ...base, onBoard: id, lock: undefined }));
  const pickup = fc.record({ kind: fc.constant('pickup' as const), ...common, load, stop: stop(locations) });
  const service = fc.record({ kind: fc.constant('service' as const), ...common, stop: stop(locations) });
  const pair = fc.record({
    kind: fc.constant('pair' as const),
    ...common,
    load,
    pickup: stop(locations),
    delivery: stop(locations),
  });
  return fc
    .oneof(
      { weight: 4, arbitrary: delivery },
      { weight: 2, arbitrary: pickup },
      { weight: 1, arbitrary: service },
      { weight: 2, arbitrary: pair },
      { weight: 1, arbitrary: onBoard },
    )
    .map((value) => drop(value) as JobInput);
}

const pause = fc.oneof(
  fc.record({
    kind: fc.constant('window' as const),
    window: window,
    duration: fc.integer({ min: 60, max: 900 }),
  }),
  fc.record({
    kind: fc.constant('after-work' as const),
    after: fc.integer({ min: 1500, max: 5000 }),
    duration: fc.integer({ min: 60, max: 600 }),
  }),
);

function vehicle(index: number, locations: number, dimensions: number): fc.Arbitrary<VehicleInput> {
  const place = maybe(fc.integer({ min: 0, max: locations - 1 }), 8);
  return fc
    .record({
      id: fc.constant(`v${index}`),
      start: place,
      end: place,
      shift: maybe(
        fc
          .tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 500, max: 9000 }))
          .map(([from, length]) => ({ from, to: from + length })),
      ),
      breaks: maybe(fc.array(pause, { maxLength: 2 }), 2),
      capacity: maybe(
        fc.array(fc.integer({ min: 0, max: 15 }), { minLength: dimensions, maxLength: dimensions }),
      ),
      capabilities: maybe(fc.subarray(SKILLS)),
      profile: maybe(fc.constantFrom<Profile[]>('car', 'bike'), 2),
      speedPercent: maybe(fc.integer({ min: 60, max: 150 }), 2),
      maxStops: maybe(fc.integer({ min: 0, max: 6 }), 2),
      maxDistance: maybe(fc.integer({ min: 500, max: 6000 }), 2),
      maxDuration: maybe(fc.integer({ min: 500, max: 6000 }), 2),
      minOrders: maybe(fc.integer({ min: 0, max: 3 }), 2),
      maxOrders: maybe(fc.integer({ min: 3, max: 6 }), 2),
      cost: maybe(
        fc.record({
          fixedCents: fc.integer({ min: 0, max: 500 }),
          centsPerKilometre: fc.integer({ min: 0, max: 1000 }),
          centsPerHour: fc.integer({ min: 0, max: 3000 }),
          centsPerStop: fc.integer({ min: 0, max: 50 }),
        }),
      ),
      parkingTime: maybe(fc.integer({ min: 0, max: 120 }), 2),
      departureDelay: maybe(fc.integer({ min: 0, max: 300 }), 2),
      balancePercent: maybe(fc.integer({ min: 1, max: 100 }), 2),
    })
    .map(drop);
}

/** A problem that may use any of the features at once. */
export function generatedProblem(mostJobs: number): fc.Arbitrary<ProblemInput> {
  return fc
    .record({
      locations: fc.integer({ min: 1, max: 9 }),
      jobs: fc.integer({ min: 0, max: mostJobs }),
      vehicles: fc.integer({ min: 1, max: 4 }),
      dimensions: fc.integer({ min: 0, max: 2 }),
      periods: fc.boolean(),
    })
    .chain(({ locations, jobs, vehicles, dimensions, periods }) =>
      fc
        .record({
          points: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), {
            minLength: locations,
            maxLength: locations,
          }),
          noise: fc.array(fc.nat(40), { minLength: 3, maxLength: 7 }),
          hole: fc.integer({ min: -100, max: locations * locations - 1 }),
          jobs: fc.tuple(...Array.from({ length: jobs }, (_, j) => job(j, locations, vehicles, dimensions))),
          vehicles: fc.tuple(
            ...Array.from({ length: vehicles }, (_, v) => vehicle(v, locations, dimensions)),
          ),
          fleetUse: fc.constantFrom(
            'as-needed' as const,
            'as-needed' as const,
            'fewest' as const,
            'all' as const,
          ),
          balance: maybe(
            fc.record({
              by: fc.constantFrom('orders' as const, 'distance' as const, 'duration' as const),
              weightCents: fc.nat(100),
            }),
            2,
          ),
          clusterPenaltyCents: maybe(fc.nat(300), 2),
          warm: fc.boolean(),
          locked: fc.boolean(),
        })
        .map((value): ProblemInput => {
          const car = travel(value.points, value.noise, value.hole, periods);
          const bike = travel(value.points, value.noise.slice(1), value.hole + 1, false);
          const all = value.jobs.map((entry, j) =>
            value.locked && j === 0 && entry.lock !== undefined
              ? { ...entry, lock: { ...entry.lock, position: 0 } }
              : entry,
          );
          return drop({
            travel: { locationCount: locations, tables: { car, bike } },
            dimensions: ['weight', 'volume'].slice(0, dimensions),
            jobs: all,
            vehicles: value.vehicles,
            fleetUse: value.fleetUse,
            balance: value.balance,
            clusterPenaltyCents: value.clusterPenaltyCents,
            initialRoutes: value.warm
              ? [
                  {
                    vehicle: 'v0',
                    jobs: all.flatMap((entry) => (entry.kind === 'pair' ? [entry.id, entry.id] : [entry.id])),
                  },
                ]
              : undefined,
          });
        }),
    );
}
