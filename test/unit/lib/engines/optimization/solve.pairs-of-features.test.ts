import { describe, expect, it } from 'vitest';
import type {
  JobInput,
  Problem,
  ProblemInput,
  Route,
  Solution,
  SpeedPeriod,
  VehicleInput,
} from '../../../../../lib/engines/optimization/index.ts';
import { delivery, plan, road, van } from './support/line-problem.ts';

/** A feature: the jobs that show it, what it changes, and what must be visible wherever it is used. */
interface Feature {
  readonly name: string;
  readonly jobs?: readonly JobInput[];
  readonly vehicle?: Partial<VehicleInput>;
  /** Only for the second vehicle. */
  readonly second?: Partial<VehicleInput>;
  readonly problem?: Partial<ProblemInput>;
  /** Speed of the road by time of day. */
  readonly traffic?: readonly SpeedPeriod[];
  /** Jobs that can find no place. */
  readonly leftOut?: readonly string[];
  seen(solution: Solution, problem: Problem): void;
}

const vehicleOf = (solution: Solution, job: string) =>
  solution.routes.find((route) => route.visits.some((visit) => visit.job === job))?.vehicle;
const visitsOf = (solution: Solution, job: string) =>
  solution.routes.flatMap((route) => route.visits).filter((visit) => visit.job === job);
const placeOf = (solution: Solution, job: string) =>
  solution.routes.flatMap((route) => route.visits.map((visit) => visit.job)).indexOf(job);

const ordersOf = (route: Route) => new Set(route.visits.map((visit) => visit.job)).size;
const squares = (solution: Solution, weight: number, measure: (route: Route) => number) =>
  solution.routes.reduce((sum, route) => sum + Math.round(weight * measure(route) ** 2), 0);

const JAM = { from: 240, to: 460, percent: 25 };

