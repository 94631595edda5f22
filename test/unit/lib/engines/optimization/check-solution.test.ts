import { describe, expect, it } from 'vitest';
import {
  checkSolution,
  defineProblem,
  type PlacedBreak,
  type ProblemInput,
  type Route,
  type Solution,
  solve,
  type Visit,
} from '../../../../../lib/engines/optimization/index.ts';
import { delivery, road, van } from './support/line-problem.ts';

/** A day that uses most features, its solution, and ways to spoil it. */
const input: ProblemInput = {
  travel: road([0, 10, 20, 30]),
  dimensions: ['boxes'],
  jobs: [
    delivery('a', 1, { load: [1], service: 5, windows: [{ from: 0, to: 100 }], sequencePriority: 1 }),
    delivery('b', 2, { load: [1], requires: ['cold'], sequencePriority: 2, exclusionLabel: 'x' }),
    {
      kind: 'pair',
      id: 'p',
      load: [1],
      pickup: { location: 1 },
      delivery: { location: 3 },
      sequenceGroup: 'g',
    },
    { kind: 'service', id: 's', stop: { location: 3 }, lock: { vehicle: 'w', position: 0 } },
    delivery('never', 1, { load: [9] }),
  ],
  vehicles: [
    van('v', {
      capacity: [5],
      capabilities: ['cold'],
      parkingTime: 2,
      cost: { centsPerKilometre: 1000, fixedCents: 3 },
      breaks: [{ kind: 'window', window: { from: 10, to: 40 }, duration: 7 }],
    }),
    van('w', { capacity: [0], cost: { centsPerHour: 3600 } }),
  ],
};
const problem = defineProblem(input);
const solution = await solve(problem, { iterations: 200 });

function spoil(change: (copy: Writable<Solution>) => void): string[] {
  const copy = structuredClone(solution) as Writable<Solution>;
  change(copy);
  return [...new Set(checkSolution(problem, copy).map((fault) => fault.code))];
}

type Writable<T> = T extends readonly (infer U)[]
  ? Writable<U>[]
  : T extends object
    ? { -readonly [K in keyof T]: Writable<T[K]> }
    : T;

const first = (copy: Writable<Solution>): Writable<Route> => copy.routes[0]!;
const visitOf = (copy: Writable<Solution>, job: string): Writable<Visit> =>
  copy.routes.flatMap((route) => route.visits).find((visit) => visit.job === job)!;

