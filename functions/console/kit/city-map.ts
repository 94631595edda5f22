import type { GeoJSONSourceSpecification } from 'maplibre-gl';
import { decodePolyline } from './polyline.ts';

type Collection = Exclude<GeoJSONSourceSpecification['data'], string> & { type: 'FeatureCollection' };
type Feature = Collection['features'][number];

/** Streets, parks, water and names of a city, as `base-map/README.md` describes the file. */
export interface CityMap {
  /** West, south, east, north. */
  readonly bounds: readonly [number, number, number, number];
  /** Areas: their outlines, then their holes, each an encoded line. */
  readonly land: readonly (readonly string[])[];
  readonly green: readonly (readonly string[])[];
  readonly water: readonly (readonly string[])[];
  /** Kind (0 = motorway, 1 = main street, 2 = other street), name, and encoded lines. */
  readonly streets: readonly (readonly [kind: number, name: string, lines: readonly string[]])[];
  readonly places: readonly (readonly [kind: string, name: string, lng: number, lat: number])[];
}

/** The file as the map library takes it. */
export function cityFeatures(city: CityMap) {
  const [west, south, east, north] = city.bounds;
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return {
    frame: collection([polygon([corners])]),
    land: collection(city.land.map(areaOf)),
    green: collection(city.green.map(areaOf)),
    water: collection(city.water.map(areaOf)),
    streets: collection(
      city.streets.map(([kind, name, lines]) => ({
        type: 'Feature',
        properties: { kind, name },
        geometry: { type: 'MultiLineString', coordinates: lines.map(lineOf) },
      })),
    ),
    places: collection(
      city.places.map(([kind, name, lng, lat]) => ({
        type: 'Feature',
        properties: { kind, name },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      })),
    ),
  };
}

const lineOf = (encoded: string) => decodePolyline(encoded).map((at) => [...at]);
const areaOf = (rings: readonly string[]) => polygon(rings.map(lineOf));

function polygon(coordinates: number[][][]): Feature {
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } };
}

function collection(features: Feature[]): Collection {
  return { type: 'FeatureCollection', features };
}