const features: readonly Feature[] = [
  {
    name: 'a window',
    jobs: [delivery('window', 1, { windows: [{ from: 200, to: 260 }] })],
    seen: (solution) => expect(visitsOf(solution, 'window')[0]?.start).toBeGreaterThanOrEqual(200),
  },
  {
    name: 'two windows',
    jobs: [
      delivery('windows', 2, {
        windows: [
          { from: 0, to: 3 },
          { from: 400, to: 450 },
        ],
      }),
    ],
    seen: (solution) => expect(visitsOf(solution, 'windows')[0]?.start).toBeGreaterThanOrEqual(400),
  },
  {
    name: 'a load that fills a vehicle',
    jobs: [delivery('heavy', 3, { load: [9] })],
    seen: (solution) => expect(visitsOf(solution, 'heavy')).toHaveLength(1),
  },
  {
    name: 'a pair',
    jobs: [{ kind: 'pair', id: 'pair', load: [1], pickup: { location: 4 }, delivery: { location: 1 } }],
    seen: (solution) => {
      const [pickup, drop] = visitsOf(solution, 'pair');
      expect([pickup?.kind, drop?.kind]).toEqual(['pickup', 'delivery']);
    },
  },
  {
    name: 'goods on board',
    jobs: [delivery('aboard', 2, { load: [1], onBoard: 'v' })],
    seen: (solution) => expect(vehicleOf(solution, 'aboard')).toBe('v'),
  },
  {
    name: 'a capability',
    jobs: [delivery('cold', 1, { requires: ['cold'] })],
    second: { capabilities: ['cold'] },
    seen: (solution) => expect(vehicleOf(solution, 'cold')).toBe('w'),
  },
  {
    name: 'an exclusion',
    jobs: [delivery('cat', 1, { exclusionLabel: 'pets' }), delivery('dog', 1, { exclusionLabel: 'pets' })],
    seen: (solution) => expect(vehicleOf(solution, 'cat')).not.toBe(vehicleOf(solution, 'dog')),
  },
  {
    name: 'a group in order',
    jobs: [
      delivery('later', 1, { sequenceGroup: 'g', sequencePriority: 9 }),
      delivery('sooner', 3, { sequenceGroup: 'g', sequencePriority: 2 }),
    ],
    seen: (solution) => {
      expect(vehicleOf(solution, 'later')).toBe(vehicleOf(solution, 'sooner'));
      expect(placeOf(solution, 'later')).toBeGreaterThan(placeOf(solution, 'sooner'));
    },
  },
  {
    name: 'a lock to the first place',
    jobs: [delivery('first', 4, { lock: { vehicle: 'w', position: 0 } })],
    seen: (solution) =>
      expect(solution.routes.find((route) => route.vehicle === 'w')?.visits[0]?.job).toBe('first'),
  },
  {
    name: 'breaks',
    vehicle: { breaks: [{ kind: 'window', window: { from: 50, to: 120 }, duration: 20 }] },
    jobs: [
      delivery('early', 1, { windows: [{ from: 0, to: 40 }] }),
      delivery('late', 1, { windows: [{ from: 300, to: 400 }] }),
    ],
    seen: (solution) => {
      for (const route of solution.routes)
        if (route.start <= 120 && route.end > 120) expect(route.breaks).toHaveLength(1);
    },
  },
  {
    name: 'parking and doorstep',
    vehicle: { parkingTime: 6 },
    jobs: [delivery('door', 3, { doorstep: 7 })],
    seen: (solution) => {
      const [visit] = visitsOf(solution, 'door');
      expect(visit!.departure - visit!.start).toBe(7);
      expect([0, 6]).toContain(visit!.parking);
    },
  },
  {
    name: 'a departure delay',
    vehicle: { departureDelay: 11 },
    jobs: [delivery('delayed', 1)],
    seen: (solution) => {
      for (const { start, visits, breaks } of solution.routes)
        if (breaks.length === 0) expect(visits[0]!.arrival - visits[0]!.travelFromPrevious - start).toBe(11);
    },
  },
  {
    name: 'half speed',
    vehicle: { speedPercent: 50 },
    jobs: [delivery('slow', 2)],
    seen: (solution) => {
      for (const route of solution.routes)
        if (route.end <= JAM.from) expect(route.travelTime).toBe(2 * route.distance);
    },
  },
  {
    name: 'limits of orders and stops',
    vehicle: { maxOrders: 3, maxStops: 4 },
    jobs: [delivery('one', 1), delivery('two', 1)],
    seen: (solution) => {
      for (const route of solution.routes)
        expect(new Set(route.visits.map((visit) => visit.job)).size).toBeLessThanOrEqual(3);
    },
  },
  {
    name: 'a preference',
    jobs: [delivery('wish', 1, { prefers: [{ capability: 'nobody has it', penaltyCents: 17 }] })],
    seen: (solution) => expect(solution.costs.preferences).toBe(17),
  },
  {
    name: 'balance by orders',
    problem: { balance: { by: 'orders', weightCents: 5 } },
    jobs: [delivery('weighed', 1)],
    seen: (solution) => expect(solution.costs.balance).toBe(squares(solution, 5, ordersOf)),
  },
  {
    name: 'balance by distance',
    problem: { balance: { by: 'distance', weightCents: 50_000 } },
    jobs: [delivery('near', 1), delivery('far', 4)],
    seen: (solution) =>
      expect(solution.costs.balance).toBe(squares(solution, 50_000, ({ distance }) => distance / 1_000)),
  },
  {
    name: 'balance by duration',
    problem: { balance: { by: 'duration', weightCents: 90_000 } },
    jobs: [delivery('short', 1), delivery('long', 4, { service: 30 })],
    seen: (solution) =>
      expect(solution.costs.balance).toBe(
        squares(solution, 90_000, ({ start, end }) => (end - start) / 3_600),
      ),
  },
  {
    name: 'a cluster',
    problem: { clusterPenaltyCents: 900 },
    jobs: [delivery('twin a', 1, { clusterLabel: 'c' }), delivery('twin b', 4, { clusterLabel: 'c' })],
    seen: (solution) => expect(vehicleOf(solution, 'twin a')).toBe(vehicleOf(solution, 'twin b')),
  },
  {
    name: 'all vehicles',
    problem: { fleetUse: 'all' },
    jobs: [delivery('left', 1), delivery('right', 1)],
    seen: (solution) => expect(solution.routes).toHaveLength(2),
  },
  {
    name: 'fewest vehicles',
    // The second vehicle is based where it is cheaper to use it than to drive there.
    problem: { fleetUse: 'fewest' },
    second: { start: 4, end: 4 },
    jobs: [delivery('at home', 1), delivery('abroad', 4)],
    seen: (solution, problem) => {
      const excluded = problem.jobs.some(({ exclusionLabel }) => exclusionLabel !== undefined);
      const limited = problem.vehicles.some(
        ({ maxDuration, maxOrders }) => maxDuration < 300 || maxOrders < 4,
      );
      expect(solution.routes).toHaveLength(excluded || limited ? 2 : 1);
    },
  },
  {
    name: 'a limit of distance',
    vehicle: { maxDistance: 90 },
    jobs: [delivery('out', 4), delivery('back', 2)],
    seen: (solution) => {
      for (const { distance } of solution.routes) expect(distance).toBeLessThanOrEqual(90);
    },
  },
  {
    name: 'a limit of duration',
    vehicle: { maxDuration: 210 },
    jobs: [
      delivery('morning', 1, { windows: [{ from: 0, to: 80 }] }),
      delivery('noon', 1, { windows: [{ from: 300, to: 300 }] }),
    ],
    seen: (solution) => {
      for (const { start, end } of solution.routes) expect(end - start).toBeLessThanOrEqual(210);
      expect(vehicleOf(solution, 'morning')).not.toBe(vehicleOf(solution, 'noon'));
    },
  },
  {
    name: 'a minimum of orders',
    vehicle: { minOrders: 2 },
    jobs: [delivery('company', 1), delivery('crowd', 2)],
    seen: (solution) => {
      for (const route of solution.routes) expect(ordersOf(route)).toBeGreaterThanOrEqual(2);
    },
  },
  {
    name: 'a traffic jam',
    traffic: [JAM],
    jobs: [
      delivery('jammed', 2, { windows: [{ from: 260, to: 260 }] }),
      delivery('behind', 1, { windows: [{ from: 280, to: 400 }] }),
    ],
    seen: (solution, problem) => {
      for (const { vehicle, visits } of solution.routes)
        for (const [i, { arrival, distanceFromPrevious, travelFromPrevious }] of visits.entries()) {
          if (i === 0 || visits[i - 1]!.departure < JAM.from || arrival > JAM.to) continue;
          const { speedPercent } = problem.vehicles.find(({ id }) => id === vehicle)!;
          expect(travelFromPrevious).toBe((4 * 100 * distanceFromPrevious) / speedPercent);
        }
    },
  },
  {
    name: 'two depots',
    second: { start: 4, end: 4 },
    jobs: [delivery('here', 1), delivery('there', 4)],
    seen: (solution) => {
      for (const { vehicle, visits } of solution.routes) {
        const [first] = visits;
        const legs = [0, 1, 2, 3, 4].map((place) => place * 10);
        const from = vehicle === 'w' ? 40 : 0;
        expect([1, 0.5].map((part) => part * Math.abs(legs[first!.location]! - from))).toContain(
          first!.distanceFromPrevious,
        );
      }
    },
  },
  {
    name: 'open ends',
    vehicle: { end: undefined },
    jobs: [delivery('last', 4)],
    seen: (solution) => {
      for (const { end, visits, breaks } of solution.routes)
        if (!breaks.some(({ beforeVisit }) => beforeVisit === visits.length))
          expect(end).toBe(visits.at(-1)!.departure);
    },
  },
  {
    name: 'two profiles',
    second: { profile: 'bike' },
    jobs: [delivery('cycled', 3)],
    seen: (solution) => {
      for (const { vehicle, visits } of solution.routes)
        for (const [i, { distanceFromPrevious, location }] of visits.entries()) {
          if (i === 0) continue;
          const length = 10 * Math.abs(location - visits[i - 1]!.location);
          expect(distanceFromPrevious).toBe(vehicle === 'w' ? length / 2 : length);
        }
    },
  },
  {
    name: 'an urgent order',
    // Both at the same time, far apart, and only one vehicle is able to serve them.
    second: { capabilities: ['cold'] },
    jobs: [
      delivery('urgent', 1, { priority: 3, requires: ['cold'], windows: [{ from: 150, to: 150 }] }),
      delivery('idle', 3, { requires: ['cold'], windows: [{ from: 150, to: 150 }] }),
    ],
    leftOut: ['idle'],
    seen: (solution) => {
      expect(vehicleOf(solution, 'urgent')).toBe('w');
      expect(vehicleOf(solution, 'idle')).toBeUndefined();
    },
  },
  {
    name: 'routes to start from',
    problem: { initialRoutes: [{ vehicle: 'w', jobs: ['known', 'old'] }] },
    jobs: [delivery('old', 2), delivery('known', 3)],
    seen: (solution) => {
      expect(visitsOf(solution, 'old')).toHaveLength(1);
      expect(visitsOf(solution, 'known')).toHaveLength(1);
    },
  },
];