describe('checkSolution', () => {
  it('finds nothing wrong with what the solver returns', () => {
    expect(checkSolution(problem, solution)).toEqual([]);
    expect(solution.routes.map((route) => route.vehicle)).toEqual(['v', 'w']);
    expect(solution.routes[0]?.breaks).toHaveLength(1);
  });

  it.each<[string, (copy: Writable<Solution>) => void]>([
    ['UNKNOWN', (copy) => (first(copy).vehicle = 'nobody')],
    ['UNKNOWN', (copy) => (visitOf(copy, 'a').job = 'nothing')],
    ['COVERAGE', (copy) => copy.unassigned.pop()],
    [
      'COVERAGE',
      (copy) =>
        copy.unassigned.push({
          job: 'a',
          reasons: [{ code: 'SHIFT', alone: false, changes: [], change: '' }],
        }),
    ],
    ['COVERAGE', (copy) => (copy.unassigned[0]!.reasons = [])],
    ['COVERAGE', (copy) => (copy.routes[1]!.visits = [])],
    ['COVERAGE', (copy) => copy.routes.push(structuredClone(copy.routes[0]!))],
    ['PRECEDENCE', (copy) => first(copy).visits.reverse()],
    ['SEQUENCE', (copy) => first(copy).visits.reverse()],
    [
      'CAPABILITY',
      (copy) => (copy.routes[1]!.visits = first(copy).visits.filter((visit) => visit.job === 'b')),
    ],
    ['LOCK', (copy) => (first(copy).visits = copy.routes[1]!.visits)],
    ['TIMING', (copy) => visitOf(copy, 'a').arrival--],
    ['TIMING', (copy) => visitOf(copy, 'a').departure--],
    ['TIMING', (copy) => (visitOf(copy, 'a').location = 2)],
    ['TIMING', (copy) => visitOf(copy, 'a').distanceFromPrevious++],
    ['TIMING', (copy) => visitOf(copy, 'a').travelFromPrevious++],
    ['TIMING', (copy) => visitOf(copy, 'a').parking++],
    ['TIMING', (copy) => visitOf(copy, 'a').waiting++],
    ['TIMING', (copy) => first(copy).start++],
    ['TIMING', (copy) => first(copy).end--],
    ['TIMING', (copy) => first(copy).distance++],
    ['TIMING', (copy) => first(copy).travelTime++],
    ['TIMING', (copy) => first(copy).serviceTime++],
    ['TIMING', (copy) => first(copy).waitingTime++],
    ['TIMING', (copy) => first(copy).breakTime++],
    ['TIME_WINDOW', (copy) => (visitOf(copy, 'a').start = 101)],
    ['BREAK', (copy) => (first(copy).breaks = [])],
    ['BREAK', (copy) => (first(copy).breaks[0]!.start = 9)],
    ['BREAK', (copy) => Object.assign(first(copy).breaks[0]!, { start: 41, end: 48 })],
    ['BREAK', (copy) => first(copy).breaks[0]!.end--],
    ['BREAK', (copy) => (first(copy).breaks[0]!.break = 1)],
    ['BREAK', (copy) => (first(copy).breaks[0]!.beforeVisit = 99)],
    ['BREAK', (copy) => (first(copy).breaks[0]!.beforeVisit = 0.5)],
    ['BREAK', (copy) => delete (first(copy).breaks[0] as Partial<Writable<PlacedBreak>>).beforeTravel],
    ['BREAK', (copy) => first(copy).breaks.push(structuredClone(first(copy).breaks[0]!))],
    ['LOAD', (copy) => first(copy).startLoad[0]!++],
    ['LOAD', (copy) => visitOf(copy, 'a').load[0]!++],
    ['LOAD', (copy) => visitOf(copy, 'a').load.push(1)],
    ['COST', (copy) => first(copy).costs.fixed++],
    ['COST', (copy) => copy.costs.total--],
    ['COST', (copy) => copy.statistics.distance--],
    ['COST', (copy) => copy.statistics.vehicles--],
  ])('finds %s', (code, change) => {
    expect(spoil(change)).toContain(code);
  });

  it('judges by the limits of the problem', () => {
    const narrower = (vehicle: object, job: object = {}) => {
      const changed = defineProblem({
        ...input,
        jobs: input.jobs.map((entry) => (entry.id === 'a' ? { ...entry, ...job } : entry)),
        vehicles: input.vehicles.map((entry) => (entry.id === 'v' ? { ...entry, ...vehicle } : entry)),
      });
      return [...new Set(checkSolution(changed, solution).map((fault) => fault.code))];
    };
    const { start, end, distance } = solution.routes[0]!;
    expect(narrower({ shift: { from: start + 1, to: 9999 } })).toEqual(['SHIFT']);
    expect(narrower({ shift: { from: 0, to: end - 1 } })).toEqual(['SHIFT']);
    expect(narrower({ maxDistance: distance - 1 })).toEqual(['LIMIT']);
    expect(narrower({ maxDuration: end - start - 1 })).toEqual(['LIMIT']);
    expect(narrower({ maxStops: 2 })).toEqual(['LIMIT']);
    expect(narrower({ maxOrders: 2 })).toEqual(['LIMIT']);
    expect(narrower({ minOrders: 4 })).toEqual(['LIMIT']);
    expect(narrower({ capacity: [1] })).toEqual(['LOAD']);
    expect(narrower({}, { exclusionLabel: 'x' })).toEqual(['EXCLUSION']);
    expect(narrower({}, { onBoard: 'w' })).toEqual(['LOCK', 'LOAD']);
    expect(narrower({ breaks: [{ kind: 'after-work', after: 20, duration: 7 }] })).toContain('BREAK');
  });
});
