import { countryFault } from '../../../platform/core/countries.ts';
import type { Ids } from '../../../platform/core/ids.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { invalidZone } from '../refusals.ts';
import type { CoverageArea } from '../zone.ts';
import type { ZoneInput } from '../zone-input.ts';
import { MAX_CORNERS, type PolygonFault, readPolygon } from './read-polygon.ts';
import { encodeRing, type Polygon } from './ring.ts';

/** Texts of an area for finding places. */
const LISTS = ['cityZipcodes', 'zipCodes', 'cities', 'states', 'countries'] as const;

/** Maximum number of postcodes and other texts of a zone. */
const MAX_NAMES = 1_000;

const FIELDS = ['polygon', 'polygons', ...LISTS] as const;

/** Whether the caller sent anything about the area itself. */
export function saysArea(input: ZoneInput): boolean {
  return FIELDS.some((field) => input[field] !== undefined);
}

/** The area after a caller's changes, with a new id, or why it is not valid. */
export function planArea(
  ids: Ids,
  before: CoverageArea | undefined,
  input: ZoneInput,
): CoverageArea | Refusal {
  const id = ids.next('cov');
  const read = readPolygons(input);
  if ('message' in read) {
    return invalidZone(read.message, {
      field: read.ring.split('[')[0],
      ring: read.ring,
      point: read.point,
    });
  }
  const fault = (input.countries ?? [])
    .map((country, index) => countryFault(`countries[${index}]`, country))
    .find((each) => each !== undefined);
  if (fault !== undefined) return invalidZone(fault, { field: 'countries' });
  const lists = Object.fromEntries(
    LISTS.map((field) => [field, [...new Set(input[field] === undefined ? before?.[field] : input[field])]]),
  );
  const area = {
    cityZipcodes: [],
    zipCodes: [],
    cities: [],
    states: [],
    countries: [],
    ...lists,
    id,
    polygons:
      read.polygons?.map((rings, index) => ({ id: `${id}_${index + 1}`, rings: rings.map(encodeRing) })) ??
      before?.polygons ??
      [],
  } satisfies CoverageArea;
  return refuseSize(area, read.polygons ?? []) ?? area;
}

function readPolygons(
  input: ZoneInput,
): { readonly polygons: readonly Polygon[] | undefined } | PolygonFault {
  const { polygon, polygons } = input;
  if (polygon === undefined && polygons === undefined) return { polygons: undefined };
  const named = [
    ...(polygon ? [{ name: 'polygon', rings: polygon }] : []),
    ...(polygons ?? []).map((rings, index) => ({ name: `polygons[${index}]`, rings })),
  ];
  const read: Polygon[] = [];
  for (const { name, rings } of named) {
    const one = readPolygon(rings, name);
    if ('message' in one) return one;
    read.push(one);
  }
  return { polygons: read };
}

function refuseSize(area: CoverageArea, polygons: readonly Polygon[]): Refusal | undefined {
  const corners = polygons.flat().reduce((sum, ring) => sum + ring.length - 1, 0);
  if (corners > MAX_CORNERS) {
    return invalidZone(`The polygons have ${corners} points. Send at most ${MAX_CORNERS}.`, {
      field: 'polygon',
    });
  }
  const names = LISTS.reduce((sum, field) => sum + area[field].length, 0);
  if (names > MAX_NAMES) {
    return invalidZone(
      `The zone names ${names} postcodes, cities and other places. Send at most ${MAX_NAMES}.`,
      {
        field: 'zipCodes',
      },
    );
  }
  if (area.polygons.length === 0 && names === 0) {
    return invalidZone(
      'The zone covers nothing. Send polygon, coverageAreaId, cityZipcodes, zipCodes, cities, states or countries.',
      { field: 'polygon' },
    );
  }
  return undefined;
}
