import type { Travel } from '../../engines/travel/index.ts';
import type { Point } from '../../platform/core/geography.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import {
  calculatedDeparture,
  carriesOrders,
  isStopDone,
  isUnderWay,
  type RouteAggregate,
  type Stop,
} from '../routes/index.ts';
import { nothingPlanned } from './refusals.ts';
import { type RouteBreach, reordered } from './resequence-route.ts';

/** A better order for the rest of a route. */
export interface ReplannedRoute {
  /** Stops that stay as they are: done, in progress, or up to the last locked one. */
  readonly kept: readonly Stop[];
  readonly stops: readonly Stop[];
  readonly violations: readonly RouteBreach[];
}

/** Represents the position of the vehicle; it is not a stop of the route. */
const PRESENT_PLACE = 'present-place';

/** Ids of open stops: a proposal is valid as long as they are the same. */
export function openStopIds({ stops }: Pick<RouteAggregate, 'stops'>): readonly string[] {
  return partsOf(stops).open.map(({ id }) => id);
}

/**
 * Plans the open stops of a route again. The plan starts from the courier's live position if the courier is not on the
 * way to a stop that stays, otherwise from the last stop that stays. Orders on board stay on board. Stops that are done
 * or in progress stay, and so does everything up to the last stop with `locked: true` in its metadata.
 */
export async function replanRoute(
  travel: Travel,
  found: RouteAggregate,
  { now, position }: { readonly now: string; readonly position: Point | null },
  timeLimitMs: number,
): Promise<ReplannedRoute | Refusal> {
  const { route } = found;
  const { kept, open } = partsOf(found.stops);
  if (!open.some(carriesOrders)) {
    return nothingPlanned(`Route ${route.id} has no open stops that could be planned again.`, {
      id: route.id,
    });
  }
  const last = kept.findLast(({ location }) => location !== null);
  const isOnTheRoad = kept.some(carriesOrders);
  const isBetweenStops = isOnTheRoad && kept.every(isPassed);
  const at = (isBetweenStops ? position : null) ?? last?.location ?? null;
  const departure = departureOf(found, isOnTheRoad ? last : undefined, now);
  const start = at && [presentPlace(open[0]!, at)];
  const ids = new Set(open.flatMap(({ objectIds }) => objectIds));
  const rest: RouteAggregate = {
    ...found,
    stops: [...(start ?? []), ...open],
    orders: found.orders.filter(({ id }) => ids.has(id)),
  };
  const planned = await reordered(travel, rest, departure, timeLimitMs);
  if (isRefusal(planned)) return planned;
  const stops = planned.stops.filter(({ id }) => id !== PRESENT_PLACE);
  return { kept, stops: [...kept, ...stops], violations: planned.violations };
}

const isPassed = ({ status, stopType }: Stop): boolean => stopType === 'ROUTE_START' || isStopDone(status);

function partsOf(stops: readonly Stop[]): { readonly kept: readonly Stop[]; readonly open: readonly Stop[] } {
  const isKept = (stop: Stop) => isPassed(stop) || isUnderWay(stop.status);
  const locked = stops.findLastIndex(({ metadata }) => metadata?.locked === true);
  const kept = stops.filter((stop, index) => index <= locked || isKept(stop));
  return { kept, open: stops.filter((stop) => !kept.includes(stop)) };
}

/** When the rest starts: now, or later when the route has not started yet or a fixed stop takes longer. */
function departureOf(found: RouteAggregate, last: Stop | undefined, now: string): string {
  const planned = last ? last.departTime : calculatedDeparture(found);
  return planned !== null && planned !== undefined && planned > now ? planned : now;
}

function presentPlace(like: Stop, location: { readonly lat: number; readonly lng: number }): Stop {
  const { lat, lng } = location;
  return {
    ...like,
    id: PRESENT_PLACE,
    stopType: 'ROUTE_START',
    objectIds: [],
    location: { lat, lng },
    serviceTime: null,
    breakDuration: null,
  };
}
