import type { GeocodedPlace, Geocoder } from '../../engines/geocoding/index.ts';
import { ADDRESS_PARTS, type Side, streetLine } from '../../ordering/orders/index.ts';
import { likelyCountryCode } from '../../platform/core/countries.ts';
import { greatCircleMeters, type Point } from '../../platform/core/geography.ts';

/** Fields of an order in the form of a request. */
export type RowFields = Readonly<Record<string, unknown>>;

/** How far a point of a file may be from the place that the map finds for its address. Metres. */
const MAX_APART_METERS = 2_000;

/** The address of one side in one of the forms of an order, or with a point whose address the map must complete. */
export interface ComposedSide {
  /** All address fields of the side: null where the other form is used. */
  readonly fields: RowFields;
  /** Where the address is, if the file has only some of its parts beside the point. */
  readonly point?: Point | undefined;
}

/**
 * Joins the address columns of a row: a table has street, city and postal code in columns of their own, whereas an
 * order takes one line, or all parts with coordinates (contract 4.4.1). A part that the line names already is not added.
 */
export function composeSide(data: RowFields, side: Side): ComposedSide {
  const text = (part: string) => {
    const value = data[`${side}${part}`];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const line = text('Address');
  const street = streetLine(text('AddressNumber'), text('AddressFormattedStreet'));
  const [lat, lng] = [data[`${side}Lat`], data[`${side}Lng`]];
  const point = typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined;
  const first = line ?? street;
  if (first === undefined) return { fields: {} };
  const [city, zip, country] = [text('AddressCity'), text('AddressZip'), text('AddressCountry')];
  if (point && city && zip && country) {
    const parts = {
      [`${side}AddressFormattedStreet`]: street ?? first,
      [`${side}AddressCountry`]: likelyCountryCode(country) ?? country,
    };
    return { fields: { ...parts, [`${side}Address`]: null } };
  }
  const region = [text('AddressState'), zip]
    .filter((part) => part !== undefined && !names(first, part))
    .join(' ');
  const pieces = [first, text('AddressSecondarynumber'), city, region, country];
  const joined = pieces.reduce<string>(
    (so, piece) => (piece && (so === '' || !names(so, piece)) ? (so === '' ? piece : `${so}, ${piece}`) : so),
    '',
  );
  return { fields: { ...withoutParts(side), [`${side}Address`]: joined }, point };
}

/** Null for every part of the side's address. */
function withoutParts(side: Side): RowFields {
  return Object.fromEntries(ADDRESS_PARTS.map((part) => [`${side}${part}`, null]));
}

/** The parts of an address that the map completes, at the point that the file gives; or what is wrong. */
export async function completeAtPoint(
  geocoder: Geocoder,
  side: Side,
  line: string,
  point: Point,
): Promise<{ readonly fields: RowFields } | { readonly wrong: string }> {
  const outcome = await geocoder.geocode({ address: line });
  const field = `${side}Address`;
  if (outcome.kind !== 'found') {
    const why =
      outcome.kind === 'unavailable' ? 'could not be looked up just now' : 'was not found on the map';
    return {
      wrong: `${field} "${line}" ${why}. Correct it, or give street, city, postal code and country too.`,
    };
  }
  const metres = greatCircleMeters(outcome.place, point);
  if (metres > MAX_APART_METERS) {
    const km = (metres / 1000).toFixed(1);
    return {
      wrong: `${field} "${line}" is ${km} km from its coordinates ${point.lat}, ${point.lng}. Correct one of them.`,
    };
  }
  return { fields: { ...partsOf(side, outcome.place, point), [field]: null } };
}

function partsOf(side: Side, place: GeocodedPlace, { lat, lng }: Point): RowFields {
  return {
    [`${side}AddressNumber`]: place.number ?? null,
    [`${side}AddressFormattedStreet`]: place.formattedStreet ?? null,
    [`${side}AddressCity`]: place.city ?? null,
    [`${side}AddressCounty`]: place.county ?? null,
    [`${side}AddressState`]: place.state ?? null,
    [`${side}AddressZip`]: place.zip ?? null,
    [`${side}AddressCountry`]: place.country ?? null,
    [`${side}Lat`]: lat,
    [`${side}Lng`]: lng,
  };
}

/** Whether an address names a part already, as whole words. */
function names(address: string, part: string): boolean {
  const words = (text: string) =>
    ` ${text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return words(address).includes(words(part));
}
