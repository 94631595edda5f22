import 'maplibre-gl/dist/maplibre-gl.css';
import './map-engine.css';
import {
  type ExpressionSpecification,
  type GeoJSONSource,
  type GeoJSONSourceSpecification,
  Map as LibreMap,
  LngLatBounds,
  NavigationControl,
  type PointLike,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { feature } from 'topojson-client';
import atlasUrl from 'world-atlas/countries-50m.json?url';
import { addCity, type BaseColors, paintCity, showsCity } from './city-layers.ts';
import { language } from './language.ts';
import { MAP_CONTROLS } from './map-controls.ts';
import { nearZoom } from './map-detail.ts';
import { fontOf } from './map-font.ts';
import { isInside } from './map-selection.ts';
import type { FoundPlace, MapContent, MapPoint, Position } from './map-shapes.ts';
import { settings } from './settings.ts';

setWorkerUrl(workerUrl);

/** Exports of this module for code that loads it late. */
export interface MapEngine {
  readonly draw: typeof draw;
  readonly fit: typeof fit;
  readonly paint: typeof paint;
  readonly foundAt: typeof foundAt;
  readonly selectedIn: typeof selectedIn;
  readonly lookAt: typeof lookAt;
  readonly namesInView: typeof namesInView;
}

type Collection = Exclude<GeoJSONSourceSpecification['data'], string> & { type: 'FeatureCollection' };
type Feature = Collection['features'][number];

// Names begin with `console-`, so that no style of the base has them.
const SOURCES = ['console-marks', 'console-points', 'console-lines', 'console-areas'];

/** Layers in which a click finds something, in this order. */
const PICKABLE = ['console-marks', 'console-points', 'console-lines', 'console-far-lines', 'console-areas'];

/**
 * Pixels around a tile that are drawn with it: the size of the largest mark. With the library's default of 128, most of
 * it is drawn twice.
 */
const TILE_EDGE = 16;

/** Maximum distance of a simplified line from its corners, in pixels. */
const FAR_TOLERANCE = 12;

/** Maximum zoom of a map. */
const MAX_ZOOM = 24;

/** Width of the ring around a mark, in pixels. */
const RING = 1.5;

/** Pixels around a click within which something is found. */
const REACH = 5;

const COLORS: Readonly<Record<'light' | 'dark', BaseColors & { readonly edge: string }>> = {
  light: {
    water: '#cfdfe3',
    land: '#f4f3ee',
    border: '#b9c2bb',
    green: '#d9e6cf',
    street: '#ffffff',
    mainStreet: '#fdf3d8',
    motorway: '#f2cf9f',
    text: '#17211d',
    edge: '#ffffff',
  },
  dark: {
    water: '#0a1114',
    land: '#1b2421',
    border: '#3a4842',
    green: '#1d3026',
    street: '#2c3833',
    mainStreet: '#3a4740',
    motorway: '#544a34',
    text: '#e6ece9',
    edge: '#e6ece9',
  },
};

const colorsOf = (dark: boolean) => COLORS[dark ? 'dark' : 'light'];

/** The layer of our own that lies below all others. */
const LOWEST = 'console-areas';

/** A map, and whether it is plain although the installation has a style, which could not be loaded. */
interface CreatedMap {
  readonly map: LibreMap;
  readonly lacksStyle: boolean;
}

/** Creates a map with the installation's style, or with the plain base that needs no network. */
export async function createMap(container: HTMLElement, dark: boolean): Promise<CreatedMap> {
  const address = styleAddress(dark);
  const isThere =
    address !== '' &&
    (await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    ));
  const map = new LibreMap({
    container,
    style: isThere ? address : await plainStyle(dark),
    center: [-98, 39],
    zoom: 3,
    attributionControl: isThere ? { compact: true } : { compact: false },
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
    locale: MAP_CONTROLS[language()],
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  await new Promise<void>((resolve) => map.once('style.load', () => resolve()));
  addLayers(map, dark);
  if (!isThere) {
    plain.add(map);
    const city = () => {
      if (showsCity(map)) void addCity(map, LOWEST, colorsOf(darkness.get(map) ?? dark), fontOf(map));
    };
    map.on('moveend', city);
  }
  darkness.set(map, dark);
  return { map, lacksStyle: !isThere && address !== '' };
}

/** How each map is painted now. */
const darkness = new WeakMap<LibreMap, boolean>();

/** Maps with the plain base. */
const plain = new WeakSet<LibreMap>();

/** The address of the installation's style; empty without one. */
function styleAddress(dark: boolean): string {
  return settings.mapStyleUrl.replace('{scheme}', dark ? 'Dark' : 'Light');
}

let land: Promise<Collection> | undefined;

async function plainStyle(dark: boolean): Promise<StyleSpecification> {
  land ??= fetch(atlasUrl)
    .then((reply) => reply.json())
    .then((atlas) => feature(atlas, atlas.objects.countries) as unknown as Collection);
  const { water, land: ground, border } = colorsOf(dark);
  return {
    version: 8,
    sources: { land: { type: 'geojson', data: await land, tolerance: 0.4, buffer: TILE_EDGE } },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': ground } },
      { id: 'border', type: 'line', source: 'land', paint: { 'line-color': border, 'line-width': 1 } },
    ],
  };
}

/** Paints the base for light or dark. What the console draws on it has to be drawn again. */
export async function paint(map: LibreMap, dark: boolean): Promise<void> {
  darkness.set(map, dark);
  if (!plain.has(map)) {
    if (styleAddress(true) === styleAddress(false)) return;
    map.setStyle(styleAddress(dark));
    await new Promise<void>((resolve) => map.once('style.load', () => resolve()));
    addLayers(map, dark);
    return;
  }
  const colors = colorsOf(dark);
  const { water, land: ground, border, text, edge } = colors;
  paintCity(map, colors, fontOf(map));
  map.setPaintProperty('console-labels', 'text-color', text);
  map.setPaintProperty('console-line-edges', 'line-color', edge);
  map.setPaintProperty('console-labels', 'text-halo-color', ground);
  map.setPaintProperty('water', 'background-color', water);
  map.setPaintProperty('land', 'fill-color', ground);
  map.setPaintProperty('border', 'line-color', border);
}

function addLayers(map: LibreMap, dark: boolean): void {
  for (const id of SOURCES) map.addSource(id, { type: 'geojson', data: collection([]), buffer: TILE_EDGE });
  map.addSource('console-far-lines', {
    type: 'geojson',
    data: collection([]),
    buffer: TILE_EDGE,
    tolerance: FAR_TOLERANCE,
  });
  map.addLayer({
    id: 'console-areas',
    type: 'fill',
    source: 'console-areas',
    paint: { 'fill-color': ['get', 'color'], 'fill-opacity': 0.18 },
  });
  map.addLayer({
    id: 'console-area-lines',
    type: 'line',
    source: 'console-areas',
    paint: { 'line-color': ['get', 'color'], 'line-width': 2 },
  });
  map.addLayer({
    id: 'console-far-lines',
    type: 'line',
    source: 'console-far-lines',
    maxzoom: 0,
    layout: { 'line-join': 'bevel' },
    paint: {
      'line-color': ['get', 'color'],
      'line-width': ['*', 0.5, ['get', 'width']],
      'line-opacity': ['case', ['get', 'dim'], 0.25, 0.9],
    },
  });
  // Dark colors of the palette stay visible in dark mode.
  map.addLayer({
    id: 'console-line-edges',
    type: 'line',
    source: 'console-lines',
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': colorsOf(dark).edge,
      'line-width': ['+', ['get', 'width'], 2],
      'line-opacity': ['case', ['get', 'dim'], 0.1, 0.6],
    },
  });
  map.addLayer({
    id: 'console-lines',
    type: 'line',
    source: 'console-lines',
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': ['get', 'color'],
      'line-width': ['get', 'width'],
      'line-opacity': ['case', ['get', 'dim'], 0.25, 0.9],
    },
  });
  for (const id of ['console-points', 'console-marks']) {
    map.addLayer({
      id,
      type: 'circle',
      source: id,
      paint: {
        'circle-color': ['get', 'color'],
        'circle-radius': ['get', 'size'],
        'circle-stroke-width': RING,
        'circle-stroke-color': ['get', 'ring'],
      },
    });
  }
  map.addLayer({
    id: 'console-labels',
    type: 'symbol',
    source: 'console-marks',
    filter: ['!=', ['get', 'label'], ''],
    layout: {
      'text-field': ['get', 'label'],
      'text-font': fontOf(map),
      'text-size': 12,
      'text-anchor': 'left',
      'text-offset': [1, 0],
      'text-justify': 'left',
    },
    paint: {
      'text-color': colorsOf(dark).text,
      'text-halo-color': colorsOf(dark).land,
      'text-halo-width': 1.5,
    },
  });
}

