import type {
  FilterSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  Map as LibreMap,
} from 'maplibre-gl';
import { cityFeatures } from './city-map.ts';
import { readCity } from './city-names.ts';

/** Colors of a plain base map. */
export interface BaseColors {
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly green: string;
  readonly street: string;
  readonly mainStreet: string;
  readonly motorway: string;
  readonly text: string;
}

/** Where the city is, so that nobody else loads it, and the zoom from which it is drawn. */
const BOUNDS = { west: -122.52, south: 37.7, east: -122.35, north: 37.83 } as const;
const FROM_ZOOM = 8;
const STREETS_ZOOM = 12.5;
const NAMES_ZOOM = 13.5;
const GREENS_ZOOM = 13;

const ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">© OpenStreetMap contributors</a>';

/** Whether the view shows a part of the city. */
export function showsCity(map: LibreMap): boolean {
  const view = map.getBounds();
  return (
    map.getZoom() >= FROM_ZOOM &&
    view.getWest() < BOUNDS.east &&
    view.getEast() > BOUNDS.west &&
    view.getSouth() < BOUNDS.north &&
    view.getNorth() > BOUNDS.south
  );
}

/** Adds the city below what the console draws. Its file is loaded with the first map that shows it. */
export async function addCity(
  map: LibreMap,
  below: string,
  colors: BaseColors,
  font: string[],
): Promise<void> {
  if (map.getSource('city-frame')) return;
  const city = await readCity().catch(() => undefined);
  // The page may have left the map meanwhile.
  if (!city || !map.getContainer().isConnected || map.getSource('city-frame')) return;
  for (const [name, data] of Object.entries(cityFeatures(city))) {
    const source: GeoJSONSourceSpecification = { type: 'geojson', data, buffer: 32, tolerance: 0.3 };
    map.addSource(`city-${name}`, name === 'streets' ? { ...source, attribution: ATTRIBUTION } : source);
  }
  for (const layer of layersOf(colors, font)) map.addLayer(layer, below);
  map.getContainer().setAttribute('data-city', 'true');
}

type PaintName = Parameters<LibreMap['setPaintProperty']>[1];

/** Paints the city for light or dark. */
export function paintCity(map: LibreMap, colors: BaseColors, font: string[]): void {
  if (!map.getSource('city-frame')) return;
  for (const { id, paint } of layersOf(colors, font)) {
    for (const [name, value] of Object.entries(paint ?? {}))
      map.setPaintProperty(id, name as PaintName, value);
  }
}

function layersOf(colors: BaseColors, font: string[]): readonly LayerSpecification[] {
  const isKind = (kind: number) => ['==', ['get', 'kind'], kind] as ['==', ['get', string], number];
  const width = (near: number, close: number) =>
    ['interpolate', ['exponential', 1.5], ['zoom'], 10, near / 4, 14, near, 18, close] as [
      'interpolate',
      ['exponential', number],
      ['zoom'],
      ...number[],
    ];
  const street = (id: string, kind: number, color: string, from: number, wide: ReturnType<typeof width>) =>
    ({
      id,
      type: 'line',
      source: 'city-streets',
      minzoom: from,
      filter: isKind(kind),
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': color, 'line-width': wide },
    }) as const;
  const fill = (id: string, source: string, color: string) =>
    ({ id, type: 'fill', source, minzoom: FROM_ZOOM, paint: { 'fill-color': color } }) as const;
  const text = { 'text-color': colors.text, 'text-halo-color': colors.land, 'text-halo-width': 1.5 };
  const names = (
    id: string,
    filter: FilterSpecification,
    from: number,
    size: number,
  ): LayerSpecification => ({
    id,
    type: 'symbol',
    source: 'city-places',
    minzoom: from,
    maxzoom: 16,
    filter,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': size,
      'text-max-width': 7,
      'text-padding': 6,
    },
    paint: { ...text, 'text-opacity': 0.85 },
  });
  return [
    fill('city-frame', 'city-frame', colors.water),
    fill('city-land', 'city-land', colors.land),
    fill('city-green', 'city-green', colors.green),
    fill('city-water', 'city-water', colors.water),
    street('city-streets', 2, colors.street, STREETS_ZOOM, width(2.5, 18)),
    street('city-main-streets', 1, colors.mainStreet, 10, width(4, 24)),
    street('city-motorways', 0, colors.motorway, FROM_ZOOM, width(5, 28)),
    {
      id: 'city-street-names',
      type: 'symbol',
      source: 'city-streets',
      minzoom: NAMES_ZOOM,
      filter: ['!=', ['get', 'name'], ''],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 300,
        'symbol-sort-key': ['get', 'kind'],
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 11,
      },
      paint: text,
    },
    names('city-greens', ['==', ['get', 'kind'], 'green'], GREENS_ZOOM, 11),
    names('city-places', ['!=', ['get', 'kind'], 'green'], 11, 12.5),
  ];
}
