import type { Work } from '../work.ts';
import type { Blink } from './blink.ts';
import { type Model, underAnyRules } from './compile-model.ts';
import type { Evaluator } from './evaluator.ts';
import { findCheapest } from './find-cheapest.ts';
import { createInsertionOrder, MANY_ABSENT } from './insertion-order.ts';
import { listGroups } from './list-groups.ts';
import type { Neighbours } from './neighbours.ts';
import type { Plan } from './plan.ts';
import type { Random } from './random.ts';

/**
 * With more routes than this in use, only those of near visits are looked at. With any rules, a route takes longer to
 * check and has more reasons to refuse the job, so more near visits are looked at for routes.
 */
const ALL_ROUTES = 24;
const ALL_ROUTES_UNDER_ANY_RULES = 8;
/** Near visits looked at for routes. */
const NEAR = 40;
const NEAR_UNDER_ANY_RULES = 80;
/**
 * Visits per route, on average, from which routes count as long. Places next to near visits are then enough, unless
 * each job is hard to place.
 */
export const LONG_ROUTE = 14;
/**
 * Share of the iterations that look at every place of every route nevertheless: a route may pass a job and have no
 * visit near it. A best known plan of Homberger's c1_4_1 needs such a place, and five of c1_4_3.
 */
const WIDE_CHANCE = 0.07;

/** How to insert every absent job. */
export interface InsertAllOptions {
  readonly untried?: Set<number>;
  /** The most urgent jobs come first. */
  readonly urgency?: (job: number) => number;
  /**
   * Tries a job again that finds no place, as it may have been overlooked: for results that no later iteration
   * corrects.
   */
  readonly twice?: boolean;
}

/** Inserts absent jobs again. */
export interface Recreate {
  /**
   * Inserts every absent job greedily, as cheaply as it can; a job without a place stays absent. Stops where the caller
   * is going to undo it in any case: once the inserted jobs cost `mostCents`, or the absent ones weigh more than
   * `mostWeight`.
   */
  insertAbsent(mostCents?: number, mostWeight?: number): void;
  /**
   * The same without a limit, one job at a time. If it is stopped early, the jobs it has not reached are added to
   * `untried`.
   */
  insertAll(options: InsertAllOptions): Work<void>;
  /** Maximum number of vehicles in use; insertion opens no route beyond it. */
  limitVehicles(most: number): void;
  /** Gives up inserting when the rule says so, asked wherever many jobs are absent. */
  stopWhen(rule: () => boolean): void;
  /** Whether to open no route of a vehicle that needs several orders at least. */
  avoidMinimums(avoid: boolean): void;
  /** Cents by which opening a route is made to look cheaper. */
  favourRoutes(bonus: number): void;
  /** Recalculates the prices of opening routes after a change of the price of debts. */
  forgetPrices(): void;
  /** Numbers by which jobs that are hard to place come first, where given. */
  rankBy(difficulty: Float64Array | undefined): void;
}

/**
 * Greedy insertion with blinks (Christiaens and Vanden Berghe 2020). A job may open a route wherever that is the
 * cheapest.
 */
