import type { Refusal } from '../../core/refusal.ts';
import type { OrderFields, Side } from '../../orders/index.ts';
import { cents } from './job-amounts.ts';
import { timesOf } from './job-times.ts';
import { pointOf } from './point-of.ts';

/** Components of an address as job requests have them (specification 2.2). */
export interface JobAddressComponents {
  readonly number?: string | undefined;
  readonly secondaryNumber?: string | undefined;
  readonly street: string;
  readonly county?: string | undefined;
  readonly city: string;
  readonly state?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly country: string;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

type SideInput<Prefix extends Side> = {
  readonly [Name in
    | 'Address'
    | 'BusinessName'
    | 'FirstName'
    | 'LastName'
    | 'PlaceId'
    | 'StoreLocationId'
    | 'PhoneNumber'
    | 'Email'
    | 'Instructions' as `${Prefix}${Name}`]?: string | undefined;
} & { readonly [Name in 'Latitude' | 'Longitude' as `${Prefix}${Name}`]?: number | undefined } & {
  readonly [Name in 'AddressComponents' as `${Prefix}${Name}`]?: JobAddressComponents | undefined;
} & { readonly [Name in 'Barcodes' as `${Prefix}${Name}`]?: readonly string[] | undefined };

/** The package fields of a job request (contract: CreateJobInputSerializer). */
export interface JobPackageInput extends SideInput<'pickup'>, SideInput<'dropoff'> {
  readonly packageDeliveryMode: string;
  readonly dropoffExternalStoreLocationId?: string | undefined;
  readonly packagePickupStartTime?: string | undefined;
  readonly packagePickupEndTime?: string | undefined;
  readonly packageDropoffStartTime?: string | undefined;
  readonly packageDropoffEndTime?: string | undefined;
  readonly packageDescription?: string | undefined;
  readonly packageValue?: number | undefined;
  readonly packageValueCents?: number | undefined;
  readonly packageTax?: number | undefined;
  readonly packageServiceFee?: number | undefined;
  readonly tipAmount?: number | undefined;
  readonly tipAmountCents?: number | undefined;
  readonly tipAmountUsd?: number | undefined;
  readonly dueAmountCents?: number | undefined;
  readonly currency?: string | undefined;
  readonly itemsCount?: number | undefined;
  readonly packageExternalIdentifier?: string | undefined;
  readonly packageMinimumVehicleSize?: string | undefined;
  readonly packageRequirements?: readonly string[] | undefined;
  readonly weight?: number | undefined;
  readonly dimensions?:
    | {
        readonly height?: number | undefined;
        readonly length?: number | undefined;
        readonly width?: number | undefined;
      }
    | undefined;
  readonly packageItems?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly referenceId?: string | undefined;
  /** Times without a zone are local to the pickup. */
  readonly inputDatetimesLocalizedToPickupTz?: boolean | undefined;
}

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

function sideOf(input: JobPackageInput, side: Side): OrderFields {
  const components = input[`${side}AddressComponents`];
  const point = pointOf(input, side);
  // Orders take components only together with their point. Without one, the address is geocoded as a line.
  const isUnlocated =
    components !== undefined &&
    input[`${side}Address`] === undefined &&
    (point.lat === undefined || point.lng === undefined);
  const parts = isUnlocated ? undefined : components;
  const isLocated = isLocatedLine(input, side);
  const line = isUnlocated ? lineOf(components) : input[`${side}Address`];
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

/** An address as one line, from its parts. */
function lineOf(parts: JobAddressComponents): string {
  const street = [parts.number, parts.street, parts.secondaryNumber];
  const region = [parts.state, parts.postalCode];
  const joined = (words: readonly (string | undefined)[]) => words.filter(Boolean).join(' ');
  return [joined(street), parts.city, joined(region), parts.country].filter(Boolean).join(', ');
}

function withoutUndefined(
  fields: { readonly [Name in keyof OrderFields]: OrderFields[Name] | undefined },
): OrderFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
