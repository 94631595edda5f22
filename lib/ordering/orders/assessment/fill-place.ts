import type { GeocodedPlace, GeocodeQuery, Geocoder } from '../../../engines/geocoding/index.ts';
import { isCoarser, type PlacePrecision } from '../../../platform/core/place-precision.ts';
import type { Order } from '../order.ts';
import type { Side } from '../order-fields.ts';
import { givenComponents, isGiven, REQUIRED_PARTS } from '../rules/address-parts.ts';
import { show } from '../rules/define-rule.ts';
import type { Draft } from './draft.ts';

/** How the map found a side: the text that was looked up, and how exactly. */
export interface FoundSide {
  readonly key: string;
  readonly as: FoundAs | undefined;
}

type FoundAs = NonNullable<NonNullable<Order['geocodedAs']>[Side]>;

/** What a place that is less than a street names, in an error. */
const NAMES: Readonly<Record<PlacePrecision, string>> = {
  house: 'a house',
  street: 'a street',
  postcode: 'the area of a postal code',
  locality: 'a town',
  region: 'a county, state or country',
};

/** Reports an address that the map found less exactly than the organization wants. */
export function checkPrecision(
  draft: Draft,
  side: Side,
  { key, as }: FoundSide,
  wanted: PlacePrecision,
): void {
  if (as === undefined || !isCoarser(as.precision, wanted)) return;
  const field = key.startsWith('place:') ? (`${side}PlaceId` as const) : (`${side}Address` as const);
  const { fields } = draft;
  const parts = [
    'AddressFormattedStreet',
    'AddressCity',
    'AddressState',
    'AddressZip',
    'AddressCountry',
  ] as const;
  const found = parts.flatMap((part) => fields[`${side}${part}`] ?? []).join(', ');
  const add =
    wanted === 'house' ? 'street and house number' : wanted === 'street' ? 'the street' : NAMES[wanted];
  draft.report(
    field,
    'address-is-exact',
    `${field} ${show(fields[field])} was found only as ${NAMES[as.precision]} (${found}), and orders need at least ` +
      `${NAMES[wanted]}. Add ${add}, or send ${componentList(side)} instead and null for ${field}. ` +
      'An administrator can accept such addresses with preferences.addressPrecision.',
  );
}

function foundAs({ precision, score }: GeocodedPlace): FoundAs {
  return score === undefined ? { precision } : { precision, score };
}

/** The address fields that must be sent when there is no map. */
function componentList(side: Side): string {
  return REQUIRED_PARTS.map((part) => `${side}${part}`).join(', ');
}

/** Contract 4.4.1: the address of a side is given in only one way. Returns false otherwise. */
export function checkAddressForm(draft: Draft, side: Side): boolean {
  const { fields } = draft;
  const line = isGiven(fields[`${side}Address`]);
  const placeId = isGiven(fields[`${side}PlaceId`]);
  const components = givenComponents(fields, side);
  const wayOut = 'send one of them and null for the others.';
  if (line && placeId) {
    draft.report(
      `${side}PlaceId`,
      'address-is-one',
      `${side}PlaceId ${show(fields[`${side}PlaceId`])} and ${side}Address ${show(fields[`${side}Address`])} were both sent; ${wayOut}`,
    );
    return false;
  }
  if ((line || placeId) && components.length > 0) {
    const field = line ? (`${side}Address` as const) : (`${side}PlaceId` as const);
    draft.report(
      field,
      'address-is-one',
      `${field} ${show(fields[field])} and components (${components.join(', ')}) were both sent; ${wayOut}`,
    );
    return false;
  }
  return true;
}

/** Contract 4.4.2: components are complete, because nothing is geocoded then. */
export function checkComponents(draft: Draft, side: Side): void {
  const components = givenComponents(draft.fields, side);
  if (components.length === 0) return;
  for (const part of REQUIRED_PARTS) {
    const field = `${side}${part}` as const;
    if (isGiven(draft.fields[field])) continue;
    draft.report(
      field,
      'address-is-whole',
      `${field} is missing; an address in components needs ${componentList(side)}. Send ${field} too.`,
    );
  }
}

/** A side's address line or place id for the map; undefined when it has neither. */
function queryOf(draft: Draft, side: Side): { query: GeocodeQuery; key: string } | undefined {
  const placeId = draft.fields[`${side}PlaceId`];
  if (placeId !== undefined && isGiven(placeId)) return { query: { placeId }, key: `place:${placeId}` };
  const address = draft.fields[`${side}Address`];
  if (address !== undefined && isGiven(address)) return { query: { address }, key: `address:${address}` };
  return undefined;
}

/**
 * Contract 4.4.4: finds a side's address line or place id on the map and fills in its components. `known` are
 * the results of an earlier assessment, by the text that was looked up. Returns how the components were found.
 */
export async function fillPlace(
  geocoder: Geocoder,
  draft: Draft,
  side: Side,
  known: { readonly key: string | undefined; readonly place: GeocodedPlace } | undefined,
): Promise<FoundSide | undefined> {
  const lookup = queryOf(draft, side);
  if (!lookup) {
    if (givenComponents(draft.fields, side).length === 0) {
      draft.report(
        `${side}Address`,
        'address-is-given',
        `The ${side} has no address; send ${side}Address, ${side}PlaceId, a store location or components (${componentList(side)}).`,
      );
    }
    return undefined;
  }
  const { query, key } = lookup;
  const field = 'placeId' in query ? (`${side}PlaceId` as const) : (`${side}Address` as const);
  const value = show(draft.fields[field]);
  const instead = `Send ${componentList(side)} instead, and null for ${field}.`;
  const outcome =
    known?.key === key ? { kind: 'found' as const, place: known.place } : await geocoder.geocode(query);
  switch (outcome.kind) {
    case 'found':
      fillComponents(draft, side, outcome.place);
      return { key, as: foundAs(outcome.place) };
    case 'not-found':
      draft.report(
        field,
        'address-is-found',
        `${field} ${value} was not found on the map; correct it. Or: ${instead}`,
      );
      return undefined;
    case 'unavailable':
      draft.report(
        field,
        'address-can-be-looked-up',
        `${field} ${value} could not be looked up just now; send it again later. Or: ${instead}`,
      );
      return undefined;
    case 'not-asked':
      return undefined;
    case 'no-map':
      draft.report(
        field,
        'address-can-be-looked-up',
        `${field} ${value} cannot be looked up, because this service has no map. ${instead}`,
      );
      return undefined;
  }
}

function fillComponents(draft: Draft, side: Side, place: GeocodedPlace): void {
  draft.fill(`${side}AddressNumber`, place.number);
  draft.fill(`${side}AddressFormattedStreet`, place.formattedStreet);
  draft.fill(`${side}AddressCity`, place.city);
  draft.fill(`${side}AddressCounty`, place.county);
  draft.fill(`${side}AddressState`, place.state);
  draft.fill(`${side}AddressZip`, place.zip);
  draft.fill(`${side}AddressCountry`, place.country);
  draft.fill(`${side}Lat`, place.lat);
  draft.fill(`${side}Lng`, place.lng);
}
