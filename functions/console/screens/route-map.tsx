import { useMemo } from 'preact/hooks';
import { MapView } from '../kit/map.tsx';
import type { MapPoint } from '../kit/map-shapes.ts';
import { routeColors } from '../kit/route-colors.ts';
import { m } from '../messages.ts';
import { planTexts } from '../texts/texts.ts';
import { placeLayers, usePlaces } from './map-places.ts';
import { type DrawnRoute, linesOf, pointsOf } from './route-shapes.ts';

const NONE: readonly never[] = [];
/** Routes with their stops and couriers, between stores and zones. A selected route is highlighted. */
export function RouteMap({
  routes,
  chosen,
  onChoose,
  onSelect,
  more = NONE,
  moreLayers = NONE,
  height = '420px',
}: {
  routes: readonly DrawnRoute[];
  chosen?: string | undefined;
  /** Called with the id of a route, or of a point of `more`. */
  onChoose?: (id: string) => void;
  onSelect?: (selected: readonly string[]) => void;
  /** Points besides. */
  more?: readonly MapPoint[];
  moreLayers?: readonly (readonly [id: string, label: string])[];
  height?: string;
}) {
  const places = usePlaces();
  const colors = useMemo(() => routeColors(routes), [routes]);
  const lines = useMemo(() => linesOf(routes, colors, chosen), [routes, chosen]);
  const own = useMemo<readonly MapPoint[]>(
    () => routes.flatMap((route) => pointsOf(route, colors.get(route.id) ?? '', chosen)),
    [routes, chosen],
  );
  const points = useMemo(() => [...places.points, ...more, ...own], [places.points, more, own]);
  const hasCouriers = routes.some(({ position }) => position);
  const hasExceptions = routes.some(({ hasException }) => hasException);
  return (
    <MapView
      label={planTexts.routes.map}
      lines={lines}
      points={points}
      areas={places.areas}
      layers={[
        ['routes', m.map.layerNames.routes],
        ...moreLayers,
        ...(hasCouriers ? [['couriers', m.map.layerNames.couriers] as const] : []),
        ...(hasExceptions ? [['exceptions', m.map.layerNames.exceptions] as const] : []),
        ...placeLayers(),
      ]}
      fit={`${routes.length > 0} ${chosen ?? ''}`}
      focus={chosen}
      extent={routes.length}
      height={height}
      {...(onChoose ? { onPick: onChoose } : {})}
      {...(onSelect ? { onSelect } : {})}
    />
  );
}
