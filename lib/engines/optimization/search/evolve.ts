import { AVERAGE_REMOVED, anneal, COLD } from './anneal.ts';
import type { Budget } from './budget.ts';
import { underAnyRules } from './compile-model.ts';
import type { Search } from './create-search.ts';
import { crossPlans } from './cross-plans.ts';
import { breed } from './genetic/breed.ts';
import type { MeanLeg } from './mean-leg.ts';
import { LONG_ROUTE } from './recreate.ts';
import { type Snapshot, servedIn } from './snapshot.ts';

/**
 * Temperatures relative to the cost of a leg between near visits; `WARM` is the start of a child. With any rules,
 * vehicles differ in price and place, so the choice of vehicles must be able to change as well as the order of visits:
 * with this value the city of the benchmark needs two vehicles fewer, and costs 4 % less after 8,000 iterations, than
 * with 2.5. Where vehicles are alike, plans to breed from lie in between.
 */
const HOT = 2.5;
const HOT_UNDER_ANY_RULES = 60;
const HOT_WITH_RULES_TO_BREED = 10;
const WARM = 0.375;
/**
 * Range from which the bonus of a route, in temperatures, is drawn; a single run takes the middle. With any rules,
 * twelve cities were 0.6 to 1.5 % more expensive without a bonus or with a negative one, and no cheaper from five
 * temperatures on.
 */
const BONUS: readonly [number, number] = [-1, 3];
const BONUS_UNDER_ANY_RULES: readonly [number, number] = [1, 5];
/**
 * Iterations per visit from which a run makes several plans. With any rules, one annealing for the whole time is better
 * up to a higher number: four cities were 1 % cheaper with 190 s (900 iterations per visit), and six of 200 orders were
 * the same with 2,800 per visit.
 */
const MIN_EVOLVED = 800;
const MIN_EVOLVED_UNDER_ANY_RULES = 2_000;
/**
 * How the first plans are created: in which share of the time, with how many iterations per visit at least, and how
 * many of them.
 */
interface Founding {
  readonly share: number;
  readonly perFounder: number;
  readonly mostFounders: number;
}
/**
 * Plans to breed from may be worse than plans to anneal further, but must differ more. Large problems get few children, so
 * their parents have to be better.
 */
const TO_BREED: Founding = Object.freeze({ share: 0.4, perFounder: 60, mostFounders: 12 });
const TO_BREED_MANY: Founding = Object.freeze({ share: 0.65, perFounder: 60, mostFounders: 6 });
const TO_ANNEAL: Founding = Object.freeze({ share: 0.5, perFounder: 200, mostFounders: 8 });
/** Number of first plans under rules that take longer to evaluate. */
const TO_BREED_WITH_RULES: Founding = Object.freeze({ share: 0.5, perFounder: 120, mostFounders: 12 });
const MANY_VISITS = 500;
/** Iterations per visit of an annealed child; with more time than that, children get longer. */
const PER_CHILD = 50;
const MAX_CHILDREN = 40;
/**
 * Shares of the time in which the speed of the search is measured: stretches that double until one is hardly faster
 * than the one before. A process that has just started is several times as slow as it will be a tenth of a second later.
 */
const FIRST_STRETCH = 0.005;
const STEADY = 1.1;
const MAX_PROBED = 0.1;
/** Shares of a parent's routes that a child inherits unchanged. */
const MIN_INHERITED = 0.15;
const MAX_INHERITED = 0.5;

/** The part of the run in which to evolve, and how. */
export interface EvolveOptions {
  /** The scale of a move. */
  readonly leg: MeanLeg;
  /** Share of the whole run that has passed. */
  readonly from: number;
  /** Share of an annealing that the present plan has behind it. */
  readonly resumeAt: number;
}

/**
 * Annealing from several starts, then children of two plans each. Where all jobs are plain deliveries, children are
 * bred by local search over loose routes; otherwise they are annealed from a low temperature. A better child replaces
 * the worst plan. A single annealing ends where early chance led it, mostly at another number of routes than the best
 * plan has, however long it runs; plans that ended differently have different good parts. A run that is too short for
 * this, or whose number of vehicles is settled, is a single annealing. The best plan is `search.best`.
 */
