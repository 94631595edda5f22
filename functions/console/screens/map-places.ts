import { useMemo } from 'preact/hooks';
import { useLive } from '../kit/live.ts';
import { useHidden } from '../kit/map-layers.ts';
import type { MapArea, MapPoint } from '../kit/map-shapes.ts';
import { can } from '../kit/me.ts';
import { go } from '../kit/router.ts';
import type { Store } from '../kit/types.ts';
import { m } from '../messages.ts';
import { areasOf, type Zone } from './zone-areas.ts';

/** Stores and zones change rarely. Milliseconds. */
const PLACES_MS = 60_000;

/** Color and size of a store on every map. */
export const STORE = { color: '#0b6e5b', ring: '#ffffff', size: 7 } as const;

/** The same of a dropoff, and of a courier. */
export const DOOR = { color: '#2244bb', ring: '#ffffff', size: 7 } as const;
export const COURIER = { color: '#ffffff', ring: '#2244bb', size: 9 } as const;

/** Color of an order without a route. */
export const UNROUTED = '#5b6770';

/** Layers that every map of work can have. */
export function placeLayers(): readonly (readonly [id: string, label: string])[] {
  return [
    ...(can('READ_STORE_LOCATION') ? [['stores', m.map.layerNames.stores] as const] : []),
    ...(can('READ_ZONE') ? [['zones', m.map.layerNames.zones] as const] : []),
  ];
}

/** Opens what was clicked on a map of routes: a store, a zone, an order, or else a route in this part of the console. */
export function openOnMap(routesAt: 'routes' | 'execute'): (id: string) => void {
  return (id) => {
    const [kind = '', of] = id.split(' ');
    const paths: Readonly<Record<string, string>> = {
      store: 'stores',
      zone: 'zones',
      order: 'orders',
      route: routesAt,
    };
    go(of === undefined ? `/${routesAt}/${id}` : `/${paths[kind]}/${of}`);
  };
}

/** The stores and zones of the organization, each read only while its layer is shown; `of` precedes the names of the layers. */
export function usePlaces(of = ''): {
  readonly points: readonly MapPoint[];
  readonly areas: readonly MapArea[];
} {
  const [hidden] = useHidden();
  const asks = (layer: string, permission: string) => can(permission) && !hidden.has(of + layer);
  const stores = useLive<{ readonly storeLocations: readonly Store[] }>(
    asks('stores', 'READ_STORE_LOCATION') ? '/v1/store_locations' : null,
    { size: 100 },
    PLACES_MS,
  );
  const zones = useLive<{ readonly zones: readonly Zone[] }>(
    asks('zones', 'READ_ZONE') ? '/v1/zones' : null,
    { size: 100 },
    PLACES_MS,
  );
  const points = useMemo(
    () =>
      (stores.data?.storeLocations ?? []).flatMap(({ id, name, location: { latitude, longitude } }) =>
        latitude === null || longitude === null
          ? []
          : [
              {
                ...STORE,
                id: `store ${id}`,
                at: [longitude, latitude] as const,
                title: name,
                layer: `${of}stores`,
              },
            ],
      ),
    [stores.data],
  );
  const areas = useMemo(
    () =>
      areasOf(zones.data?.zones ?? []).map((area) => ({
        ...area,
        id: `zone ${area.id}`,
        layer: `${of}zones`,
      })),
    [zones.data],
  );
  return { points, areas };
}
