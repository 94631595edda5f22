import type { Random } from '../random.ts';
import { brokenPairs, type Individual, isFeasible, penalizedCents } from './individual.ts';
import type { Penalties } from './penalties.ts';

/** Plans of each kind added between two selections. */
const GENERATION = 40;
/** Cheapest plans that no selection takes away, and nearest plans a plan's difference is measured by. */
const ELITE = 4;
const NEAREST = 5;

/**
 * Plans that keep all rules, those of them with few vehicles, and plans that break a rule: each kind is selected by
 * cost and by difference from the others of its kind.
 */
export interface Population {
  add(plan: Individual): void;
  /** The better one of two plans drawn at random. */
  pick(): Individual;
  /** The plans that keep all rules, those with few vehicles included. */
  feasible(): Individual[];
  /** The cheapest plan on few vehicles, if there is any. */
  onFew(): Individual | undefined;
  /** To be called when the penalties have changed. */
  reprice(): void;
}

/** What counts as a plan on few vehicles when it is added; may change. */
export interface Sparing {
  /** Its largest number of vehicles; 0 where no plan has few. */
  most: number;
}

/** A plan of the population. */
interface Member {
  readonly plan: Individual;
  /** Share of broken pairs with each other plan of its kind. */
  readonly apart: Map<Member, number>;
  /** The smallest of these shares, in order; undefined where they must be looked up again. */
  nearest: readonly number[] | undefined;
  /** Rank when the kind was last ranked; lower is better. */
  fitness: number;
}

/** One kind of plan. */
interface Kind {
  readonly members: Member[];
  ranked: boolean;
}

/**
 * A population managed as in hybrid genetic search: a plan's fitness is its rank by penalized cost plus its rank by the
 * mean difference from the most similar plans (Vidal et al., Operations Research 60, 2012). A selection leaves `least`
 * plans of a kind. Plans on few vehicles are a kind of their own, because they are more expensive than the others for a
 * long time and cheaper in the end where loads are tight.
 */
export function createPopulation(
  penalties: Penalties,
  random: Random,
  least: number,
  sparing: Sparing,
): Population {
  const feasible: Kind = { members: [], ranked: false };
  const onFew: Kind = { members: [], ranked: false };
  const infeasible: Kind = { members: [], ranked: false };
  const kinds = [feasible, onFew, infeasible];

  const kindOf = (plan: Individual): Kind => {
    if (!isFeasible(plan)) return infeasible;
    return plan.routes.length <= sparing.most ? onFew : feasible;
  };

  const add = (plan: Individual): void => {
    const kind = kindOf(plan);
    const { members } = kind;
    const added: Member = { plan, apart: new Map(), nearest: undefined, fitness: 0 };
    for (const other of members) {
      const share = brokenPairs(plan, other.plan);
      added.apart.set(other, share);
      other.apart.set(added, share);
      if (other.nearest !== undefined && isAmong(other.nearest, share)) other.nearest = undefined;
    }
    members.push(added);
    kind.ranked = false;
    if (members.length < least + GENERATION) return;
    while (members.length > least) removeWorst(kind);
  };

  const removeWorst = (kind: Kind): void => {
    rank(kind, penalties);
    const { members } = kind;
    const worst = members.reduce((w, member) => (member.fitness > w.fitness ? member : w));
    members.splice(members.indexOf(worst), 1);
    for (const other of members) {
      if (other.nearest !== undefined && isAmong(other.nearest, other.apart.get(worst)!))
        other.nearest = undefined;
      other.apart.delete(worst);
    }
    kind.ranked = false;
  };

  const draw = (): Member => {
    let index = random.below(kinds.reduce((sum, { members }) => sum + members.length, 0));
    let kind = feasible;
    for (kind of kinds) {
      if (index < kind.members.length) break;
      index -= kind.members.length;
    }
    if (!kind.ranked) rank(kind, penalties);
    return kind.members[index]!;
  };

  return {
    add,
    pick: () => {
      const one = draw();
      const other = draw();
      return (one.fitness < other.fitness ? one : other).plan;
    },
    feasible: () => [...feasible.members, ...onFew.members].map(({ plan }) => plan),
    onFew: () =>
      onFew.members.reduce<Individual | undefined>(
        (best, { plan }) => (best === undefined || plan.cents < best.cents ? plan : best),
        undefined,
      ),
    reprice: () => {
      infeasible.ranked = false;
    },
  };
}

/** Whether a share is, or would be, one of the smallest. */
function isAmong(nearest: readonly number[], share: number): boolean {
  return nearest.length < NEAREST || share <= nearest[NEAREST - 1]!;
}

/** Computes the biased fitness of each plan of a kind; duplicates come last. */
function rank(kind: Kind, penalties: Penalties): void {
  const { members } = kind;
  const size = members.length;
  const cents = members.map(({ plan }) => penalizedCents(plan, penalties));
  const difference = members.map((member) => {
    member.nearest ??= leastOf(member.apart.values());
    return member.nearest.reduce((sum, share) => sum + share, 0) / member.nearest.length;
  });
  const byCost = Array.from(members.keys()).sort((a, b) => cents[a]! - cents[b]!);
  const byDifference = Array.from(members.keys()).sort((a, b) => difference[b]! - difference[a]!);
  for (const [place, k] of byCost.entries()) {
    const isTwin = place > 0 && members[k]!.nearest![0] === 0;
    members[k]!.fitness = place + (isTwin ? 10 * size : 0);
  }
  const weight = 1 - ELITE / Math.max(size, ELITE);
  for (const [place, k] of byDifference.entries()) members[k]!.fitness += weight * place;
  kind.ranked = true;
}

/** The `NEAREST` smallest shares, in order. */
function leastOf(shares: Iterable<number>): number[] {
  const least: number[] = [];
  for (const share of shares) {
    if (least.length === NEAREST && share >= least[NEAREST - 1]!) continue;
    if (least.length === NEAREST) least.pop();
    let at = least.length;
    for (; at > 0 && least[at - 1]! > share; at--) least[at] = least[at - 1]!;
    least[at] = share;
  }
  return least;
}
