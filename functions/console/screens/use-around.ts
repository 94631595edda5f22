import { useMemo } from 'preact/hooks';
import { daysOf, instantsOf } from '../kit/dates.ts';
import { party, window as span } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { AROUND, useHidden } from '../kit/map-layers.ts';
import type { MapContent, MapPoint } from '../kit/map-shapes.ts';
import { can } from '../kit/me.ts';
import { routeColors } from '../kit/route-colors.ts';
import { routeTitle } from '../kit/route-name.ts';
import type { OrderRow, Page } from '../kit/types.ts';
import { m } from '../messages.ts';
import { UNROUTED, usePlaces } from './map-places.ts';
import { linesOf, pointsOf } from './route-shapes.ts';
import type { Running } from './running.ts';

/** A layer around what a map is about. */
export type AroundLayer = keyof typeof m.map.layerNames;

/** What a user must be allowed to see for each layer. */
const NEEDED = {
  stores: 'READ_STORE_LOCATION',
  zones: 'READ_ZONE',
  unrouted: 'READ_ORDER',
  routes: 'execute.view',
  couriers: 'execute.view',
  exceptions: 'execute.view',
} as const satisfies Readonly<Record<AroundLayer, Parameters<typeof can>[0]>>;

const LAYERS = Object.keys(NEEDED) as readonly AroundLayer[];

/** How often orders and routes are read again while their layer is shown. Milliseconds. */
const ORDERS_MS = 15_000;
const ROUTES_MS = 5_000;

/** Orders of the day that a map shows. */
const MAX_ORDERS = 100;

const NONE: readonly never[] = [];

/** The work of today around what a map is about. Each layer is read only while it is shown, and hidden at first. */
export function useAround(without: readonly AroundLayer[]): {
  readonly content: MapContent;
  readonly layers: readonly (readonly [id: string, label: string])[];
} {
  const [hidden] = useHidden();
  const offered = LAYERS.filter((layer) => can(NEEDED[layer]) && !without.includes(layer));
  const isShown = (layer: AroundLayer) => offered.includes(layer) && !hidden.has(AROUND + layer);
  const places = usePlaces(AROUND);
  const today = daysOf('today');
  const orders = useLive<Page<OrderRow>>(
    isShown('unrouted') ? '/v1/orders' : null,
    { ...instantsOf(today), hasRoute: 'no_route', status: 'valid,confirmed', limit: MAX_ORDERS },
    ORDERS_MS,
  );
  const drawn = (['routes', 'couriers', 'exceptions'] as const).filter(isShown);
  const routes = useLive<Page<Running>>(
    drawn.length > 0 ? '/v1/execute/routes' : null,
    { date: today.from, limit: 500, include: 'stops' },
    ROUTES_MS,
  );
  const running = drawn.length > 0 ? (routes.data?.results ?? NONE) : NONE;
  const waiting = isShown('unrouted') ? (orders.data?.results ?? NONE) : NONE;
  const content = useMemo<MapContent>(() => {
    const named = running.map((route) => ({
      ...route,
      title: routeTitle(route),
      display: NONE,
      hasException: route.exceptions.needsTriage + route.exceptions.acknowledged > 0,
      stops: route.stops ?? [],
    }));
    const colors = routeColors(named);
    const around = <Shape extends { readonly id: string; readonly layer?: string }>(shape: Shape) => ({
      ...shape,
      id: `route ${shape.id}`,
      layer: AROUND + shape.layer,
    });
    const shapes = named.flatMap((route) => pointsOf(route, colors.get(route.id) ?? ''));
    return {
      points: [
        ...places.points.filter(() => isShown('stores')),
        ...waiting.flatMap(pointOf),
        ...shapes.map(around),
      ],
      lines: linesOf(named, colors).map(around),
      areas: places.areas.filter(() => isShown('zones')),
    };
  }, [places.points, places.areas, waiting, running, without.join()]);
  return { content, layers: offered.map((layer) => [AROUND + layer, m.map.layerNames[layer]] as const) };
}

function pointOf({ id, externalId, dropoff }: OrderRow): readonly MapPoint[] {
  const { lat, lng, address, startTime, endTime } = dropoff;
  if (typeof lat !== 'number' || typeof lng !== 'number') return [];
  const window = startTime || endTime ? span(startTime, endTime) : undefined;
  const title = [externalId ?? id, party(dropoff), address, window].filter(Boolean).join('\n');
  return [{ id: `order ${id}`, at: [lng, lat], color: UNROUTED, size: 5, layer: `${AROUND}unrouted`, title }];
}
