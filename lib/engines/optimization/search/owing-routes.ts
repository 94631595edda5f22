import type { Model } from './compile-model.ts';
import type { Evaluator } from './evaluator.ts';
import type { Plan } from './plan.ts';
import type { Recreate } from './recreate.ts';
import type { Ruin } from './ruin.ts';
import type { Simulator } from './simulate-route.ts';

/** Iterations between two changes of attitude. */
const PHASE = 100;
/**
 * How many times as expensive a unit of debt is while it is being settled, and relative to the bonus for a vehicle in
 * use.
 */
const SETTLING_FACTOR = 100;
const SETTLING_BONUS_FACTOR = 2;

/**
 * Routes with debts: orders or places that they still miss. Such routes are dissolved in the end, so their jobs are as
 * good as unserved; but a vehicle that needs three orders gets them one by one. The search therefore takes three
 * attitudes in turn. Lenient: debts have a price, no more. Settling: they are expensive, and the jobs of a route with a
 * debt count as left out. Giving up: there are no routes with debts, and none is started.
 */
export interface OwingRoutes {
  /** Weight of the jobs on routes with a debt. */
  weight(): number;
  /** The same weight, or 0 where the attitude is lenient. */
  weightAtPresent(): number;
  /** Takes the attitude that is due after this many iterations; returns true if the plan's cost changes thereby. */
  attend(iterations: number): boolean;
}

/** Prepares for routes with debts; undefined where there are none. */
export function createOwingRoutes(
  model: Model,
  plan: Plan,
  evaluator: Evaluator,
  simulator: Simulator,
  ruin: Ruin,
  recreate: Recreate,
): OwingRoutes | undefined {
  const { debt } = evaluator;
  if (!model.owes || debt === undefined) return undefined;
  const { visits, visitOf, jobOf, weight } = model;
  const { used, size, next } = plan;
  const attitudes = ['lenient', 'settling', 'giving up'] as const;
  let attitude: (typeof attitudes)[number] = 'lenient';
  let lenientPrice = 0;

  const owingWeight = (): number => {
    let sum = 0;
    for (let i = 0; i < size.used; i++) {
      const route = used[i]!;
      if (debt[route] === 0) continue;
      for (let p = next[visits + 2 * route]!; p < visits; p = next[p]!)
        if (visitOf[jobOf[p]!] === p) sum += weight[jobOf[p]!]!;
    }
    return sum;
  };

  const attend = (iterations: number): boolean => {
    const due = attitudes[Math.floor(iterations / PHASE) % attitudes.length]!;
    if (due === attitude) return false;
    if (attitude === 'lenient') lenientPrice = simulator.debtPrice;
    attitude = due;
    const dearer = SETTLING_FACTOR * lenientPrice + SETTLING_BONUS_FACTOR * simulator.useBonus;
    simulator.debtPrice = due === 'lenient' ? lenientPrice : dearer;
    recreate.avoidMinimums(due === 'giving up');
    recreate.forgetPrices();
    if (due === 'giving up') plan.begin();
    simulator.refusesMisplaced = false;
    for (let i = size.used - 1; i >= 0; i--) {
      if (due === 'giving up' && debt[used[i]!]! > 0) ruin.emptyRoute(used[i]!);
      else evaluator.refresh(used[i]!);
    }
    simulator.refusesMisplaced = due === 'giving up';
    return true;
  };

  return { weight: owingWeight, weightAtPresent: () => (attitude === 'lenient' ? 0 : owingWeight()), attend };
}
