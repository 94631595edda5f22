import type { Refusal } from '../../core/refusal.ts';
import type { OrderFields, Side } from '../../orders/index.ts';
import { cents } from './job-amounts.ts';
import type { JobAddressComponents, JobPackageInput } from './job-package-input.ts';
import { timesOf } from './job-times.ts';
import { pointOf } from './point-of.ts';

/**
 * A job's package in the fields of an order, so that the same rules check and complete it. `zone` is the pickup's time
 * zone, when its address components do not tell it.
 */
export function orderFieldsOf(input: JobPackageInput, zone?: string): OrderFields | Refusal {
  const times = timesOf(input, zone);
  if ('refusal' in times) return times.refusal;
  const { dimensions } = input;
  return withoutUndefined({
    ...sideOf(input, 'pickup'),
    ...sideOf(input, 'dropoff'),
    ...times,
    deliveryMode: input.packageDeliveryMode,
    description: input.packageDescription,
    valueCents: input.packageValueCents ?? cents(input.packageValue),
    tipAmountCents: input.tipAmountCents ?? cents(input.tipAmount ?? input.tipAmountUsd),
    dueAmountCents: input.dueAmountCents,
    currency: input.currency,
    itemsCount: input.itemsCount,
    minimumVehicleSize: input.packageMinimumVehicleSize,
    requirements: input.packageRequirements && [...input.packageRequirements],
    weight: input.weight,
    height: dimensions?.height,
    width: dimensions?.width,
    depth: dimensions?.length,
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
    [`${side}PlaceId`]: input[`${side}PlaceId`],
    [`${side}AddressNumber`]: parts?.number,
    [`${side}AddressSecondarynumber`]: parts?.secondaryNumber,
    [`${side}AddressFormattedStreet`]: parts?.street,
    [`${side}AddressCity`]: parts?.city,
    [`${side}AddressCounty`]: parts?.county,
    [`${side}AddressState`]: parts?.state,
    [`${side}AddressZip`]: parts?.postalCode,
    [`${side}AddressCountry`]: parts?.country,
    [`${side}Lat`]: isLocated || isUnlocated ? undefined : point.lat,
    [`${side}Lng`]: isLocated || isUnlocated ? undefined : point.lng,
    [`${side}BusinessName`]: input[`${side}BusinessName`],
    [`${side}FirstName`]: input[`${side}FirstName`],
    [`${side}LastName`]: input[`${side}LastName`],
    [`${side}PhoneNumber`]: input[`${side}PhoneNumber`],
    [`${side}Email`]: input[`${side}Email`],
    [`${side}Instructions`]: input[`${side}Instructions`],
    [`${side}Barcodes`]: input[`${side}Barcodes`],
    [`${side}StoreLocationId`]: input[`${side}StoreLocationId`],
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
