import { isCountryCode, likelyCountryCode } from '../../../platform/core/countries.ts';
import { PLACE_PRECISIONS, type PlacePrecision } from '../../../platform/core/place-precision.ts';
import type { GeocodedPlace, GeocodeOutcome, GeocodeQuery } from '../geocoder.ts';
import { LANDMARKS, STREETS, ZIPS } from './streets.ts';

/** The `county` of a place whose position was made up. */
const MADE_UP = 'Position made up by the local geocoder';

/** Prefix of place ids of the gazetteer. */
const PLACE_ID = 'local:';

/** A line with this word is never found, so that callers can try that case. */
const NOWHERE = /\bnowhere\b/i;

const CITY = 'San Francisco';
const HOME = { city: CITY, state: 'CA', country: 'US' } as const;

/** Made-up positions lie in this box, which is land of the demo city. */
const BOX = { south: 37.735, north: 37.795, west: -122.475, east: -122.405 } as const;

/** Kinds of streets, which a line may name or leave out. */
const KIND =
  /\b(?:st|street|ave|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|pl|place|ct|court|way|ter|terrace)\b\.?/gi;

/** Words of other languages that only streets have, alone or at the end of a word. */
const STREET_ABROAD =
  /(?:stra(?:ß|ss)e|str\.?|weg|allee|platz|gasse|straat|laan|gatan|vej)(?![\p{L}])|\b(?:rue|via|calle|avenida|rua|ulica|ul)\b/iu;

/** A postal code alone, or behind a state: digits, or that of Great Britain. */
const POSTCODE = /^(?:[\d -]+|[A-Z]{2}\s+\d[\d-]*|[A-Z]{1,2}\d[\dA-Z]?\s*\d[A-Z]{2})$/i;

/** How well a text matches where its position is made up, and where a street is known but ends before the number. */
const SCORE_MADE_UP = 0.5;
const SCORE_BEYOND = 0.8;

/**
 * Looks up an address line or place id in a list of streets and landmarks of San Francisco. An address that
 * is not in the list gets a position there that is derived from its text, and a `county` that says so.
 */
export function searchGazetteer(query: GeocodeQuery): GeocodeOutcome {
  if ('placeId' in query) {
    const name = query.placeId.startsWith(PLACE_ID) ? query.placeId.slice(PLACE_ID.length) : '';
    return Object.hasOwn(LANDMARKS, name) ? found(landmark(name)) : { kind: 'not-found' };
  }
  const line = query.address.trim();
  if (NOWHERE.test(line) || !/[\p{L}\p{N}]/u.test(line)) return { kind: 'not-found' };
  const parts = readLine(line);
  const country = query.country ?? parts.country ?? HOME.country;
  const isHome = country === HOME.country && (parts.city === undefined || sameText(parts.city, CITY));
  const named = isHome ? (landmarkIn(line) ?? houseIn(parts) ?? streetIn(parts)) : undefined;
  return found(named ? { ...named, ...(parts.zip && { zip: parts.zip }) } : madeUp(line, parts, country));
}

function found(place: GeocodedPlace): GeocodeOutcome {
  return { kind: 'found', place };
}

interface Line {
  readonly number: string | undefined;
  readonly street: string;
  readonly city: string | undefined;
  readonly state: string | undefined;
  readonly zip: string | undefined;
  readonly country: string | undefined;
}

