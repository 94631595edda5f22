import { describe, expect, it } from 'vitest';
import {
  defineProblem,
  InvalidProblem,
  type ProblemInput,
} from '../../../../../lib/engines/optimization/index.ts';
import { delivery, road, van } from './support/line-problem.ts';

const sound: ProblemInput = {
  travel: road([0, 10]),
  dimensions: ['boxes'],
  jobs: [delivery('a', 1, { load: [1] })],
  vehicles: [van('v', { capacity: [5] })],
};

/** Field named by the refusal; undefined if the problem is accepted. */
function refused(input: unknown): string | undefined {
  try {
    defineProblem(input as ProblemInput);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidProblem) return error.field;
    throw error;
  }
}

const job = (fields: object) => ({ ...sound, jobs: [{ ...sound.jobs[0], ...fields }] });
const stop = (fields: object) => job({ stop: { location: 1, ...fields } });
const vehicle = (fields: object) => ({ ...sound, vehicles: [{ ...sound.vehicles[0], ...fields }] });
const table = (durations: unknown, distances: unknown = [0, 1, 1, 0]) => ({
  ...sound,
  travel: { locationCount: 2, tables: { car: { durations, distances } } },
});

describe('defineProblem', () => {
  it('accepts a sound problem and freezes it deeply', () => {
    const problem = defineProblem(sound);
    expect(Object.isFrozen(problem)).toBe(true);
    expect(Object.isFrozen(problem.jobs[0]?.stop.windows[0])).toBe(true);
    expect(Object.isFrozen(problem.vehicles[0]?.cost)).toBe(true);
  });

  it('accepts the empty problem', () => {
    expect(refused({ travel: road([]), jobs: [], vehicles: [] })).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['problem.speed', { ...sound, speed: 3 }],
    ['problem', []],
    ['travel', { ...sound, travel: 7 }],
    ['travel.locationCount', { ...sound, travel: { locationCount: 1.5, tables: {} } }],
    ['travel.tables.car', { ...sound, travel: { locationCount: 2, tables: {} } }],
    ['travel.tables.boat', { ...sound, travel: { locationCount: 2, tables: { boat: 1 } } }],
    ['travel.tables.car.durations', table([0, 1, 1])],
    ['travel.tables.car.durations[0][1]', table([0, Number.NaN, 1, 0])],
    ['travel.tables.car.durations[1][0]', table([0, 1, -1, 0])],
    ['travel.tables.car.distances[1][0]', table([0, 1, 1, 0], [0, 1, 0.5, 0])],
    ['travel.tables.car.distances', table([0, 1, 1, 0], 'none')],
    ['travel.tables.car.durations[0][1]', table([0, 999_999_999, 1, 0])],
    ['travel.model', { ...sound, travel: { model: 1, locations: [] } }],
    [
      'travel.locations[0].lat',
      { ...sound, travel: { model: () => ({}), locations: [{ lat: 91, lng: 0 }] } },
    ],
    [
      'travel.tables.car.speedPeriods[1].from',
      {
        ...sound,
        travel: {
          locationCount: 1,
          tables: {
            car: {
              durations: [0],
              distances: [0],
              speedPeriods: [
                { from: 0, to: 9, percent: 50 },
                { from: 8, to: 10, percent: 50 },
              ],
            },
          },
        },
      },
    ],
    ['dimensions[1]', { ...sound, dimensions: ['a', 'a'] }],
    ['jobs', { ...sound, jobs: 'a' }],
    ['jobs[1].id', { ...sound, jobs: [sound.jobs[0], sound.jobs[0]] }],
    ['jobs[0].id', job({ id: '' })],
    ['jobs[0].kind', job({ kind: 'return' })],
    ['jobs[0].color', job({ color: 'red' })],
    ['jobs[0].pickup', job({ pickup: { location: 0 } })],
    ['jobs[0].load', job({ load: [1, 2] })],
    ['jobs[0].load[0]', job({ load: [-1] })],
    ['jobs[0].load[0]', job({ load: [0.5] })],
    ['jobs[0].load', job({ kind: 'service' })],
    ['jobs[0].requires[1]', job({ requires: ['a', 'a'] })],
    ['jobs[0].prefers[0].penaltyCents', job({ prefers: [{ capability: 'a', penaltyCents: -1 }] })],
    ['jobs[0].priority', job({ priority: 4 })],
    ['jobs[0].sequencePriority', job({ sequencePriority: 500 })],
    ['jobs[0].sequenceGroup', job({ sequenceGroup: '' })],
    ['jobs[0].lock.vehicle', job({ lock: { vehicle: 'x' } })],
    ['jobs[0].lock.position', job({ lock: { vehicle: 'v', position: -1 } })],
    ['jobs[0].lock.deliveryPosition', job({ lock: { vehicle: 'v', deliveryPosition: 1 } })],
    ['jobs[0].onBoard', job({ onBoard: 'x' })],
    ['jobs[0].stop.location', stop({ location: 2 })],
    ['jobs[0].stop.service', stop({ service: -1 })],
    ['jobs[0].stop.doorstep', stop({ doorstep: 1.5 })],
    ['jobs[0].stop.windows', stop({ windows: [] })],
    ['jobs[0].stop.windows[0].to', stop({ windows: [{ from: 5, to: 4 }] })],
    [
      'jobs[0].stop.windows[1].from',
      stop({
        windows: [
          { from: 5, to: 9 },
          { from: 9, to: 10 },
        ],
      }),
    ],
    ['vehicles[1].id', { ...sound, vehicles: [sound.vehicles[0], sound.vehicles[0]] }],
    ['vehicles[0].start', vehicle({ start: 9 })],
    ['vehicles[0].shift.to', vehicle({ shift: { from: 5, to: 4 } })],
    ['vehicles[0].capacity', vehicle({ capacity: [] })],
    ['vehicles[0].profile', vehicle({ profile: 'boat' })],
    ['vehicles[0].speedPercent', vehicle({ speedPercent: 0 })],
    ['vehicles[0].maxStops', vehicle({ maxStops: Number.NaN })],
    ['vehicles[0].minOrders', vehicle({ minOrders: 3, maxOrders: 2 })],
    ['vehicles[0].cost.centsPerMile', vehicle({ cost: { centsPerMile: 3 } })],
    ['vehicles[0].breaks[0].after', vehicle({ breaks: [{ kind: 'after-work', after: 0, duration: 5 }] })],
    ['vehicles[0].breaks[0].window', vehicle({ breaks: [{ kind: 'window', duration: 5 }] })],
    ['vehicles[0].breaks[0].duration', vehicle({ breaks: [{ kind: 'window', duration: 0 }] })],
    [
      'vehicles[0].breaks[0].after',
      vehicle({ breaks: [{ kind: 'window', after: 3, duration: 5, window: { from: 0, to: 1 } }] }),
    ],
    ['initialRoutes[0].vehicle', { ...sound, initialRoutes: [{ vehicle: 'x', jobs: [] }] }],
    ['initialRoutes[0].jobs[0]', { ...sound, initialRoutes: [{ vehicle: 'v', jobs: ['x'] }] }],
    ['initialRoutes[0].jobs[1]', { ...sound, initialRoutes: [{ vehicle: 'v', jobs: ['a', 'a'] }] }],
    [
      'initialRoutes[1].vehicle',
      {
        ...sound,
        initialRoutes: [
          { vehicle: 'v', jobs: ['a'] },
          { vehicle: 'v', jobs: [] },
        ],
      },
    ],
    [
      'initialRoutes[1].jobs[0]',
      {
        ...sound,
        vehicles: [van('v', { capacity: [5] }), van('w', { capacity: [5] })],
        initialRoutes: [
          { vehicle: 'v', jobs: ['a'] },
          { vehicle: 'w', jobs: ['a'] },
        ],
      },
    ],
    ['fleetUse', { ...sound, fleetUse: 'some' }],
    ['balance.by', { ...sound, balance: { by: 'weight', weightCents: 1 } }],
    ['clusterPenaltyCents', { ...sound, clusterPenaltyCents: -1 }],
  ])('refuses nonsense and names %s', (field, input) => {
    expect(refused(input)).toBe(field);
  });

  it.each<[string, unknown]>([
    ['jobs must be a list, not "a"', { ...sound, jobs: 'a' }],
    ['problem must be an object, not a list of 0', []],
    ['travel must be an object, not 7', { ...sound, travel: 7 }],
    ['jobs[0].id must be a non-empty string, not 5', job({ id: 5 })],
    ['jobs[0].stop.service must be an integer, not "5"', stop({ service: '5' })],
    ['jobs[0].stop.service must be from 0 to 750000000, not -1', stop({ service: -1 })],
    ['fleetUse must be one of as-needed, fewest, all, not "some"', { ...sound, fleetUse: 'some' }],
    [
      'jobs[0].stop.place is not a known field here; known are location, service, doorstep, windows',
      stop({ place: 1 }),
    ],
    ['jobs[0].lock.vehicle "x" is not a vehicle; there are "v"', job({ lock: { vehicle: 'x' } })],
    [
      'jobs[0].lock.vehicle "x" is not a vehicle; there are "0", "1", "2", "3", "4" and 3 more',
      {
        ...job({ lock: { vehicle: 'x' } }),
        vehicles: Array.from({ length: 8 }, (_, i) => van(String(i), { capacity: [1] })),
      },
    ],
    [
      'jobs[0].onBoard "x" is not a vehicle; there is none',
      { ...sound, jobs: [{ ...sound.jobs[0], onBoard: 'x' }], vehicles: [] },
    ],
    [
      'jobs[1].id "a" is that of jobs[0] too; each must have its own',
      { ...sound, jobs: [sound.jobs[0], sound.jobs[0]] },
    ],
    [
      'initialRoutes[0].jobs[1] repeats "a", which has one stop',
      { ...sound, initialRoutes: [{ vehicle: 'v', jobs: ['a', 'a'] }] },
    ],
  ])('refuses in words that show the value and the way out: %s', (words, input) => {
    expect(() => defineProblem(input as ProblemInput)).toThrow(words);
  });

  it('refuses two jobs locked to one place and a lock that differs from the vehicle on board', () => {
    const lock = { vehicle: 'v', position: 0 };
    const jobs = [delivery('a', 1, { lock }), delivery('b', 1, { lock })];
    expect(refused({ ...sound, jobs })).toBe('jobs[1].lock.position');
    const vehicles = [van('v'), van('w')];
    expect(
      refused({ ...sound, jobs: [delivery('a', 1, { lock: { vehicle: 'v' }, onBoard: 'w' })], vehicles }),
    ).toBe('jobs[0].lock.vehicle');
  });
});