export function createRecreate(
  model: Model,
  plan: Plan,
  evaluator: Evaluator,
  neighbours: Neighbours,
  random: Random,
  blink: Blink,
): Recreate {
  const { jobs, types, typeOf, allowed, visits, weight, leaveOut, isOptional } = model;
  const { routeOf, size, used, idle } = plan;

  const anyRules = underAnyRules(model);
  const allRoutes = anyRules ? ALL_ROUTES_UNDER_ANY_RULES : ALL_ROUTES;
  const typeCount = types.length;
  const vehicles = typeOf.length;
  const alone = new Float64Array(jobs * typeCount).fill(Number.NaN);
  const { near: nearFinder } = evaluator;
  const findCheaper = findCheapest(model, plan, evaluator, neighbours, blink);
  const found = { price: 0, route: -1, at: -1, deliveryAt: -1 };
  const insertion = createInsertionOrder(model, plan, random);
  const { order } = insertion;
  const near = createNearRoutes(model, plan, neighbours, anyRules ? NEAR_UNDER_ANY_RULES : NEAR);
  const boundRoute = boundRouteOf(model, plan);
  let spent = 0;
  let wide = false;
  let mostVehicles = vehicles;
  let avoiding = false;
  let bonus = 0;
  let difficulty: Float64Array | undefined;
  let expired = (): boolean => false;

  /** Uses an idle vehicle where that is cheaper than the place found. */
  const considerOpening = (job: number): void => {
    for (let t = 0; t < typeCount; t++) {
      const waiting = idle[t]!;
      if (avoiding && types[t]!.vehicle.minOrders > 1) continue;
      if (waiting.length === 0 || allowed[job * typeCount + t] === 0) continue;
      if (typeCount > 1 && blink()) continue;
      let price = alone[job * typeCount + t]!;
      if (Number.isNaN(price)) {
        price = evaluator.priceAlone(job, t);
        alone[job * typeCount + t] = price;
      }
      if (price - bonus >= found.price) continue;
      found.price = price - bonus;
      found.route = waiting[waiting.length - 1]!;
      found.at = visits + 2 * found.route;
      found.deliveryAt = found.at;
    }
  };

  const insertJob = (job: number): boolean => {
    // What costs more than leaving the job out is no place for it.
    found.price = isOptional[job] === 1 ? leaveOut[job]! : Number.POSITIVE_INFINITY;
    found.route = -1;
    const long = !wide && difficulty === undefined && size.used * LONG_ROUTE <= visits - size.absent;
    const foundNear = long && nearFinder?.find(job) === true;
    if (foundNear) {
      found.price = nearFinder.price;
      found.at = nearFinder.at;
      found.route = found.at < visits ? routeOf[found.at]! : (found.at - visits) >> 1;
    }
    const bound = boundRoute === undefined ? -1 : boundRoute(job);
    if (bound >= 0) {
      near.routes[0] = bound;
      findCheaper(job, near.routes, 1, found);
    } else {
      const everywhere = wide || size.used <= allRoutes;
      if (!foundNear && everywhere) findCheaper(job, used, size.used, found);
      else if (!foundNear) findCheaper(job, near.routes, near.gather(job), found);
      if (size.used < mostVehicles) considerOpening(job);
      if (anyRules && !everywhere && found.route < 0) findCheaper(job, used, size.used, found);
    }
    if (found.route < 0) return false;
    plan.touch(found.route);
    evaluator.insert(job, found.route, found.at, found.deliveryAt);
    plan.setPresent(job);
    spent += found.price - leaveOut[job]!;
    return true;
  };

  return {
    insertAbsent: (mostCents = Number.POSITIVE_INFINITY, mostWeight = Number.POSITIVE_INFINITY) => {
      const n = insertion.draw(difficulty);
      wide = random.unit() < WIDE_CHANCE;
      spent = 0;
      let leftOut = 0;
      for (let i = 0; i < n; i++) {
        if (n > MANY_ABSENT && (i & 7) === 7 && expired()) return;
        const job = order[i]!;
        if (!insertJob(job)) leftOut += weight[job]!;
        if (spent >= mostCents || leftOut > mostWeight) return;
      }
    },
    insertAll: function* ({ untried, urgency, twice = false }) {
      const n = insertion.draw(difficulty);
      if (urgency !== undefined) order.subarray(0, n).sort((a, b) => urgency(b) - urgency(a));
      wide = random.unit() < WIDE_CHANCE;
      let i = 0;
      try {
        for (; i < n; i++) {
          yield 1;
          if (!insertJob(order[i]!) && twice) insertJob(order[i]!);
        }
      } finally {
        for (; i < n; i++) untried?.add(order[i]!);
      }
    },
    limitVehicles: (most) => {
      mostVehicles = most;
    },
    stopWhen: (rule) => {
      expired = rule;
    },
    avoidMinimums: (avoid) => {
      avoiding = avoid;
    },
    favourRoutes: (cents) => {
      bonus = cents;
    },
    forgetPrices: () => {
      alone.fill(Number.NaN);
    },
    rankBy: (numbers) => {
      difficulty = numbers;
    },
  };
}

/** Routes of near visits: `gather` puts those of a job at the head of `routes`, each once, and returns their number. */
function createNearRoutes(
  { typeOf, visitOf, pickupOf }: Model,
  { routeOf }: Plan,
  { list, width }: Neighbours,
  nearVisits: number,
) {
  const routes = new Int32Array(typeOf.length);
  const gatheredIn = new Int32Array(typeOf.length).fill(-1);
  const stop = Math.min(width, nearVisits);
  let round = 0;
  const gather = (job: number): number => {
    round++;
    let found = 0;
    for (let which = 0; which < 2; which++) {
      const visit = which === 0 ? visitOf[job]! : pickupOf[job]!;
      if (visit < 0) break;
      const base = visit * width;
      for (let k = 0; k < stop; k++) {
        const route = routeOf[list[base + k]!]!;
        if (route < 0 || gatheredIn[route] === round) continue;
        gatheredIn[route] = round;
        routes[found++] = route;
      }
    }
    return found;
  };
  return { routes, gather };
}

/** Finds the route that already serves a job's group, -1 where none does; undefined for a problem without groups. */
function boundRouteOf(model: Model, { routeOf }: Plan): ((job: number) => number) | undefined {
  const { routeGroup, visitOf } = model;
  const groups = listGroups(model);
  if (groups === undefined) return undefined;
  return (job) => {
    const group = routeGroup[job]!;
    if (group < 0) return -1;
    for (const member of groups.get(group)!) {
      const route = routeOf[visitOf[member]!]!;
      if (route >= 0) return route;
    }
    return -1;
  };
}