/** `[number] street, city, state zip, country`. Everything after the street is optional. */
function readLine(line: string): Line {
  const [first = '', ...rest] = line.split(',').map((part) => part.trim());
  const behind = rest.filter((part) => part !== '' && !/^(?:apt|suite|unit|floor|#)/i.test(part));
  const last = behind.at(-1);
  const lastCountry = last === undefined ? undefined : countryOf(last);
  const country = behind.length > 1 || lastCountry !== undefined ? lastCountry : undefined;
  if (country !== undefined) behind.pop();
  const region =
    behind.length > 1 || /^[A-Z]{2}(?:\s+\d{5}.*)?$/.test(behind[0] ?? '') ? behind.pop() : undefined;
  const [, state, zip] = /^([A-Za-z]{2,3})?\s*([0-9A-Z][0-9A-Z -]{2,9})?$/.exec(region ?? '') ?? [];
  const numbered = /^(\d+)[A-Za-z]?(?:-\d+)?\s+(.+)$/.exec(first);
  return {
    number: numbered?.[1],
    street: numbered?.[2] ?? first,
    city: behind[0],
    state: state?.toUpperCase(),
    zip: zip?.trim(),
    country,
  };
}

/**
 * A state such as "CA" is not a country: the last part counts as one only when it cannot be a state with a zip code.
 */
function countryOf(text: string): string | undefined {
  if (/\d/.test(text)) return undefined;
  if (/^(?:usa?|united states(?: of america)?)$/i.test(text)) return 'US';
  const code = text.toUpperCase();
  if (code.length === 2) return code !== HOME.state && isCountryCode(code) ? code : undefined;
  return likelyCountryCode(text);
}

function landmarkIn(line: string): GeocodedPlace | undefined {
  const words = plain(line);
  const name = Object.keys(LANDMARKS).find((one) => words.includes(one.replaceAll('-', '')));
  return name === undefined ? undefined : landmark(name);
}

function landmark(name: string): GeocodedPlace {
  const { number, street, lat, lng } = LANDMARKS[name]!;
  return {
    ...HOME,
    number,
    formattedStreet: `${number} ${street}`,
    county: CITY,
    zip: zipAt(lat, lng),
    lat,
    lng,
    precision: 'house',
    score: 1,
  };
}

/** The house on its street, between the corners around its number. */
function houseIn({ number, street }: Line): GeocodedPlace | undefined {
  const known = streetNamed(street);
  if (number === undefined || !known) return undefined;
  const { name, corners } = known;
  const wanted = Number(number);
  const next = corners.findIndex(([at]) => at >= wanted);
  const [from, to] =
    next <= 0 ? [corners.at(next)!, corners.at(next)!] : [corners[next - 1]!, corners[next]!];
  const share = to[0] === from[0] ? 0 : (wanted - from[0]) / (to[0] - from[0]);
  const lat = round(from[1] + share * (to[1] - from[1]));
  const lng = round(from[2] + share * (to[2] - from[2]));
  return {
    ...HOME,
    number,
    formattedStreet: `${number} ${name}`,
    county: CITY,
    zip: zipAt(lat, lng),
    lat,
    lng,
    ...(wanted > corners.at(-1)![0]
      ? { precision: 'street', score: SCORE_BEYOND }
      : { precision: 'house', score: 1 }),
  };
}

/** The middle corner of a street without a number. */
function streetIn({ number, street }: Line): GeocodedPlace | undefined {
  const known = number === undefined ? streetNamed(street) : undefined;
  if (!known) return undefined;
  const [, lat, lng] = known.corners[Math.floor(known.corners.length / 2)]!;
  return {
    ...HOME,
    formattedStreet: known.name,
    county: CITY,
    zip: zipAt(lat, lng),
    lat,
    lng,
    precision: 'street',
    score: 1,
  };
}

function streetNamed(street: string) {
  const key = plain(street.replace(/^the\s+/i, '').replace(KIND, ''));
  return Object.hasOwn(STREETS, key) ? STREETS[key] : undefined;
}

/** A position that depends only on the text: the same line is always in the same place. */
function madeUp(line: string, { number, street, city, state, zip }: Line, country: string): GeocodedPlace {
  const digest = hash(plain(line));
  const lat = round(BOX.south + ((digest % 10_000) / 10_000) * (BOX.north - BOX.south));
  const lng = round(BOX.west + ((Math.floor(digest / 10_000) % 10_000) / 10_000) * (BOX.east - BOX.west));
  const isHome = country === HOME.country;
  return {
    number,
    formattedStreet: number === undefined ? street : `${number} ${street}`,
    city: city ?? CITY,
    county: MADE_UP,
    state: state ?? (isHome ? HOME.state : undefined),
    zip: zip ?? zipAt(lat, lng),
    country,
    lat,
    lng,
    precision: precisionOf(line),
    score: SCORE_MADE_UP,
  };
}

/** What a line without a known street names. A name such as "c/o Smith" or a flat may stand before the street. */
function precisionOf(line: string): PlacePrecision {
  const parts = line.split(',', 2).map((part) => precisionOfPart(part.trim()));
  return PLACE_PRECISIONS.find((one) => parts.includes(one)) ?? 'region';
}

/** A house if there is a number, else what the words are. */
function precisionOfPart(first: string): PlacePrecision {
  if (POSTCODE.test(first) || (/^\d{5}\s/.test(first) && first.search(KIND) < 0)) return 'postcode';
  if (/\d/.test(first)) return 'house';
  if (first.search(KIND) >= 0 || STREET_ABROAD.test(first)) return 'street';
  return countryOf(first) === undefined ? 'locality' : 'region';
}

function zipAt(lat: number, lng: number): string {
  const far = ([, atLat, atLng]: (typeof ZIPS)[number]) => (atLat - lat) ** 2 + ((atLng - lng) * 0.79) ** 2;
  return ZIPS.reduce((best, one) => (far(one) < far(best) ? one : best))[0];
}

function sameText(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** FNV-1a over 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193);
  return value >>> 0;
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
