/** Order fields that a job request has under another name (contract: CreateJobInputSerializer). */
const PACKAGE_NAMES: Readonly<Record<string, string>> = {
  deliveryMode: 'packageDeliveryMode',
  pickupStartTime: 'packagePickupStartTime',
  pickupEndTime: 'packagePickupEndTime',
  dropoffStartTime: 'packageDropoffStartTime',
  dropoffEndTime: 'packageDropoffEndTime',
  description: 'packageDescription',
  valueCents: 'packageValueCents',
  minimumVehicleSize: 'packageMinimumVehicleSize',
  requirements: 'packageRequirements',
  height: 'dimensions.height',
  width: 'dimensions.width',
  depth: 'dimensions.length',
};

/** The parts of an address, as they follow the side, and where a job request has them. */
const ADDRESS_NAMES: Readonly<Record<string, string>> = {
  AddressNumber: 'number',
  AddressSecondarynumber: 'secondaryNumber',
  AddressFormattedStreet: 'street',
  AddressCity: 'city',
  AddressCounty: 'county',
  AddressState: 'state',
  AddressZip: 'postalCode',
  AddressCountry: 'country',
  Lat: 'latitude',
  Lng: 'longitude',
};

const NAMES: Readonly<Record<string, string>> = {
  ...PACKAGE_NAMES,
  ...Object.fromEntries(
    ['pickup', 'dropoff'].flatMap((side) =>
      Object.entries(ADDRESS_NAMES).map(([part, name]) => [
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
