import type { CoverageArea } from '../zone.ts';
import { boundsOf, cellsAt, cellsOver, isInside } from './cells.ts';
import { type Corner, decodeRing, type Polygon } from './ring.ts';

/** A place for zone queries: whatever is known about it. */
export interface Place {
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  readonly zip?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly country?: string | undefined;
  /** City and postcode in one text, such as `San Francisco 94105`. */
  readonly cityZip?: string | undefined;
}

/**
 * Approximate maximum number of cells of a zone: with them and its other members, its write fits into one transaction.
 */
const CELL_BUDGET = 32;

/** The polygons of an area. */
export function polygonsOf({ polygons }: CoverageArea): readonly Polygon[] {
  return polygons.map(({ rings }) => rings.map(decodeRing));
}

/** Keys of an area: cells over its polygons, postcodes, cities and so on. */
export function indexKeysOf(area: CoverageArea): readonly string[] {
  const polygons = polygonsOf(area);
  return [
    ...new Set([
      ...(polygons.length > 0 ? cellsOver(polygons, CELL_BUDGET).map((cell) => `cell:${cell}`) : []),
      ...area.cityZipcodes.flatMap((text) => [`cityzip:${plainText(text)}`, `zipofcity:${codeIn(text)}`]),
      ...area.zipCodes.map((text) => `zip:${plainCode(text)}`),
      ...area.cities.map((text) => `city:${plainText(text)}`),
      ...area.states.map((text) => `state:${plainText(text)}`),
      ...area.countries.map((text) => `country:${plainText(text)}`),
    ]),
  ];
}

/** Keys of a place for finding zones: at most 19, which one call reads. */
export function indexKeysAt(place: Place): readonly string[] {
  const { lat, lng } = place;
  const texts = textKeysAt(place);
  const cells = lat !== undefined && lng !== undefined ? cellsAt({ lat, lng }) : [];
  return [...cells.map((cell) => `cell:${cell}`), ...texts];
}

/** Whether an area covers a place: its point is in a polygon, or one of its texts is among those of the area. */
export function covers(area: CoverageArea, place: Place): boolean {
  const { lat, lng } = place;
  const texts = new Set(textKeysAt(place));
  if (texts.size > 0 && indexKeysOf({ ...area, polygons: [] }).some((key) => texts.has(key))) return true;
  return (
    lat !== undefined && lng !== undefined && polygonsOf(area).some((polygon) => holds(polygon, [lng, lat]))
  );
}

function holds(polygon: Polygon, [lng, lat]: Corner): boolean {
  const { west, south, east, north } = boundsOf(polygon);
  if (lat < south || lat > north) return false;
  // A polygon across the date line has longitudes beyond 180, so the point may be in it after one more turn.
  return [lng - 360, lng, lng + 360].some((x) => x >= west && x <= east && isInside([x, lat], polygon));
}

function textKeysAt({ zip, city, state, country, cityZip }: Place): readonly string[] {
  const keys: string[] = [];
  const codes = zip ? [...new Set([plainCode(zip), plainCode(zip.split('-')[0] ?? zip)])] : [];
  for (const code of codes) keys.push(`zip:${code}`);
  // Somebody who knows the city means that one: two of them may share a postcode.
  if (!city) for (const code of codes) keys.push(`zipofcity:${code}`);
  if (city && zip) {
    keys.push(`cityzip:${plainText(`${city} ${zip}`)}`, `cityzip:${plainText(`${zip} ${city}`)}`);
  }
  if (cityZip) keys.push(`cityzip:${plainText(cityZip)}`);
  if (city) keys.push(`city:${plainText(city)}`);
  if (state) keys.push(`state:${plainText(state)}`);
  if (country) keys.push(`country:${plainText(country)}`);
  return keys;
}

/** The postcode in a text of city and postcode: its words with digits. */
function codeIn(text: string): string {
  return plainText(text)
    .split(' ')
    .filter((word) => /\d/.test(word))
    .join('');
}

/** Case, accents and separators between words do not matter. */
function plainText(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? '';
}

/** Postcodes are compared by letters and digits only: `SW1A 1AA` is `sw1a1aa`. */
function plainCode(text: string): string {
  return plainText(text).replaceAll(' ', '');
}