/** Redraws everything. */
export function draw(map: LibreMap, { points, lines, areas }: MapContent): void {
  const from = nearZoom(lines, (corners) => map.cameraForBounds(boundsOf(corners))?.zoom ?? 0);
  setNearZoom(map, from);
  // Couriers move while their stops stay, so each has a source of its own.
  const isMark = ({ ring, label = '' }: MapPoint) => ring !== undefined || label !== '';
  set(map, 'console-points', points.filter((point) => !isMark(point)).map(featureOf));
  set(map, 'console-marks', points.filter(isMark).map(featureOf));
  const drawn = lines.map(
    ({ id, path, color, width = 3, dim = false, title = '' }): Feature => ({
      type: 'Feature',
      properties: { id, color, width, dim, title },
      geometry: { type: 'LineString', coordinates: path.map((at) => [...at]) },
    }),
  );
  set(map, 'console-lines', drawn);
  set(map, 'console-far-lines', from === 0 ? [] : drawn);
  set(
    map,
    'console-areas',
    areas.map(({ id, rings, color, title = '' }) => ({
      type: 'Feature',
      properties: { id, color, title },
      geometry: { type: 'Polygon', coordinates: rings.map((ring) => ring.map((at) => [...at])) },
    })),
  );
}

/** Below this zoom, points are dots without a ring, marks are smaller, and lines are simplified. */
function setNearZoom(map: LibreMap, from: number): void {
  if (map.getLayer('console-far-lines')?.maxzoom === from) return;
  map.setLayerZoomRange('console-far-lines', 0, from);
  for (const layer of ['console-line-edges', 'console-lines']) map.setLayerZoomRange(layer, from, MAX_ZOOM);
  const size = ['get', 'size'] satisfies ExpressionSpecification;
  for (const [layer, share, ring] of [
    ['console-points', 0.4, 0],
    ['console-marks', 0.7, RING],
  ] as const) {
    map.setPaintProperty(layer, 'circle-radius', ['step', ['zoom'], ['*', share, size], from, size]);
    map.setPaintProperty(layer, 'circle-stroke-width', ['step', ['zoom'], ring, from, RING]);
  }
}

