import { describe, expect, it } from 'vitest';
import {
  defineProblem,
  type JobInput,
  type VehicleInput,
} from '../../../../../../lib/engines/optimization/index.ts';
import { compileModel } from '../../../../../../lib/engines/optimization/search/compile-model.ts';
import {
  createSearch,
  type Search,
} from '../../../../../../lib/engines/optimization/search/create-search.ts';
import { ENTRY_SIZE, UNKNOWN } from '../../../../../../lib/engines/optimization/search/evaluator.ts';
import { createRandom } from '../../../../../../lib/engines/optimization/search/random.ts';
import { delivery, plane, road, van } from '../support/line-problem.ts';

const ORDERS = 16;

/** What makes an estimate inexact. */
interface Features {
  readonly breaks?: VehicleInput['breaks'];
  readonly rushHour?: boolean;
}

/**
 * Orders that all fit, on two kinds of vehicles paid by the hour and stop; deliveries, pickups and pairs, narrow and
 * wide windows.
 */
function planned(seed: number, { breaks = [], rushHour = false }: Features = {}): Search {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + random.below(high - low + 1);
  const places = Array.from({ length: 2 * ORDERS + 1 }, () => [between(0, 600), between(0, 600)] as const);
  const window = () => {
    const from = between(0, 3500);
    return random.below(4) === 0 ? {} : { windows: [{ from, to: from + between(0, 900) }] };
  };
  const stop = (place: number) => {
    const location = random.below(4) === 0 ? between(0, place) : place;
    return { location, service: between(0, 120), ...window() };
  };
  const jobs = Array.from({ length: ORDERS }, (_, i): JobInput => {
    const id = `j${i}`;
    const load = [between(0, 5)];
    const kind = random.below(4);
    if (kind === 0) return { kind: 'pair', id, load, pickup: stop(2 * i + 1), delivery: stop(2 * i + 2) };
    if (kind === 1) return { kind: 'pickup', id, load, stop: stop(2 * i + 1) };
    return { kind: 'delivery', id, load, stop: stop(2 * i + 1) };
  });
  const traffic = rushHour ? { speedPeriods: [{ from: 1000, to: 2500, percent: 60 }] } : {};
  const problem = defineProblem({
    travel: plane(places, traffic),
    dimensions: ['weight'],
    jobs,
    vehicles: Array.from({ length: 6 }, (_, v) => ({
      id: `v${v}`,
      start: 0,
      ...(v % 3 === 0 ? {} : { end: 0 }),
      shift: { from: 100, to: 5000 },
      departureDelay: 30,
      parkingTime: v % 2 === 0 ? 0 : 20,
      breaks,
      capacity: [9],
      cost: { fixedCents: 500, centsPerKilometre: 700, centsPerHour: 4000, centsPerStop: 40 },
    })),
  });
  const search = createSearch(compileModel(problem), createRandom(seed), 0);
  search.plan.begin();
  search.recreate.insertAbsent();
  return search;
}

function visitsOn({ plan, model }: Search, route: number): number[] {
  const visits: number[] = [];
  for (let p = plan.next[model.visits + 2 * route]!; p < model.visits; p = plan.next[p]!) visits.push(p);
  return visits;
}

/** Price of the cheapest place on a route for a job that is on none, with every place simulated. */
function cheapest({ model, plan, simulator }: Search, job: number, route: number, visits: number[]): number {
  const pickup = model.pickupOf[job]!;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i <= visits.length; i++)
    for (let j = i; j <= (pickup < 0 ? i : visits.length); j++) {
      const trial = visits.toSpliced(j, 0, model.visitOf[job]!);
      if (pickup >= 0) trial.splice(i, 0, pickup);
      const cost = simulator.simulate(model.typeOf[route]!, Int32Array.from(trial), trial.length, false);
      least = Math.min(least, cost - plan.cost[route]!);
    }
  return least;
}

/** Removes each planned job in turn and calls back for each route that is then in use. */
function forEachPlace(search: Search, visit: (job: number, route: number) => void): void {
  const { plan, ruin, evaluator, model } = search;
  for (let job = 0; job < model.jobs; job++) {
    const route = plan.routeOf[model.visitOf[job]!]!;
    if (route < 0) continue;
    plan.begin();
    ruin.removeJob(job);
    // The remaining route may break a rule: without a stop, a pause may come too early or too late.
    if (evaluator.refresh(route)) for (let i = 0; i < plan.size.used; i++) visit(job, plan.used[i]!);
    plan.undo();
  }
}

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

