import { useMemo } from 'preact/hooks';
import { MapView } from '../kit/map.tsx';
import type { MapLine, MapPoint } from '../kit/map-shapes.ts';
import { decodePolyline } from '../kit/polyline.ts';
import { routeColors } from '../kit/route-colors.ts';
import { m } from '../messages.ts';

/** What the map needs of a route. */
export interface DrawnRoute {
  readonly id: string;
  readonly encodedPolyline?: string | null;
  readonly stops: readonly {
    readonly id: string;
    readonly status: string;
    readonly location: { readonly lat: number; readonly lng: number } | null;
  }[];
  /** Display fields, printed beside the courier or the first stop (specification 5.4 and 8). */
  readonly display?: readonly { readonly value: string | null }[];
  readonly position?: { readonly lat: number; readonly lng: number; readonly isLive: boolean } | null;
}

/** Routes with their stops and couriers. A selected route is highlighted. */
export function RouteMap({
  routes,
  chosen,
  onChoose,
  height = '420px',
}: {
  routes: readonly DrawnRoute[];
  chosen?: string | undefined;
  onChoose?: (routeId: string) => void;
  height?: string;
}) {
  const colors = useMemo(() => routeColors(routes), [routes]);
  const lines = useMemo<readonly MapLine[]>(
    () =>
      routes.map((route) => ({
        id: route.id,
        path: route.encodedPolyline
          ? decodePolyline(route.encodedPolyline)
          : route.stops.flatMap(({ location }) => (location ? [[location.lng, location.lat] as const] : [])),
        color: colors.get(route.id) ?? '',
        width: route.id === chosen ? 5 : 3,
        dim: chosen !== undefined && route.id !== chosen,
      })),
    [routes, chosen],
  );
  const points = useMemo<readonly MapPoint[]>(
    () =>
      routes.flatMap((route) => {
        const color = colors.get(route.id) ?? '';
        const label = (route.display ?? []).flatMap(({ value }) => value ?? []).join('\n');
        const first = route.position ? undefined : route.stops.find(({ location }) => location);
        const stops = route.stops.flatMap(({ id, location, status }) =>
          location
            ? [
                {
                  ...(id === first?.id ? { label } : {}),
                  id: route.id,
                  at: [location.lng, location.lat] as const,
                  color: status === 'COMPLETED' ? '#8a948f' : color,
                  size: route.id === chosen ? 6 : 4.5,
                },
              ]
            : [],
        );
        const { position } = route;
        return position
          ? [
              ...stops,
              {
                id: route.id,
                at: [position.lng, position.lat] as const,
                color: position.isLive ? '#ffffff' : '#b8b8b8',
                ring: color,
                size: 9,
                label,
              },
            ]
          : stops;
      }),
    [routes, chosen],
  );
  return (
    <MapView
      label={m.routes.map}
      lines={lines}
      points={points}
      fit={`${routes.length > 0} ${chosen ?? ''}`}
      extent={routes.length}
      height={height}
      {...(onChoose ? { onPick: onChoose } : {})}
    />
  );
}
