import { describe, expect, it } from 'vitest';
import {
  checkSolution,
  defineProblem,
  type ProblemInput,
  solve,
  type VehicleInput,
} from '../../../../lib/optimization/index.ts';
import { compileModel, type Model } from '../../../../lib/optimization/search/compile-model.ts';
import { createSearch } from '../../../../lib/optimization/search/create-search.ts';
import { arcCents } from '../../../../lib/optimization/search/genetic/arc-cents.ts';
import { createVisitExchange } from '../../../../lib/optimization/search/genetic/exchange-visits.ts';
import { keepRoutes } from '../../../../lib/optimization/search/genetic/individual.ts';
import { listPreceding } from '../../../../lib/optimization/search/genetic/list-preceding.ts';
import {
  createLooseRoutes,
  type LooseRoutes,
} from '../../../../lib/optimization/search/genetic/loose-routes.ts';
import { createVisitMoves } from '../../../../lib/optimization/search/genetic/move-visits.ts';
import { createRandom, type Random } from '../../../../lib/optimization/search/random.ts';
import { createSimulator } from '../../../../lib/optimization/search/simulate-route.ts';
import { delivery, plane, road, van } from './support/line-problem.ts';
import {
  CAPACITY,
  randomProblem,
  scattered,
  sequencesOf,
  type Variation,
  VEHICLES,
  VISITS,
} from './support/scattered-routes.ts';
import { tryEveryStart } from './support/try-every-start.ts';

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);
const PLENTY = 1000;

/** Everything that makes time matter, on a day short enough to try each of its seconds. */
const TIMED: Variation & { readonly vehicle: Partial<VehicleInput> } = {
  windowSeconds: 2500,
  ordersPerLocation: 2,
  vehicle: {
    shift: { from: 200, to: 5500 },
    departureDelay: 120,
    parkingTime: 60,
    maxDuration: 3000,
    cost: { fixedCents: 300, centsPerKilometre: 700, centsPerHour: 1800, centsPerStop: 40 },
  },
};
const ROOMY: Variation = { ...TIMED, vehicle: { ...TIMED.vehicle, capacity: [PLENTY] } };

/** One to four visits, mostly in the order of their windows. */
function randomSequence(random: Random, { open }: Model): number[] {
  const visits = Array.from({ length: VISITS }, (_, v) => v);
  const picked = Array.from(
    { length: 1 + random.below(4) },
    () => visits.splice(random.below(visits.length), 1)[0]!,
  );
  return random.below(4) === 0 ? picked : picked.sort((u, v) => open[u]! - open[v]!);
}

describe('loose routes whose time costs', () => {
  it('know the cents, the broken seconds and the waiting of every route, as trying every start does', () => {
    let kept = 0;
    let broken = 0;
    let waiting = 0;
    for (const seed of SEEDS) {
      const random = createRandom(seed);
      const problem = randomProblem(random, ROOMY);
      const model = compileModel(problem);
      const routes = createLooseRoutes(model, 1);
      const simulator = createSimulator(model);
      for (let n = 0; n < 12; n++) {
        const sequence = Int32Array.from(randomSequence(random, model));
        routes.clear();
        routes.layOut(0, sequence);
        const expected = tryEveryStart(problem, Array.from(sequence));
        expect(routes.centsOf(0)).toBeCloseTo(expected.cents, 6);
        expect({ warp: routes.warp[0], waited: routes.waited[0] }).toEqual({
          warp: expected.warp,
          waited: expected.waited,
        });
        const simulated = simulator.simulate(0, sequence, sequence.length, false);
        expect(simulated < Number.POSITIVE_INFINITY).toBe(expected.warp === 0);
        if (expected.warp === 0) expect(simulated).toBeCloseTo(expected.cents, 6);
        if (expected.warp === 0) kept++;
        else broken++;
        if (expected.waited > 0) waiting++;
      }
    }
    expect(Math.min(kept, broken, waiting)).toBeGreaterThan(100);
  });
});
