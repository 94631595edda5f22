import type { OrderFields, Side } from '../../../ordering/orders/index.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { cents } from './job-amounts.ts';
import { ADDRESS_NAMES, DIMENSION_NAMES, PACKAGE_NAMES, underOrderNames } from './job-field-names.ts';
import type { JobAddressComponents, JobPackageInput } from './job-fields.ts';
import { timesOf } from './job-times.ts';
import { pointOf } from './point-of.ts';

/** Fields of a side that orders have under the same names. */
const SAME_NAMES = [
  'PlaceId',
  'BusinessName',
  'FirstName',
  'LastName',
  'PhoneNumber',
  'Email',
  'Instructions',
  'Barcodes',
  'StoreLocationId',
] as const;

/**
 * A job's package in the fields of an order, so that the same rules check and complete it. `zone` is the pickup's time
 * zone, when its address components do not tell it.
 */
export function orderFieldsOf(input: JobPackageInput, zone?: string): OrderFields | Refusal {
  const times = timesOf(input, zone);
  if ('refusal' in times) return times.refusal;
  return withoutUndefined({
    ...sideOf(input, 'pickup'),
    ...sideOf(input, 'dropoff'),
    ...times,
    ...underOrderNames(input, PACKAGE_NAMES),
    ...underOrderNames(input.dimensions, DIMENSION_NAMES),
    valueCents: input.packageValueCents ?? cents(input.packageValue),
    tipAmountCents: input.tipAmountCents ?? cents(input.tipAmount ?? input.tipAmountUsd),
    dueAmountCents: input.dueAmountCents,
    currency: input.currency,
    itemsCount: input.itemsCount,
    weight: input.weight,
    referenceId: input.referenceId,
  });
}

/** Whether a side has an address line with its point: then nothing must be geocoded. */
export function isLocatedLine(input: JobPackageInput, side: Side): boolean {
  return (
    input[`${side}Address`] !== undefined &&
    input[`${side}AddressComponents`] === undefined &&
    input[`${side}Latitude`] !== undefined &&
    input[`${side}Longitude`] !== undefined
  );
}

/** The components of a side that are geocoded as a line, because they have no point. */
export function unlocatedComponents(input: JobPackageInput, side: Side): JobAddressComponents | undefined {
  const { lat, lng } = pointOf(input, side);
  const isLine = input[`${side}Address`] === undefined && (lat === undefined || lng === undefined);
  return isLine ? input[`${side}AddressComponents`] : undefined;
}

function sideOf(input: JobPackageInput, side: Side): OrderFields {
  const components = input[`${side}AddressComponents`];
  const point = pointOf(input, side);
  // Orders take components only together with their point. Without one, the address is geocoded as a line.
  const unlocated = unlocatedComponents(input, side);
  const isUnlocated = unlocated !== undefined;
  const parts = isUnlocated ? undefined : components;
  const isLocated = isLocatedLine(input, side);
  const line = isUnlocated ? lineOf(unlocated) : input[`${side}Address`];
  return {
    [`${side}Address`]: isLocated ? undefined : line,
    ...underOrderNames(parts, ADDRESS_NAMES, side),
    [`${side}Lat`]: isLocated || isUnlocated ? undefined : point.lat,
    [`${side}Lng`]: isLocated || isUnlocated ? undefined : point.lng,
    ...Object.fromEntries(SAME_NAMES.map((part) => [`${side}${part}`, input[`${side}${part}`]])),
  };
}

/** An address as one line to geocode. The flat is left out: maps know buildings. */
function lineOf(parts: JobAddressComponents): string {
  const street = [parts.number, parts.street];
  const region = [parts.state, parts.postalCode];
  const joined = (words: readonly (string | undefined)[]) => words.filter(Boolean).join(' ');
  return [joined(street), parts.city, joined(region), parts.country].filter(Boolean).join(', ');
}

function withoutUndefined(
  fields: { readonly [Name in keyof OrderFields]: OrderFields[Name] | undefined },
): OrderFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