export async function evolve(
  search: Search,
  budget: Budget,
  { leg, from, resumeAt }: EvolveOptions,
): Promise<void> {
  const { model, state, random, found } = search;
  // After an abort, shares are infinite, and results computed from them would be NaN.
  const share = (): number => Math.min(1, (budget.share(state.iterations) - from) / (1 - from));
  const cool = (heat: number, routeBonus: number, begin: number, end: number, until = end): Promise<void> =>
    anneal(search, budget, {
      averageRemoved: AVERAGE_REMOVED,
      hot: heat * leg.cents,
      cold: COLD * leg.cents,
      from: from + (1 - from) * begin,
      to: from + (1 - from) * end,
      until: from + (1 - from) * until,
      routeBonus,
    });
  const anyRules = underAnyRules({ shape: model.shape, breeds: search.breeds });
  const hot = hotOf(search) * (COLD / hotOf(search)) ** resumeAt;
  const [leastBonus, mostBonus] = anyRules ? BONUS_UNDER_ANY_RULES : BONUS;
  const run = async (heat: number, begin: number, end: number): Promise<Snapshot> => {
    const routeBonus = leastBonus + (mostBonus - leastBonus) * random.unit();
    search.startOver();
    await cool(heat, routeBonus, begin, end);
    // Many children may fit before a pause is due, and together they must not block other work.
    await budget.breathe(state.iterations);
    return { ...found, sequence: found.sequence.slice() };
  };

  if (model.problem.fleetUse === 'fewest') {
    await cool(hot, 0, 0, 1);
    return;
  }
  const single = (until: number) => cool(hot, (leastBonus + mostBonus) / 2, 0, 1, until);
  const leastEvolved = anyRules ? MIN_EVOLVED_UNDER_ANY_RULES : MIN_EVOLVED;
  const perVisit = (await measureSpeed(search, leastEvolved * model.visits, share, single)) / model.visits;
  if (perVisit < leastEvolved) {
    await single(1);
    return;
  }
  const begun = share();
  const { share: founding, perFounder, mostFounders } = foundingOf(search);
  const founders = Math.min(mostFounders, Math.floor((perVisit * founding) / perFounder));
  const plans: Snapshot[] = [];
  for (let n = 0; n < founders; n++) {
    // The first temperature hardly changes a few long routes, so continuing from the previous plan would end the same.
    if (model.visits > LONG_ROUTE * search.best.vehicles) search.rebuild();
    const begin = begun + ((founding - begun) * n) / founders;
    plans.push(await run(hot, begin, begin + (founding - begun) / founders));
  }
  const alike = servingTheSame(search, plans);
  if (search.breeds && alike.length > 0) {
    await breed(search, budget, alike, leg);
    return;
  }
  const rest = 1 - share();
  const children = Math.max(1, Math.min(MAX_CHILDREN, Math.round((perVisit * rest) / PER_CHILD)));
  for (let n = 0; n < children; n++) {
    const one = random.below(founders);
    const other = (one + 1 + random.below(founders - 1)) % founders;
    const inherited = MIN_INHERITED + (MAX_INHERITED - MIN_INHERITED) * random.unit();
    crossPlans(search, plans[one]!, plans[other]!, inherited);
    const begin = 1 - rest + (rest * n) / children;
    const child = await run(WARM, begin, begin + rest / children);
    if (plans.some(({ cost }) => Math.abs(cost - child.cost) < SAME_CENTS)) continue;
    const worst = plans.reduce((w, plan) => (search.isBetter(w, plan) ? plan : w));
    if (search.isBetter(child, worst)) plans[plans.indexOf(worst)] = child;
  }
}

/**
 * The plans that serve the same jobs as the best one, if it serves all jobs or no plan serves any other: a job that
 * every plan leaves out cannot be served. Otherwise none, because breeding does not change which jobs are left out.
 */
function servingTheSame({ model, best }: Search, plans: readonly Snapshot[]): readonly Snapshot[] {
  if (best.vehicles === 0) return [];
  const key = servedIn(model, best).join('');
  const alike = plans.filter((plan) => servedIn(model, plan).join('') === key);
  return best.absentWeight === 0 || alike.length === plans.length ? alike : [];
}

/** First temperature, in legs. */
export function hotOf({ breeds, model: { shape } }: Search): number {
  if (underAnyRules({ shape, breeds })) return HOT_UNDER_ANY_RULES;
  return shape === 'rich' ? HOT_WITH_RULES_TO_BREED : HOT;
}

function foundingOf({ breeds, model }: Search): Founding {
  if (!breeds) return TO_ANNEAL;
  if (model.shape === 'rich') return TO_BREED_WITH_RULES;
  return model.visits > MANY_VISITS ? TO_BREED_MANY : TO_BREED;
}

/**
 * Iterations of the whole run at the present speed of the search, found by continuing `anneal` up to given shares of
 * the time. If there are fewer than `enough`, the measurement continues: while functions are still being compiled, a
 * stretch may be no faster than the one before although it has only a fifth of the later speed.
 */
async function measureSpeed(
  { state }: Search,
  enough: number,
  share: () => number,
  anneal: (until: number) => Promise<void>,
): Promise<number> {
  let speed = 0;
  for (let stretch = FIRST_STRETCH; ; stretch *= 2) {
    const before = state.iterations;
    const begin = share();
    await anneal(begin + stretch);
    const end = share();
    const slower = speed;
    speed = end > begin ? (state.iterations - before) / (end - begin) : 0;
    const steady = speed >= enough && speed < STEADY * slower;
    if (steady || end >= MAX_PROBED) return speed;
  }
}

/** Plans whose costs differ by less count as the same. */
const SAME_CENTS = 0.01;
