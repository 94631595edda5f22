import type { Random } from '../random.ts';
import { brokenPairs, type Individual, isFeasible, penalizedCents } from './individual.ts';
import type { Penalties } from './penalties.ts';

/** Plans kept of each kind after a selection, and added before the next. */
const LEAST = 25;
const GENERATION = 40;
/** Cheapest plans that no selection takes away, and nearest plans a plan's difference is measured by. */
const ELITE = 4;
const NEAREST = 5;

/** Plans that keep all rules and plans that do not, each kind selected by cost and by difference from the others. */
export interface Population {
  add(plan: Individual): void;
  /** The better one of two plans drawn at random. */
  pick(): Individual;
  /** To be called when the penalties have changed. */
  reprice(): void;
}

/** One kind of plans, with the share of broken pairs between any two. */
interface Kind {
  readonly plans: Individual[];
  readonly apart: number[][];
  /** Fitness of each plan; undefined where it is to be computed anew. */
  fitness: Float64Array | undefined;
}

/**
 * A population managed as in hybrid genetic search: a plan's fitness is its rank by penalized cost plus its rank by the
 * mean difference from the plans most like it (Vidal et al., Operations Research 60, 2012).
 */
export function createPopulation(penalties: Penalties, random: Random): Population {
  const feasible: Kind = { plans: [], apart: [], fitness: undefined };
  const infeasible: Kind = { plans: [], apart: [], fitness: undefined };

  const add = (plan: Individual): void => {
    const kind = isFeasible(plan) ? feasible : infeasible;
    const { plans, apart } = kind;
    const row = plans.map((other) => brokenPairs(plan, other));
    for (const [k, share] of row.entries()) apart[k]!.push(share);
    row.push(0);
    apart.push(row);
    plans.push(plan);
    if (plans.length >= LEAST + GENERATION) while (plans.length > LEAST) removeWorst(kind);
    kind.fitness = undefined;
  };

  const removeWorst = (kind: Kind): void => {
    const { plans, apart } = kind;
    const values = fitnessOf(kind, penalties);
    const worst = values.reduce((w, value, k) => (value > values[w]! ? k : w), 0);
    plans.splice(worst, 1);
    apart.splice(worst, 1);
    for (const row of apart) row.splice(worst, 1);
  };

  const fitnessAt = (index: number): number => {
    const count = feasible.plans.length;
    const kind = index < count ? feasible : infeasible;
    kind.fitness ??= fitnessOf(kind, penalties);
    return kind.fitness[index < count ? index : index - count]!;
  };

  return {
    add,
    pick: () => {
      const count = feasible.plans.length + infeasible.plans.length;
      const one = random.below(count);
      const other = random.below(count);
      const chosen = fitnessAt(one) < fitnessAt(other) ? one : other;
      const { plans } = feasible;
      return chosen < plans.length ? plans[chosen]! : infeasible.plans[chosen - plans.length]!;
    },
    reprice: () => {
      infeasible.fitness = undefined;
    },
  };
}

/** Biased fitness of each plan of a kind; lower is better, twins of others come last. */
function fitnessOf({ plans, apart }: Kind, penalties: Penalties): Float64Array {
  const size = plans.length;
  const cents = plans.map((plan) => penalizedCents(plan, penalties));
  const nearest = new Float64Array(NEAREST);
  const least = new Float64Array(size);
  const difference = apart.map((row, k) => {
    let count = 0;
    for (const [other, share] of row.entries()) {
      if (other === k || (count === NEAREST && share >= nearest[NEAREST - 1]!)) continue;
      let at = count < NEAREST ? count++ : NEAREST - 1;
      for (; at > 0 && nearest[at - 1]! > share; at--) nearest[at] = nearest[at - 1]!;
      nearest[at] = share;
    }
    least[k] = count === 0 ? 1 : nearest[0]!;
    let sum = 0;
    for (let i = 0; i < count; i++) sum += nearest[i]!;
    return count === 0 ? 1 : sum / count;
  });
  const byCost = Array.from(cents.keys()).sort((a, b) => cents[a]! - cents[b]!);
  const byDifference = Array.from(cents.keys()).sort((a, b) => difference[b]! - difference[a]!);
  const values = new Float64Array(size);
  for (const [rank, k] of byCost.entries()) {
    values[k]! += rank;
    if (least[k] === 0 && rank > 0) values[k]! += 10 * size;
  }
  const weight = 1 - ELITE / Math.max(size, ELITE);
  for (const [rank, k] of byDifference.entries()) values[k]! += weight * rank;
  return values;
}
