/** The windows of an order and the names that a job request has for them (contract: CreateJobInputSerializer). */
export const TIME_NAMES = {
  pickupStartTime: 'packagePickupStartTime',
  pickupEndTime: 'packagePickupEndTime',
  dropoffStartTime: 'packageDropoffStartTime',
  dropoffEndTime: 'packageDropoffEndTime',
} as const;

/** Other order fields that a job request has under another name. */
export const PACKAGE_NAMES = {
  deliveryMode: 'packageDeliveryMode',
  description: 'packageDescription',
  valueCents: 'packageValueCents',
  minimumVehicleSize: 'packageMinimumVehicleSize',
  requirements: 'packageRequirements',
} as const;

/** The measures of an order, and their names in the `dimensions` of a job request. */
export const DIMENSION_NAMES = { height: 'height', width: 'width', depth: 'length' } as const;

/** The parts of an order's address, as they follow the side, and their names in the components of a job request. */
export const ADDRESS_NAMES = {
  AddressNumber: 'number',
  AddressSecondarynumber: 'secondaryNumber',
  AddressFormattedStreet: 'street',
  AddressCity: 'city',
  AddressCounty: 'county',
  AddressState: 'state',
  AddressZip: 'postalCode',
  AddressCountry: 'country',
} as const;

const POINT_NAMES = { Lat: 'latitude', Lng: 'longitude' } as const;

const NAMES: Readonly<Record<string, string>> = {
  ...TIME_NAMES,
  ...PACKAGE_NAMES,
  ...Object.fromEntries(
    Object.entries(DIMENSION_NAMES).map(([field, name]) => [field, `dimensions.${name}`]),
  ),
  ...Object.fromEntries(
    ['pickup', 'dropoff'].flatMap((side) =>
      Object.entries({ ...ADDRESS_NAMES, ...POINT_NAMES }).map(([part, name]) => [
        `${side}${part}`,
        `${side}AddressComponents.${name}`,
      ]),
    ),
  ),
};

const NAMED = new RegExp(`\\b(${Object.keys(NAMES).join('|')})\\b`, 'g');

/** The name that a job request has for a field of an order. */
export function jobFieldName(field: string): string {
  return NAMES[field] ?? field;
}

/** What a rule of orders says, in the names of a job request. */
export function inJobFieldNames(message: string): string {
  return message.replace(NAMED, jobFieldName);
}

/** The values of a job request under the names of an order; `prefix` stands before each of these. */
export function underOrderNames<Value>(
  from: { readonly [name: string]: Value } | undefined,
  names: Readonly<Record<string, string>>,
  prefix = '',
): Record<string, Value | undefined> {
  return Object.fromEntries(
    Object.entries(names).map(([field, name]) => [`${prefix}${field}`, from?.[name]]),
  );
}
