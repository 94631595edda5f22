import type { Point } from '../../../platform/core/geography.ts';
import type { OrderFieldName, OrderFields, Side } from '../order-fields.ts';

/** The texts of an address given in components, as they follow the side in field names. */
export const ADDRESS_TEXTS = [
  'AddressNumber',
  'AddressSecondarynumber',
  'AddressFormattedStreet',
  'AddressCity',
  'AddressCounty',
  'AddressState',
  'AddressZip',
  'AddressCountry',
] as const;

/** The parts of an address given in components: its texts and its point. */
export const ADDRESS_PARTS = [...ADDRESS_TEXTS, 'Lat', 'Lng'] as const;

/** Parts without which components do not make an address. */
export const REQUIRED_PARTS = [
  'AddressFormattedStreet',
  'AddressCity',
  'AddressZip',
  'AddressCountry',
  'Lat',
  'Lng',
] as const;

/** Field names of a side's address components. */
export function componentFields(side: Side): readonly OrderFieldName[] {
  return ADDRESS_PARTS.map((part) => `${side}${part}` as const);
}

/** True when there is content: blank text counts as missing. */
export function isGiven(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null;
}

/** The components of a side that are given. */
export function givenComponents(order: OrderFields, side: Side): readonly OrderFieldName[] {
  return componentFields(side).filter((field) => isGiven(order[field]));
}

/** A side's point, when both coordinates are there. */
export function pointOf(order: OrderFields, side: Side): Point | undefined {
  const lat = order[`${side}Lat`];
  const lng = order[`${side}Lng`];
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}
