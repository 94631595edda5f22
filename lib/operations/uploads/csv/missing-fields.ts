import type { Mapping } from './order-columns.ts';

const named = (side: 'pickup' | 'dropoff', ...others: readonly string[]) => [
  [`${side}FirstName`, `${side}BusinessName`, ...others],
  [`${side}PhoneNumber`, ...others],
  [`${side}Address`, `${side}AddressFormattedStreet`, ...others],
];

/** What every new order needs (contract 4.4.5), each with the fields that can provide it. */
const NEEDED: readonly (readonly string[])[] = [
  ...named('dropoff', 'dropoffStoreLocationId'),
  ...named('pickup', 'pickupStoreLocationId', 'pickupExternalStoreLocationId'),
  ['valueCents'],
  ['deliveryMode'],
];

/** Fields that a new order needs and that no column fills: for each need, the first field that could provide it. */
export function missingFields(mapping: Mapping): readonly string[] {
  const filled = new Set(Object.values(mapping));
  return NEEDED.filter((fields) => !fields.some((field) => filled.has(field))).map(([first]) => first!);
}