/** Whether both features set the same field of the problem, which exists only once. */
const clash = (first: Feature, second: Feature) =>
  Object.keys(first.problem ?? {}).some((key) => key in (second.problem ?? {}));

const LENGTHS = [0, 10, 20, 30, 40];

/** A problem with these features. */
function problemOf(shown: readonly Feature[]): ProblemInput {
  const all = <T extends object>(part: (feature: Feature) => T | undefined): T =>
    Object.assign({}, ...shown.map(part));
  const vehicle: Partial<VehicleInput> = { capacity: [10], ...all((feature) => feature.vehicle) };
  const traffic = { speedPeriods: shown.flatMap((feature) => feature.traffic ?? []) };
  return {
    travel: {
      locationCount: LENGTHS.length,
      tables: {
        ...road(LENGTHS, traffic).tables,
        bike: road(
          LENGTHS.map((length) => length / 2),
          traffic,
        ).tables.car,
      },
    },
    dimensions: ['boxes'],
    ...all((feature) => feature.problem),
    jobs: shown.flatMap((feature) => feature.jobs ?? []),
    vehicles: [van('v', vehicle), van('w', { ...vehicle, ...all((feature) => feature.second) })],
  };
}

async function show(shown: readonly Feature[]) {
  const { problem, solution } = await plan(problemOf(shown), { iterations: 150 });
  const leftOut = shown.flatMap((feature) => feature.leftOut ?? []);
  expect(solution.unassigned.map(({ job }) => job)).toEqual(leftOut);
  for (const feature of shown) feature.seen(solution, problem);
}

const pairs = features.flatMap((first, i) =>
  features.slice(i + 1).flatMap((second) => (clash(first, second) ? [] : [[first, second] as const])),
);

describe('features alone', () => {
  it.each(features.map((feature) => [feature.name, feature] as const))('%s', (_, feature) => show([feature]));
});

describe('features in pairs', () => {
  it.each(pairs.map((pair) => [`${pair[0].name} with ${pair[1].name}`, pair] as const))('%s', (_, pair) =>
    show(pair),
  );
});
