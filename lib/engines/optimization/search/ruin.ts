import type { Model } from './compile-model.ts';
import type { Evaluator } from './evaluator.ts';
import { listGroups } from './list-groups.ts';
import type { Neighbours } from './neighbours.ts';
import type { Plan } from './plan.ts';
import type { Random } from './random.ts';

/** Parameters of string removal, named as in the paper. */
const LONGEST_STRING = 10;
const SPLIT_CHANCE = 0.5;
const WIDEN_CHANCE = 0.01;
/**
 * Chance that a small route is dissolved instead: the smallest of this many. Strings are too short for that: the price
 * of many short routes is that of their vehicles and of the ways to the depot, and removing a string saves none of it.
 */
const DISSOLVE_CHANCE = 0.02;
const CANDIDATES = 4;

/** Removes jobs around a place. `averageRemoved` is the number of visits to remove on average. */
export interface Ruin {
  remove(averageRemoved: number): void;
  /** Takes one job off its route, which must then be brought up to date. */
  removeJob(job: number): void;
  /** Takes every job off a route. */
  emptyRoute(route: number): void;
}

/**
 * Adjacent string removal (Christiaens and Vanden Berghe 2020, "Slack induction by string removals for vehicle
 * routing problems"): strings of consecutive visits are taken out of the routes around a random visit.
 */
export function createRuin(
  model: Model,
  plan: Plan,
  evaluator: Evaluator,
  neighbours: Neighbours,
  random: Random,
): Ruin {
  const { visits, jobOf, mate, visitOf, pickupOf } = model;
  const { next, prev, routeOf, count, size, used } = plan;
  const { list, width } = neighbours;
  const ruinedIn = new Int32Array(model.typeOf.length).fill(-1);
  const string = new Int32Array(visits + 1);
  const groups = listGroups(model);
  const dissolves = model.shape === 'rich';
  let round = 0;

  const detach = (visit: number): void => {
    const route = routeOf[visit]!;
    plan.touch(route);
    plan.unlink(visit);
  };
  const removeJob = (job: number): void => {
    if (plan.absentAt[job]! >= 0) return;
    detach(visitOf[job]!);
    if (pickupOf[job]! >= 0) detach(pickupOf[job]!);
    plan.setAbsent(job);
  };
  const removeVisit = (visit: number): void => {
    const job = jobOf[visit]!;
    if (plan.absentAt[job]! >= 0) return;
    detach(visit);
    if (mate[visit]! >= 0) detach(mate[visit]!);
    plan.setAbsent(job);
    if (groups !== undefined && model.routeGroup[job]! >= 0 && random.unit() < 0.5)
      for (const member of groups.get(model.routeGroup[job]!)!) removeJob(member);
  };
  const removeString = (visit: number, route: number, length: number): void => {
    const cardinality = count[route]!;
    let span = length;
    let kept = 0;
    if (length > 1 && length < cardinality && random.unit() < SPLIT_CHANCE) {
      kept = 1;
      while (length + kept < cardinality && random.unit() < WIDEN_CHANCE) kept++;
      span = length + kept;
    }
    let before = 0;
    let first = visit;
    while (before < span - 1 && prev[first]! < visits) {
      first = prev[first]!;
      before++;
    }
    let after = 0;
    let last = visit;
    while (after < span - 1 && next[last]! < visits) {
      last = next[last]!;
      after++;
    }
    const least = Math.max(0, span - 1 - after);
    let back = least + random.below(before - least + 1);
    let from = visit;
    while (back-- > 0) from = prev[from]!;
    let taken = 0;
    const gapAt = kept === 0 ? -1 : 1 + random.below(length - 1);
    for (let i = 0, p = from; i < span; i++, p = next[p]!) {
      if (kept > 0 && i >= gapAt && i < gapAt + kept) continue;
      string[taken++] = p;
    }
    for (let i = 0; i < taken; i++) removeVisit(string[i]!);
  };

  /** The route with the fewest visits among some random ones. */
  const pickSmall = (): number => {
    let least = used[random.below(size.used)]!;
    for (let n = 1; n < CANDIDATES; n++) {
      const other = used[random.below(size.used)]!;
      if (count[other]! < count[least]!) least = other;
    }
    return least;
  };

  const remove = (averageRemoved: number): void => {
    if (size.used === 0) return;
    round++;
    if (dissolves && random.unit() < DISSOLVE_CHANCE) {
      emptyRoute(pickSmall());
      return;
    }
    const average = (visits - size.absent) / size.used;
    const longest = Math.max(1, Math.min(LONGEST_STRING, average));
    const most = (4 * averageRemoved) / (1 + longest) - 1;
    const strings = Math.max(1, Math.floor(1 + random.unit() * most));
    const seed = random.below(visits);
    let ruined = 0;
    for (let k = -1; k < width && ruined < strings; k++) {
      const visit = k < 0 ? seed : list[seed * width + k]!;
      const route = routeOf[visit]!;
      if (route < 0 || (ruinedIn[route] === round && size.used > 1)) continue;
      ruinedIn[route] = round;
      ruined++;
      const cap = Math.min(count[route]!, longest);
      removeString(visit, route, Math.max(1, Math.floor(1 + random.unit() * cap)));
    }
    const { list: touched, count: touchedCount } = plan.touchedRoutes();
    for (let i = 0; i < touchedCount; i++) if (!evaluator.refresh(touched[i]!)) plan.putBack(i);
  };
  const emptyRoute = (route: number): void => {
    const start = visits + 2 * route;
    while (next[start]! < visits) removeJob(jobOf[next[start]!]!);
    evaluator.refresh(route);
  };
  return { remove, removeJob, emptyRoute };
}
