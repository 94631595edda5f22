import type { Mapping } from './guess-mapping.ts';

const named = (side: 'pickup' | 'dropoff', ...others: readonly string[]) => [
  [`${side}FirstName`, `${side}BusinessName`, ...others],
  [`${side}PhoneNumber`, ...others],
  [`${side}Address`, `${side}AddressFormattedStreet`, ...others],
];

/**
 * What every new order needs (contract 4.4.5), each with the fields that can provide it. The delivery mode follows from
 * the window.
 */
const NEEDED: readonly (readonly string[])[] = [
  ...named('dropoff', 'dropoffStoreLocationId'),
  ...named('pickup', 'pickupStoreLocationId', 'pickupExternalStoreLocationId'),
  ['valueCents'],
];

/**
 * Fields that a new order needs and that neither a column nor a value for the whole file fills: for each need, the
 * first field that could provide it.
 */
export function missingFields(mapping: Mapping, values: Readonly<Record<string, string>>): readonly string[] {
  const filled = new Set([...Object.values(mapping), ...Object.keys(values)]);
  return NEEDED.filter((fields) => !fields.some((field) => filled.has(field))).map(([first]) => first!);
}
