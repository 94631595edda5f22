import type { GeocodedPlace, Geocoder } from '../../engines/geocoding/index.ts';
import { countryFault } from '../../platform/core/countries.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { timeZoneAt } from '../../platform/core/time-zone-at.ts';
import { isTimeZone } from '../../platform/core/zoned-time.ts';
import { invalidStoreAddress, invalidStoreValue } from './refusals.ts';
import type { StoreAddressInput, StoreInput } from './store-input.ts';
import type { StoreLocation } from './store-location.ts';

/** Place and time zone of a store. */
export type StorePlacement = Pick<StoreLocation, 'address' | 'timeZoneId'>;

/** Determines the place of a store: from its components, its address line on the map, or as before. */
export async function locateStore(
  deps: { readonly geocoder: Geocoder; readonly timeZone: string },
  before: StorePlacement | undefined,
  input: Pick<StoreInput, 'address' | 'addressComponents' | 'timezoneId'>,
): Promise<StorePlacement | Refusal> {
  const address = await addressOf(deps.geocoder, before?.address, input);
  if (isRefusal(address)) return address;
  if (input.timezoneId != null && !isTimeZone(input.timezoneId)) {
    return invalidStoreValue(
      `timezoneId is "${input.timezoneId}", which is not an IANA time zone. Send one such as "Europe/London", or null for that of the address.`,
      { field: 'timezoneId', value: input.timezoneId },
    );
  }
  const isMoved = address !== before?.address || input.timezoneId === null;
  const known = timeZoneAt({
    country: address.AddressCountry,
    state: address.AddressState,
    lat: address.Lat,
    lng: address.Lng,
  });
  const found = isMoved ? (known?.id ?? deps.timeZone) : before.timeZoneId;
  return { address, timeZoneId: input.timezoneId ?? found };
}

async function addressOf(
  geocoder: Geocoder,
  before: StoreLocation['address'] | undefined,
  { address, addressComponents }: Pick<StoreInput, 'address' | 'addressComponents'>,
): Promise<StoreLocation['address'] | Refusal> {
  if (address && addressComponents) {
    return invalidStoreAddress('address and addressComponents were both sent; send one of them.', {
      field: 'address',
      value: address,
    });
  }
  if (addressComponents) return locateComponents(geocoder, addressComponents);
  if (address) return locateLine(geocoder, address);
  return (
    before ??
    invalidStoreAddress('The store location has no address; send address or addressComponents.', {
      field: 'address',
    })
  );
}

/**
 * Components with coordinates are used as they are. Those without are geocoded, and stay without coordinates if there
 * is no map.
 */
async function locateComponents(
  geocoder: Geocoder,
  components: StoreAddressInput,
): Promise<StoreLocation['address'] | Refusal> {
  const { latitude, longitude } = components;
  const fault = countryFault('addressComponents.country', components.country);
  if (fault !== undefined) return invalidStoreAddress(fault, { field: 'addressComponents.country' });
  const address = withoutBlanks({
    AddressNumber: components.number,
    AddressSecondarynumber: components.secondaryNumber,
    AddressFormattedStreet: components.street,
    AddressCity: components.city,
    AddressCounty: components.county,
    AddressState: components.state,
    AddressZip: components.postalCode,
    AddressCountry: components.country.trim().toUpperCase(),
  });
  if (latitude !== undefined && longitude !== undefined) return { ...address, Lat: latitude, Lng: longitude };
  const line = [
    components.number,
    components.street,
    components.city,
    components.state,
    components.postalCode,
  ]
    .concat(components.country)
    .filter(Boolean)
    .join(', ');
  const outcome = await geocoder.geocode({ address: line });
  if (outcome.kind === 'no-map' || outcome.kind === 'not-asked') return address;
  if (outcome.kind === 'found') return { ...address, Lat: outcome.place.lat, Lng: outcome.place.lng };
  return invalidStoreAddress(
    `addressComponents ("${line}") ${outcome.kind === 'not-found' ? 'were not found on the map' : 'could not be looked up just now'}. Send latitude and longitude too.`,
    { field: 'addressComponents', value: line },
  );
}

async function locateLine(geocoder: Geocoder, line: string): Promise<StoreLocation['address'] | Refusal> {
  const outcome = await geocoder.geocode({ address: line });
  if (outcome.kind === 'found') return componentsOf(outcome.place);
  const why = {
    'not-found': 'was not found on the map',
    unavailable: 'could not be looked up just now',
    'no-map': 'cannot be looked up, because this service has no map',
    'not-asked': 'was not looked up',
  }[outcome.kind];
  return invalidStoreAddress(
    `address "${line}" ${why}. Send addressComponents with latitude and longitude instead.`,
    {
      field: 'address',
      value: line,
    },
  );
}

function componentsOf(place: GeocodedPlace): StoreLocation['address'] {
  return {
    ...withoutBlanks({
      AddressNumber: place.number,
      AddressFormattedStreet: place.formattedStreet,
      AddressCity: place.city,
      AddressCounty: place.county,
      AddressState: place.state,
      AddressZip: place.zip,
      AddressCountry: place.country,
    }),
    Lat: place.lat,
    Lng: place.lng,
  };
}

function withoutBlanks(texts: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())),
  );
}
