import { PALETTE } from './palette.ts';

/** What the color of a route depends on. */
interface Colored {
  readonly id: string;
  readonly stops?: readonly { readonly location: { readonly lat: number; readonly lng: number } | null }[];
}

type Point = readonly [lat: number, lng: number];

/** Colors that routes already have: they stay while stops move and routes come and go. */
const given = new Map<string, number>();

/** Routes that are remembered. */
const MOST = 1_000;

/**
 * A color for each route, in the order of the routes. A route keeps its color; a new one takes the first that no other
 * route has. Beyond 48 routes colors repeat, and a new route takes the one whose routes are farthest away
 * (specification 4.8.6).
 */
export function routeColors(routes: readonly Colored[]): ReadonlyMap<string, string> {
  const bearers = new Map<number, Point[]>();
  const take = (id: string, index: number, at: Point | undefined) => {
    given.delete(id);
    given.set(id, index);
    bearers.set(index, [...(bearers.get(index) ?? []), ...(at ? [at] : [])]);
  };
  const fresh: Colored[] = [];
  for (const route of routes) {
    const index = given.get(route.id);
    // Two routes that were never on one screen may have the same color while others are free.
    const isFree = index !== undefined && (!bearers.has(index) || bearers.size === PALETTE.length);
    if (isFree) take(route.id, index, centerOf(route));
    else fresh.push(route);
  }
  for (const route of fresh) {
    const free = PALETTE.findIndex((_, index) => !bearers.has(index));
    const at = centerOf(route);
    take(route.id, free >= 0 ? free : farthest(bearers, at), at);
  }
  for (const id of [...given.keys()].slice(0, Math.max(0, given.size - MOST))) given.delete(id);
  return new Map(routes.map(({ id }) => [id, PALETTE[given.get(id) ?? 0] ?? '']));
}

/** The color whose nearest route is farthest away. */
function farthest(bearers: ReadonlyMap<number, readonly Point[]>, at: Point | undefined): number {
  const rated = [...bearers].map(([index, places]) => ({
    index,
    uses: places.length,
    distance: at ? Math.min(...places.map((place) => distanceOf(at, place))) : 0,
  }));
  return rated.reduce((best, one) =>
    one.distance > best.distance || (one.distance === best.distance && one.uses < best.uses) ? one : best,
  ).index;
}

function centerOf({ stops = [] }: Colored): Point | undefined {
  const places = stops.flatMap(({ location }) => location ?? []);
  if (places.length === 0) return undefined;
  const sum = (of: (place: { lat: number; lng: number }) => number) =>
    places.reduce((total, place) => total + of(place), 0) / places.length;
  return [sum(({ lat }) => lat), sum(({ lng }) => lng)];
}

function distanceOf([aLat, aLng]: Point, [bLat, bLng]: Point): number {
  return Math.hypot(aLat - bLat, (aLng - bLng) * Math.cos((aLat * Math.PI) / 180));
}
