import { isCountryCode, likelyCountryCode } from '../../../platform/core/countries.ts';
import { greatCircleMeters } from '../../../platform/core/geography.ts';
import { SIDES } from '../order-fields.ts';
import { ADDRESS_PARTS, isGiven, pointOf } from './address-parts.ts';
import { defineRule, show } from './define-rule.ts';

/** WGS 84 */
export const coordinatesAreOnEarth = defineRule({
  name: 'coordinates-are-on-earth',
  summary: 'Latitudes are from -90 to 90, longitudes from -180 to 180.',
  *check(order) {
    for (const side of SIDES) {
      const bounds = { Lat: 90, Lng: 180 } as const;
      for (const part of ['Lat', 'Lng'] as const) {
        const value = order[`${side}${part}`];
        if (value !== undefined && Math.abs(value) > bounds[part]) {
          const field = `${side}${part}` as const;
          yield {
            field,
            message: `${field} is ${value}; send degrees from -${bounds[part]} to ${bounds[part]}.`,
          };
        }
      }
    }
  },
});

/** A pair of places so far apart is not one delivery by road; with swapped numbers it would be as near as the second. */
const FAR_METERS = 500_000;
const NEAR_METERS = 200_000;

/** What looks like coordinates but names no place of a delivery. */
export const coordinatesAreMeant = defineRule({
  name: 'coordinates-are-meant',
  summary: 'Coordinates are not 0, 0, and latitude and longitude are not swapped.',
  *check(order) {
    for (const side of SIDES) {
      const point = pointOf(order, side);
      if (!point) continue;
      const field = `${side}Lat` as const;
      if (point.lat === 0 && point.lng === 0) {
        yield {
          field,
          message: `${side}Lat and ${side}Lng are 0, a place in the sea; send the coordinates of the address, or leave both out.`,
        };
        continue;
      }
      const other = pointOf(order, side === 'pickup' ? 'dropoff' : 'pickup');
      const swapped = { lat: point.lng, lng: point.lat };
      const isPlace = Math.abs(swapped.lat) <= 90;
      if (!other || !isPlace || greatCircleMeters(point, other) < FAR_METERS) continue;
      if (greatCircleMeters(swapped, other) > NEAR_METERS) continue;
      yield {
        field,
        message: `${side}Lat is ${point.lat} and ${side}Lng is ${point.lng}, far from the other place, but near it the other way round; send them as lat ${swapped.lat} and lng ${swapped.lng}.`,
      };
      return;
    }
  },
});

/** Contract 4.2: ISO alpha-2. */
export const countriesAreCodes = defineRule({
  name: 'countries-are-codes',
  summary: 'Countries are ISO 3166 codes of two letters, such as `US`.',
  *check(order) {
    for (const side of SIDES) {
      const field = `${side}AddressCountry` as const;
      const country = order[field];
      if (country === undefined || !isGiven(country) || isCountryCode(country)) continue;
      const wayOut = `send ${likelyCountryCode(country) ?? 'the code of two letters, such as US'}`;
      yield { field, message: `${field} is ${show(country)}, which is not an ISO 3166 code; ${wayOut}.` };
    }
  },
});

/** 4.4.4 */
export const sidesDiffer = defineRule({
  name: 'sides-differ',
  summary: 'Pickup and dropoff differ in place id, address line and components.',
  *check(order) {
    const wayOut = 'send the place to which the order is delivered.';
    if (isGiven(order.pickupPlaceId) && order.pickupPlaceId === order.dropoffPlaceId) {
      yield {
        field: 'dropoffPlaceId',
        message: `dropoffPlaceId is ${show(order.dropoffPlaceId)}, the same as pickupPlaceId; ${wayOut}`,
      };
    } else if (isGiven(order.pickupAddress) && sameText(order.pickupAddress, order.dropoffAddress)) {
      yield {
        field: 'dropoffAddress',
        message: `dropoffAddress is ${show(order.dropoffAddress)}, the same as pickupAddress; ${wayOut}`,
      };
    } else if (
      pointOf(order, 'pickup') &&
      ADDRESS_PARTS.every((part) => sameText(order[`pickup${part}`], order[`dropoff${part}`]))
    ) {
      yield {
        field: 'dropoffAddress',
        message: `The components of the dropoff (${show(order.dropoffAddressFormattedStreet)}) are the same as those of the pickup; ${wayOut}`,
      };
    }
  },
});

/** 4.4.4 */
export const countriesMatch = defineRule({
  name: 'countries-match',
  summary: 'Pickup and dropoff are in one country.',
  *check({ pickupAddressCountry, dropoffAddressCountry }) {
    if (!isGiven(pickupAddressCountry) || !isGiven(dropoffAddressCountry)) return;
    if (pickupAddressCountry !== dropoffAddressCountry) {
      yield {
        field: 'dropoffAddressCountry',
        message: `dropoffAddressCountry is ${show(dropoffAddressCountry)} but pickupAddressCountry is ${show(pickupAddressCountry)}; send two places in one country.`,
      };
    }
  },
});

const METERS_PER_MILE = 1_609.344;

/** Contract 4.4.4: the limit is a preference of the organization. */
export const distanceIsWithinCap = defineRule({
  name: 'distance-is-within-cap',
  summary: 'The straight-line distance between pickup and dropoff is within the limit of the organization.',
  *check(order, { maxDistanceMiles }) {
    const [pickup, dropoff] = [pointOf(order, 'pickup'), pointOf(order, 'dropoff')];
    if (maxDistanceMiles === null || !pickup || !dropoff) return;
    const miles = greatCircleMeters(pickup, dropoff) / METERS_PER_MILE;
    if (miles <= maxDistanceMiles) return;
    yield {
      field: 'dropoffAddress',
      message: `The dropoff is ${miles.toFixed(1)} miles from the pickup; the organization's limit is ${maxDistanceMiles} miles. Send a nearer place or raise preferences.maxDistanceMiles.`,
    };
  },
});

function sameText(a: string | number | undefined, b: string | number | undefined): boolean {
  const plain = (value: string | number | undefined) =>
    String(value ?? '')
      .trim()
      .toLowerCase();
  return plain(a) === plain(b);
}
