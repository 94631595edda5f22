import { describe, expect, it } from 'vitest';
import type { JobInput, ProblemInput, Solution, VehicleInput } from '../../../../lib/optimization/index.ts';
import { delivery, plan, road, van } from './support/line-problem.ts';

/** A feature: the jobs that show it, what it changes, and what has to be seen wherever it is used. */
interface Feature {
  readonly name: string;
  readonly jobs?: readonly JobInput[];
  readonly vehicle?: Partial<VehicleInput>;
  /** Only for the second vehicle. */
  readonly second?: Partial<VehicleInput>;
  readonly problem?: Partial<ProblemInput>;
  seen(solution: Solution): void;
}

const vehicleOf = (solution: Solution, job: string) =>
  solution.routes.find((route) => route.visits.some((visit) => visit.job === job))?.vehicle;
const visitsOf = (solution: Solution, job: string) =>
  solution.routes.flatMap((route) => route.visits).filter((visit) => visit.job === job);
const placeOf = (solution: Solution, job: string) =>
  solution.routes.flatMap((route) => route.visits.map((visit) => visit.job)).indexOf(job);

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
      for (const route of solution.routes) expect(route.travelTime).toBe(2 * route.distance);
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
    seen: (solution) => {
      const squares = solution.routes.map(
        (route) => new Set(route.visits.map((visit) => visit.job)).size ** 2,
      );
      expect(solution.costs.balance).toBe(5 * squares.reduce((sum, square) => sum + square, 0));
    },
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
];

const pairs = features.flatMap((first, i) => features.slice(i + 1).map((second) => [first, second] as const));

describe('features in pairs', () => {
  it.each(pairs.map(([first, second]) => [`${first.name} with ${second.name}`, first, second] as const))(
    '%s',
    async (_, first, second) => {
      const vehicle = { capacity: [10], ...first.vehicle, ...second.vehicle };
      const { solution } = await plan(
        {
          travel: road([0, 10, 20, 30, 40]),
          dimensions: ['boxes'],
          ...first.problem,
          ...second.problem,
          jobs: [...(first.jobs ?? []), ...(second.jobs ?? [])],
          vehicles: [van('v', vehicle), van('w', { ...vehicle, ...first.second, ...second.second })],
        },
        { iterations: 150 },
      );
      expect(solution.unassigned).toEqual([]);
      first.seen(solution);
      second.seen(solution);
    },
  );
});
