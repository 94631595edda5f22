import type { OrderFields, Side } from '../../../ordering/orders/index.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { dimensionParts, locationParts, packageParts } from '../../jobs/index.ts';
import { cents } from './job-amounts.ts';
import { type JobAddressComponents, type JobPackageInput, sameNames } from './job-fields.ts';
import { timesOf } from './job-times.ts';
import { pointOf } from './point-of.ts';

/** Values by the names of order fields. */
type Values = Readonly<Record<string, unknown>>;

/**
 * A job's package in the fields of an order, so that the same rules check and complete it. `zone` is the pickup's time
 * zone, when its address components do not tell it.
 */
export function orderFieldsOf(input: JobPackageInput, zone?: string): OrderFields | Refusal {
  const times = timesOf(input, zone);
  if ('refusal' in times) return times.refusal;
  const fields: Values = {
    ...sideOf(input, 'pickup'),
    ...sideOf(input, 'dropoff'),
    ...partsOf(input),
    ...times,
    valueCents: input.packageValueCents ?? cents(input.packageValue),
    tipAmountCents: input.tipAmountCents ?? cents(input.tipAmount ?? input.tipAmountUsd),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The parts and measures of a package that rules of orders judge, but its times. */
function partsOf(input: JobPackageInput): Values {
  const sent: Values = input;
  const { depth, length = depth, ...others } = input.dimensions ?? {};
  const measures: Values = { ...others, length };
  return Object.fromEntries([
    ...packageParts.flatMap(({ field, kind, part }) =>
      part.sentAs === null || part.isFreeForm || kind === 'time' ? [] : [[field, sent[part.sentAs]]],
    ),
    ...dimensionParts.map(({ field, part }) => [field, measures[part.name]]),
  ]);
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

function sideOf(input: JobPackageInput, side: Side): Values {
  const point = pointOf(input, side);
  // Orders take components only together with their point. Without one, the address is geocoded as a line.
  const unlocated = unlocatedComponents(input, side);
  const parts: Values = (unlocated ? undefined : input[`${side}AddressComponents`]) ?? {};
  const isLocated = isLocatedLine(input, side);
  const line = unlocated ? lineOf(unlocated) : input[`${side}Address`];
  const sent: Values = input;
  return {
    ...Object.fromEntries(sameNames.map((suffix) => [`${side}${suffix}`, sent[`${side}${suffix}`]])),
    ...Object.fromEntries(
      locationParts.flatMap(({ suffix, part }) =>
        part.component === null ? [] : [[`${side}${suffix}`, parts[part.component]]],
      ),
    ),
    [`${side}Address`]: isLocated ? undefined : line,
    [`${side}Lat`]: isLocated || unlocated ? undefined : point.lat,
    [`${side}Lng`]: isLocated || unlocated ? undefined : point.lng,
  };
}

/** An address as one line to geocode. The flat is left out: maps know buildings. */
function lineOf(parts: JobAddressComponents): string {
  const street = [parts.number, parts.street];
  const region = [parts.state, parts.postalCode];
  const joined = (words: readonly (string | undefined)[]) => words.filter(Boolean).join(' ');
  return [joined(street), parts.city, joined(region), parts.country].filter(Boolean).join(', ');
}
