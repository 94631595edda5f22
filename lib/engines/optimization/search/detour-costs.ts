import type { Model } from './compile-model.ts';
import type { Plan } from './plan.ts';
import { travelTime } from './travel-time.ts';

/**
 * Cents added to the estimate of a place that is feasible only if pauses move or trips get faster, so that it is tried
 * last.
 */
const DOUBT = 1e9;

/** State of the vehicle after an insertion, at the place where it returns to the route. */
export interface Detour {
  /** Seconds by which the place is reached later, and how many of them are not waiting. */
  delay: number;
  work: number;
  /** Seconds waited so far, and seconds by which the earlier visits would allow a later start. */
  wait: number;
  room: number;
}

/** Times and costs of detours from routes under any rules. */
export interface DetourCosts {
  /** Seconds of a trip between two points that starts at `at`, with parking. */
  tripSeconds(type: number, from: number, to: number, at: number): number;
  /** Cents for the stops that a visit adds between two points. */
  stopCents(type: number, before: number, visit: number, follower: number): number;
  /** Seconds a route waits even if it starts as late as it can. */
  idleSeconds(route: number): number;
  /** Cents for the longer duration where a detour returns to place `q`. */
  durationCents(route: number, q: number, detour: Detour): number;
}

/** Prepares them; times of the routes are those of the plan. */
export function createDetourCosts(model: Model, plan: Plan): DetourCosts {
  const { visits, points, types, typeOf, locationOf } = model;
  const { waited, roomTo, roomFrom, spare } = plan;

  const idleSeconds = (route: number): number => {
    const end = visits + 2 * route + 1;
    return Math.max(0, waited[end]! - roomTo[end]!);
  };

  const tripSeconds = (type: number, from: number, to: number, at: number): number => {
    const { travel, vehicle } = types[type]!;
    const seconds = travel.way[from * points + to]!;
    if (travel.traffic === undefined) return seconds;
    const parks = to < visits && (from < visits ? locationOf[from] : vehicle.start) !== locationOf[to];
    return travelTime(seconds, at, travel.traffic) + (parks ? vehicle.parkingTime : 0);
  };

  const stopCents = (type: number, before: number, visit: number, follower: number): number => {
    const { vehicle } = types[type]!;
    const { centsPerStop } = vehicle.cost;
    if (centsPerStop === 0) return 0;
    const left = before < visits ? locationOf[before]! : (vehicle.start ?? -1);
    const here = locationOf[visit]!;
    let stops = here === left ? 0 : 1;
    if (follower < visits) {
      const then = locationOf[follower]!;
      stops += (then === here ? 0 : 1) - (then === left ? 0 : 1);
    }
    return stops * centsPerStop;
  };

  const durationCents = (route: number, q: number, { delay, work, wait, room }: Detour): number => {
    const end = visits + 2 * route + 1;
    const waits = waited[end]! - waited[plan.prev[q]!]!;
    const left = Math.max(0, waits - delay);
    const start = Math.min(waited[end]!, roomTo[end]!);
    const startThen = Math.max(0, Math.min(wait + left, room, roomFrom[q]! - work));
    const longer = Math.max(0, delay - waits) - startThen + start;
    return longer * types[typeOf[route]!]!.centsPerSecond + (delay > spare[q]! ? DOUBT : 0);
  };

  return { tripSeconds, stopCents, idleSeconds, durationCents };
}
