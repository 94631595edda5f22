import {
  ADDRESS_PARTS,
  hasValues,
  type Order,
  type OrderPatch,
  type Side,
} from '../../ordering/orders/index.ts';
import { type ComposedSide, composeSide, type RowFields } from './compose-address.ts';

/** Parts that say where a place is; the others describe it further. */
const PLACING = [
  'AddressNumber',
  'AddressFormattedStreet',
  'AddressCity',
  'AddressState',
  'AddressZip',
  'AddressCountry',
] as const;

/**
 * The address of one side of an order that exists, by what its row changes: an edited line is looked up again, edited
 * parts become a new line, and an edited point moves the place. What is as it was stays.
 */
export function changeSide(order: Order, data: RowFields, side: Side): ComposedSide {
  const isChanged = (part: string) => {
    const name = `${side}${part}`;
    return data[name] !== undefined && !hasValues(order, { [name]: data[name] } as OrderPatch);
  };
  const current: RowFields = { ...order };
  const shown = Object.fromEntries(
    ADDRESS_PARTS.map((part) => [`${side}${part}`, data[`${side}${part}`] ?? current[`${side}${part}`]]),
  );
  if (isChanged('Address') && data[`${side}Address`] !== null) {
    const edited = ADDRESS_PARTS.filter(isChanged).map((part) => [`${side}${part}`, data[`${side}${part}`]]);
    return composeSide({ ...Object.fromEntries(edited), [`${side}Address`]: data[`${side}Address`] }, side);
  }
  if (isChanged('Lat') || isChanged('Lng')) {
    return { fields: { ...shown, [`${side}Address`]: null, [`${side}PlaceId`]: null } };
  }
  if (!PLACING.some(isChanged)) return { fields: {} };
  // The old point is that of the old address.
  const pointless = { [`${side}Lat`]: null, [`${side}Lng`]: null };
  const parts = { ...shown, ...pointless, ...oneNumber(current, shown, side) };
  return { fields: { ...composeSide(parts, side).fields, [`${side}PlaceId`]: null } };
}

/** The house number stands in its own part and, where the map found it, in the street too: an edit of one is one of both. */
function oneNumber(before: RowFields, shown: RowFields, side: Side): RowFields {
  const [numberName, streetName] = [`${side}AddressNumber`, `${side}AddressFormattedStreet`];
  const [oldNumber, oldStreet] = [String(before[numberName] ?? ''), String(before[streetName] ?? '')];
  const isTwice = oldNumber !== '' && oldStreet.split(/[\s,]+/).includes(oldNumber);
  if (!isTwice) return {};
  if (shown[streetName] !== before[streetName]) return { [numberName]: null };
  return { [streetName]: oldStreet.replace(oldNumber, '').trim() };
}