describe('what an insertion is expected to cost', () => {
  it('is what it costs where there are no pauses and no traffic', () => {
    let places = 0;
    for (const seed of SEEDS) {
      const search = planned(seed);
      const entry = new Float64Array(ENTRY_SIZE);
      forEachPlace(search, (job, route) => {
        const least = cheapest(search, job, route, visitsOn(search, route));
        search.evaluator.findPlaces(job, route, entry, 0, Number.POSITIVE_INFINITY);
        expect(entry[0]).toBeCloseTo(least, 6);
        expect(entry[1] === -1).toBe(least === Number.POSITIVE_INFINITY);
        places++;
      });
    }
    expect(places).toBeGreaterThan(1000);
  });

  it('is at least known to be no less than a ceiling, and then found when it is asked for', () => {
    let unknown = 0;
    for (const seed of SEEDS.slice(0, 15)) {
      const search = planned(seed);
      const { evaluator } = search;
      const entry = new Float64Array(ENTRY_SIZE);
      forEachPlace(search, (job, route) => {
        const least = cheapest(search, job, route, visitsOn(search, route));
        const ceiling = least === Number.POSITIVE_INFINITY ? 1000 : least - 5;
        evaluator.findPlaces(job, route, entry, 0, ceiling);
        expect(entry[0]).toBeLessThanOrEqual(least + 1e-6);
        if (entry[1] !== UNKNOWN) return;
        unknown++;
        expect(entry[0]).toBe(ceiling);
        expect(evaluator.confirm!(job, route, entry, 0, ceiling)).toBe(false);
        expect(entry[1]).toBe(UNKNOWN);
        expect(evaluator.confirm!(job, route, entry, 0, Number.POSITIVE_INFINITY)).toBe(true);
        expect(entry[0]).toBeCloseTo(least, 6);
      });
    }
    expect(unknown).toBeGreaterThan(100);
  });

  it.each([
    ['nothing', {}],
    ['pauses', { breaks: [{ kind: 'after-work', after: 1500, duration: 200 }] }],
    ['traffic', { rushHour: true }],
  ] satisfies [string, Features][])(
    'leads to a place that costs what it is said to, with %s',
    (_, features) => {
      for (const seed of SEEDS.slice(0, 15)) {
        const search = planned(seed, features);
        const { plan, model, evaluator, simulator } = search;
        const entry = new Float64Array(ENTRY_SIZE);
        forEachPlace(search, (job, route) => {
          evaluator.findPlaces(job, route, entry, 0, Number.POSITIVE_INFINITY);
          if (entry[1] === -1) return;
          expect(evaluator.confirm!(job, route, entry, 0, Number.POSITIVE_INFINITY)).toBe(true);
          if (entry[1] === -1) return;
          const visits = visitsOn(search, route);
          const place = (after: number) => (after < model.visits ? visits.indexOf(after) + 1 : 0);
          const trial = visits.toSpliced(place(entry[2]!), 0, model.visitOf[job]!);
          if (model.pickupOf[job]! >= 0) trial.splice(place(entry[1]!), 0, model.pickupOf[job]!);
          const cost = simulator.simulate(model.typeOf[route]!, Int32Array.from(trial), trial.length, false);
          expect(entry[0]).toBeCloseTo(cost - plan.cost[route]!, 6);
        });
      }
    },
  );

  it('is beyond all others where a place is feasible only because trips get quicker, and is still found', () => {
    // Half the speed until 1000: B is reached at 200 and C at 1000. After A, B is reached at 900, 700 later; C at 1350.
    const problem = defineProblem({
      travel: road([0, 100, 500], { speedPeriods: [{ from: 0, to: 1000, percent: 50 }] }),
      jobs: [
        delivery('a', 0, { service: 700, windows: [{ from: 0, to: 0 }] }),
        delivery('b', 1),
        delivery('c', 2, { windows: [{ from: 0, to: 1400 }] }),
      ],
      vehicles: [van('v', { shift: { from: 0, to: 10_000 } })],
    });
    const { plan, evaluator } = createSearch(compileModel(problem), createRandom(1), 0);
    plan.layOut(0, [1, 2]);
    evaluator.refresh(0);
    const entry = new Float64Array(ENTRY_SIZE);
    evaluator.findPlaces(0, 0, entry, 0, Number.POSITIVE_INFINITY);
    expect(entry[0]).toBeGreaterThan(1e8);
    expect(evaluator.confirm!(0, 0, entry, 0, Number.POSITIVE_INFINITY)).toBe(true);
    expect(entry[0]).toBe(0);
  });

  it('is the same again after an iteration was undone', () => {
    const search = planned(3, { breaks: [{ kind: 'after-work', after: 1500, duration: 200 }] });
    const { plan, ruin, recreate, evaluator } = search;
    plan.begin();
    ruin.removeJob(0);
    for (let i = 0; i < plan.size.used; i++) evaluator.refresh(plan.used[i]!);
    const estimates = () =>
      Array.from(plan.used.slice(0, plan.size.used).sort(), (route) => {
        const entry = new Float64Array(ENTRY_SIZE);
        evaluator.findPlaces(0, route, entry, 0, Number.POSITIVE_INFINITY);
        return entry[0];
      });
    const before = estimates();
    for (let n = 0; n < 50; n++) {
      plan.begin();
      ruin.remove(6);
      recreate.insertAbsent();
      plan.undo();
    }
    expect(estimates()).toEqual(before);
  });
});

describe('a route undone', () => {
  it('owes again what it owed before', () => {
    const problem = defineProblem({
      travel: road([0, 100, 200]),
      jobs: [delivery('a', 1), delivery('b', 2)],
      vehicles: [van('v', { minOrders: 2 })],
    });
    const { plan, evaluator, ruin } = createSearch(compileModel(problem), createRandom(1), 0);
    plan.layOut(0, [0]);
    evaluator.refresh(0);
    expect(evaluator.debt![0]).toBe(1);
    plan.begin();
    ruin.emptyRoute(0);
    expect(evaluator.debt![0]).toBe(0);
    plan.undo();
    expect(evaluator.debt![0]).toBe(1);
  });
});