/** Shows all of it. */
export function fit(map: LibreMap, { points, lines, areas }: MapContent): void {
  const bounds = boundsOf([
    ...points.map(({ at }) => at),
    ...lines.flatMap(({ path }) => path),
    ...areas.flatMap(({ rings }) => rings.flat()),
  ]);
  if (!bounds.isEmpty()) map.fitBounds(bounds, { padding: 48, maxZoom: 14, animate: false });
}

function boundsOf(positions: readonly Position[]): LngLatBounds {
  const bounds = new LngLatBounds();
  for (const [lng, lat] of positions) bounds.extend([lng, lat]);
  return bounds;
}

/** What is under the pointer; marks before lines before areas. */
export function foundAt(
  map: LibreMap,
  { x, y }: { readonly x: number; readonly y: number },
): { readonly id: string; readonly title: string } | undefined {
  const box: [PointLike, PointLike] = [
    [x - REACH, y - REACH],
    [x + REACH, y + REACH],
  ];
  for (const layer of PICKABLE) {
    const [found] = map.queryRenderedFeatures(box, { layers: [layer] });
    if (found) return { id: String(found.properties.id), title: String(found.properties.title ?? '') };
  }
  return undefined;
}

/** The points that a selection may have and that lie in a ring of pixels; without a ring, those in view. */
export function selectedIn(
  map: LibreMap,
  points: readonly MapPoint[],
  ring?: readonly Position[],
): readonly string[] {
  const { width, height } = map.getContainer().getBoundingClientRect();
  const whole: readonly Position[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  return points.flatMap(({ at: [lng, lat], selects }) => {
    if (selects === undefined) return [];
    const { x, y } = map.project([lng, lat]);
    return isInside([x, y], ring ?? whole) ? [selects] : [];
  });
}

/** Streets and places that the base map shows by their names, each once. */
export function namesInView(map: LibreMap): readonly FoundPlace[] {
  const layers = map
    .getStyle()
    .layers.flatMap(({ id, type }) => (type === 'symbol' && id !== 'console-labels' ? [id] : []));
  const found = new Map<string, FoundPlace>();
  for (const { properties, geometry } of map.queryRenderedFeatures({ layers })) {
    const { name } = properties as { readonly name?: unknown };
    const at = middleOf(geometry);
    if (typeof name === 'string' && name !== '' && at && !found.has(name)) found.set(name, { name, at });
  }
  return [...found.values()];
}

/** A point of a shape. */
function middleOf(geometry: Feature['geometry']): Position | undefined {
  if (!('coordinates' in geometry)) return undefined;
  let at: unknown = geometry.coordinates;
  while (Array.isArray(at) && Array.isArray(at[0])) at = at[Math.floor(at.length / 2)];
  const [lng, lat] = at as readonly unknown[];
  return typeof lng === 'number' && typeof lat === 'number' ? [lng, lat] : undefined;
}

/** Shows a place and its surroundings. */
export function lookAt(map: LibreMap, [lng, lat]: Position, zoom = 15): void {
  map.jumpTo({ center: [lng, lat], zoom: Math.max(map.getZoom(), zoom) });
}

function featureOf({ id, at, color, size = 6, ring = '#ffffff', label = '', title = '' }: MapPoint): Feature {
  return {
    type: 'Feature',
    properties: { id, color, size, ring, label, title },
    geometry: { type: 'Point', coordinates: [...at] },
  };
}

/** What each source shows now. */
const shown = new WeakMap<GeoJSONSource, string>();

/** Passes features to a source unless it already has them: cutting them into tiles costs more than comparing them. */
function set(map: LibreMap, id: string, features: Feature[]): void {
  const source = map.getSource<GeoJSONSource>(id);
  const text = JSON.stringify(features);
  if (!source || (shown.get(source) ?? '[]') === text) return;
  shown.set(source, text);
  source.setData(collection(features));
}

function collection(features: Feature[]): Collection {
  return { type: 'FeatureCollection', features };
}
