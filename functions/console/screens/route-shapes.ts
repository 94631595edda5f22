import type { MapLine, MapPoint } from '../kit/map-shapes.ts';
import { decodePolyline } from '../kit/polyline.ts';
import { m } from '../messages.ts';

/** What the map needs of a route. */
export interface DrawnRoute {
  readonly id: string;
  /** What it is called. */
  readonly title?: string;
  readonly encodedPolyline?: string | null;
  readonly stops: readonly {
    readonly id: string;
    readonly status: string;
    readonly location: { readonly lat: number; readonly lng: number } | null;
    readonly title?: string;
    /** What a selection gets for it. */
    readonly selects?: string;
    readonly isPicked?: boolean;
  }[];
  /** Display fields, printed beside the courier or the first stop (specification 5.4 and 8). */
  readonly display?: readonly { readonly value: string | null }[];
  readonly position?: { readonly lat: number; readonly lng: number; readonly isLive: boolean } | null;
  /** Marks it as one with open exceptions. */
  readonly hasException?: boolean;
}

const DONE = '#8a948f';

/** Behind a color: stops of other routes than the chosen one. */
const FAINT = '66';

const EXCEPTION = '#c62836';

/** The lines of routes; other routes than the chosen one are dimmed. */
export function linesOf(
  routes: readonly DrawnRoute[],
  colors: ReadonlyMap<string, string>,
  chosen?: string,
): readonly MapLine[] {
  return routes.map((route) => ({
    id: route.id,
    layer: 'routes',
    title: route.title ?? '',
    path: route.encodedPolyline
      ? decodePolyline(route.encodedPolyline)
      : route.stops.flatMap(({ location }) => (location ? [[location.lng, location.lat] as const] : [])),
    color: colors.get(route.id) ?? '',
    width: route.id === chosen ? 5 : 3,
    dim: chosen !== undefined && route.id !== chosen,
  }));
}

/** The stops of a route, its courier, and a ring where it has open exceptions. */
export function pointsOf(route: DrawnRoute, color: string, chosen?: string): readonly MapPoint[] {
  const isChosen = route.id === chosen;
  const isDim = chosen !== undefined && !isChosen;
  const { id, title = '', position, display = [], hasException = false } = route;
  const troubled = hasException ? `${title}\n${m.map.layerNames.exceptions}` : title;
  const label = display.flatMap(({ value }) => value ?? []).join('\n');
  const first = position ? undefined : route.stops.find(({ location }) => location);
  const next = route.stops.find(({ location, status }) => location && status !== 'COMPLETED');
  const at = position ?? next?.location;
  return [
    ...(hasException && at
      ? [
          {
            id,
            at: [at.lng, at.lat] as const,
            color: '#ffffff00',
            ring: EXCEPTION,
            size: 13,
            layer: 'exceptions',
            title: troubled,
          },
        ]
      : []),
    ...route.stops.flatMap((stop) =>
      stop.location
        ? [
            {
              ...(stop.id === first?.id ? { label } : {}),
              ...(stop.selects ? { selects: stop.selects } : {}),
              id,
              at: [stop.location.lng, stop.location.lat] as const,
              color: (stop.status === 'COMPLETED' ? DONE : color) + (isDim ? FAINT : ''),
              size: stop.isPicked ? 8 : isChosen ? 6 : isDim ? 3.5 : 4.5,
              ...(stop.isPicked ? { ring: EXCEPTION } : {}),
              layer: 'routes',
              title: stop.title ?? title,
            },
          ]
        : [],
    ),
    ...(position
      ? [
          {
            id,
            at: [position.lng, position.lat] as const,
            color: position.isLive ? '#ffffff' : '#b8b8b8',
            ring: color,
            size: 9,
            label,
            layer: 'couriers',
            title: troubled,
          },
        ]
      : []),
  ];
}
