import 'maplibre-gl/dist/maplibre-gl.css';
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
import { nearZoom } from './map-detail.ts';
import type { MapArea, MapLine, MapPoint, Position } from './map-shapes.ts';
import { settings } from './settings.ts';

setWorkerUrl(workerUrl);

/** Exports of this module for code that loads it late. */
export interface MapEngine {
  readonly draw: typeof draw;
  readonly fit: typeof fit;
  readonly paint: typeof paint;
}

type Collection = Exclude<GeoJSONSourceSpecification['data'], string> & { type: 'FeatureCollection' };
type Feature = Collection['features'][number];

interface Content {
  readonly points: readonly MapPoint[];
  readonly lines: readonly MapLine[];
  readonly areas: readonly MapArea[];
}

const SOURCES = ['marks', 'points', 'lines', 'areas'];

/** Layers in which a click finds something, in this order. */
const PICKABLE = ['marks', 'points', 'lines', 'far-lines', 'areas'];

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

const COLORS = {
  light: { water: '#dfe9ea', land: '#f7f6f1', border: '#b9c2bb', text: '#17211d', edge: '#ffffff' },
  dark: { water: '#0d1513', land: '#1b2421', border: '#3a4842', text: '#e6ece9', edge: '#e6ece9' },
};

/** Creates a map with the installation's style, or with the plain base that needs no network. */
export async function createMap(container: HTMLElement, dark: boolean): Promise<LibreMap> {
  const map = new LibreMap({
    container,
    style: settings.mapStyleUrl === '' ? await plainStyle(dark) : settings.mapStyleUrl,
    center: [-98, 39],
    zoom: 3,
    attributionControl: settings.mapStyleUrl === '' ? false : { compact: true },
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  await new Promise<void>((resolve) => map.once('style.load', () => resolve()));
  addLayers(map, dark);
  return map;
}

let land: Promise<Collection> | undefined;

async function plainStyle(dark: boolean): Promise<StyleSpecification> {
  land ??= fetch(atlasUrl)
    .then((reply) => reply.json())
    .then((atlas) => feature(atlas, atlas.objects.countries) as unknown as Collection);
  const { water, land: ground, border } = COLORS[dark ? 'dark' : 'light'];
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

/** Paints the plain base for light or dark. */
export function paint(map: LibreMap, dark: boolean): void {
  if (!map.getLayer('water')) return;
  const { water, land: ground, border, text, edge } = COLORS[dark ? 'dark' : 'light'];
  map.setPaintProperty('labels', 'text-color', text);
  map.setPaintProperty('line-edges', 'line-color', edge);
  map.setPaintProperty('labels', 'text-halo-color', ground);
  map.setPaintProperty('water', 'background-color', water);
  map.setPaintProperty('land', 'fill-color', ground);
  map.setPaintProperty('border', 'line-color', border);
}

function addLayers(map: LibreMap, dark: boolean): void {
  for (const id of SOURCES) map.addSource(id, { type: 'geojson', data: collection([]), buffer: TILE_EDGE });
  map.addSource('far-lines', {
    type: 'geojson',
    data: collection([]),
    buffer: TILE_EDGE,
    tolerance: FAR_TOLERANCE,
  });
  map.addLayer({
    id: 'areas',
    type: 'fill',
    source: 'areas',
    paint: { 'fill-color': ['get', 'color'], 'fill-opacity': 0.18 },
  });
  map.addLayer({
    id: 'area-lines',
    type: 'line',
    source: 'areas',
    paint: { 'line-color': ['get', 'color'], 'line-width': 2 },
  });
  map.addLayer({
    id: 'far-lines',
    type: 'line',
    source: 'far-lines',
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
    id: 'line-edges',
    type: 'line',
    source: 'lines',
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': COLORS[dark ? 'dark' : 'light'].edge,
      'line-width': ['+', ['get', 'width'], 2],
      'line-opacity': ['case', ['get', 'dim'], 0.1, 0.6],
    },
  });
  map.addLayer({
    id: 'lines',
    type: 'line',
    source: 'lines',
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': ['get', 'color'],
      'line-width': ['get', 'width'],
      'line-opacity': ['case', ['get', 'dim'], 0.25, 0.9],
    },
  });
  for (const id of ['points', 'marks']) {
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
    id: 'labels',
    type: 'symbol',
    source: 'marks',
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
      'text-color': COLORS[dark ? 'dark' : 'light'].text,
      'text-halo-color': COLORS[dark ? 'dark' : 'light'].land,
      'text-halo-width': 1.5,
    },
  });
}

/** A font of the style; without its own glyphs, the browser's font. */
function fontOf(map: LibreMap): string[] {
  for (const layer of map.getStyle().layers) {
    const font = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined;
    if (Array.isArray(font) && font.every((name) => typeof name === 'string')) return font as string[];
  }
  return ['sans-serif'];
}

/** Redraws everything. */
export function draw(map: LibreMap, { points, lines, areas }: Content): void {
  const from = nearZoom(lines, (corners) => map.cameraForBounds(boundsOf(corners))?.zoom ?? 0);
  setNearZoom(map, from);
  // Couriers move while their stops stay, so each has a source of its own.
  const isMark = ({ ring, label = '' }: MapPoint) => ring !== undefined || label !== '';
  set(map, 'points', points.filter((point) => !isMark(point)).map(featureOf));
  set(map, 'marks', points.filter(isMark).map(featureOf));
  const drawn = lines.map(
    ({ id, path, color, width = 3, dim = false }): Feature => ({
      type: 'Feature',
      properties: { id, color, width, dim },
      geometry: { type: 'LineString', coordinates: path.map((at) => [...at]) },
    }),
  );
  set(map, 'lines', drawn);
  set(map, 'far-lines', from === 0 ? [] : drawn);
  set(
    map,
    'areas',
    areas.map(({ id, rings, color }) => ({
      type: 'Feature',
      properties: { id, color },
      geometry: { type: 'Polygon', coordinates: rings.map((ring) => ring.map((at) => [...at])) },
    })),
  );
}

/** Below this zoom, points are dots without a ring, marks are smaller, and lines are simplified. */
function setNearZoom(map: LibreMap, from: number): void {
  if (map.getLayer('far-lines')?.maxzoom === from) return;
  map.setLayerZoomRange('far-lines', 0, from);
  for (const layer of ['line-edges', 'lines']) map.setLayerZoomRange(layer, from, MAX_ZOOM);
  const size = ['get', 'size'] satisfies ExpressionSpecification;
  for (const [layer, share, ring] of [
    ['points', 0.4, 0],
    ['marks', 0.7, RING],
  ] as const) {
    map.setPaintProperty(layer, 'circle-radius', ['step', ['zoom'], ['*', share, size], from, size]);
    map.setPaintProperty(layer, 'circle-stroke-width', ['step', ['zoom'], ring, from, RING]);
  }
}

/** Shows all of it. */
export function fit(map: LibreMap, { points, lines, areas }: Content): void {
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

/** What a click hit; marks before lines before areas. */
export function idAt(
  map: LibreMap,
  { x, y }: { readonly x: number; readonly y: number },
): string | undefined {
  const box: [PointLike, PointLike] = [
    [x - REACH, y - REACH],
    [x + REACH, y + REACH],
  ];
  for (const layer of PICKABLE) {
    const [found] = map.queryRenderedFeatures(box, { layers: [layer] });
    if (found) return String(found.properties.id);
  }
  return undefined;
}

function featureOf({ id, at, color, size = 6, ring = '#ffffff', label = '' }: MapPoint): Feature {
  return {
    type: 'Feature',
    properties: { id, color, size, ring, label },
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
