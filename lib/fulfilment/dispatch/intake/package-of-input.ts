import { assessOrder } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { timeZoneAt } from '../../../platform/core/time-zone-at.ts';
import { type Package, packageParts } from '../../jobs/index.ts';
import { jobNotInScope } from '../refusals.ts';
import { cents, refuseAmounts } from './job-amounts.ts';
import type { JobInput, JobPackageInput } from './job-fields.ts';
import { isLocatedLine, orderFieldsOf, unlocatedComponents } from './job-input.ts';
import type { JobCreator, JobDeps } from './job-request.ts';
import { hasLocalTimes, withoutTimes, zoneOfComponents } from './job-times.ts';
import { formatAddress, packageOfOrder } from './package-of-order.ts';
import { readAddressLine } from './read-address-line.ts';
import { refuseErrors } from './refuse-errors.ts';
import { refusePlaces } from './refuse-places.ts';

/** The package of a requested job, completed and checked like an order; refused when it breaks a rule. */
export async function packageOfInput(
  deps: JobDeps,
  actor: JobCreator,
  input: JobInput,
  jobId: string,
  position = 1,
): Promise<Package | Refusal> {
  const { organizationId } = actor;
  const zone = await pickupZoneOf(deps, actor, input, jobId);
  if (isRefusal(zone)) return zone;
  const fields = refuseAmounts(input) ?? refusePlaces(input) ?? orderFieldsOf(input, zone);
  if (isRefusal(fields)) return fields;
  const store = input.dropoffExternalStoreLocationId;
  if (store !== undefined) {
    const found = await deps.stores.byExternalId(organizationId, store);
    const other = fields.dropoffStoreLocationId ?? undefined;
    if (!found)
      return refuseErrors(input, {
        dropoffExternalStoreLocationId: `dropoffExternalStoreLocationId is "${store}", which is not a store location of this organization; send an existing one, or an address.`,
      })!;
    if (other !== undefined && other !== found.id) {
      return refuseErrors(input, {
        dropoffExternalStoreLocationId: `dropoffExternalStoreLocationId "${store}" is the store location ${found.id}, but dropoffStoreLocationId is ${other}; send one of them.`,
      })!;
    }
    fields.dropoffStoreLocationId = found.id;
  }
  const assessed = await assessOrder(deps, fields, organizationId);
  const refusal = refuseErrors(input, assessed.validationErrors);
  if (refusal) return refusal;
  const at = toInstant(deps.clock.now());
  const item = packageOfOrder(
    {
      ...assessed,
      organizationId,
      id: jobId,
      listShard: 0,
      createdAt: at,
      updatedAt: at,
      creationSource: 'api',
      status: 'valid',
    },
    jobId,
    position,
  );
  const { storeLocationIds } = actor;
  if (
    storeLocationIds !== null &&
    ![item.pickupStoreLocationId, item.dropoffStoreLocationId].some(
      (id) => id !== null && storeLocationIds.includes(id),
    )
  ) {
    return jobNotInScope(
      `This API key is limited to the store locations ${storeLocationIds.join(', ')}; send one of them.`,
      { storeLocationIds },
    );
  }
  return {
    ...item,
    pickupLocation: locate(item.pickupLocation, input, 'pickup'),
    dropoffLocation: locate(item.dropoffLocation, input, 'dropoff'),
    taxCents: cents(input.packageTax) ?? null,
    serviceFeeCents: cents(input.packageServiceFee) ?? null,
    ...freePartsOf(input),
  };
}

/** The parts that no rule judges, as they were sent. */
function freePartsOf(input: JobPackageInput): Partial<Package> {
  const sent: Readonly<Record<string, unknown>> = input;
  const parts = packageParts.flatMap(({ part }) =>
    part.isFreeForm && part.sentAs !== null ? [[part.name, sent[part.sentAs] ?? part.absent]] : [],
  );
  return Object.fromEntries(parts);
}

/**
 * The time zone of the pickup, when times are local to it and its address components do not tell: a line or a store has
 * to be looked up first.
 */
async function pickupZoneOf(
  deps: JobDeps,
  actor: JobCreator,
  input: JobInput,
  jobId: string,
): Promise<string | undefined | Refusal> {
  if (!hasLocalTimes(input) || zoneOfComponents(input) !== undefined) return undefined;
  const item = await packageOfInput(deps, actor, withoutTimes(input), jobId);
  return isRefusal(item) ? item : (item.pickupLocation.timezoneId ?? undefined);
}

/**
 * The place of a side as the caller gave it. A line with its point is used as it is, and its city and country are read
 * from it. Components without a point were geocoded without their flat, which is added again.
 */
function locate(
  location: Package['pickupLocation'],
  input: JobPackageInput,
  side: 'pickup' | 'dropoff',
): Package['pickupLocation'] {
  const { secondaryNumber } = unlocatedComponents(input, side) ?? {};
  if (secondaryNumber) return withSecondaryNumber(location, secondaryNumber);
  if (!isLocatedLine(input, side)) return location;
  const line = input[`${side}Address`] ?? '';
  const { city, state, zip, country } = readAddressLine(line);
  const point = { lat: input[`${side}Latitude`] ?? null, lng: input[`${side}Longitude`] ?? null };
  const zone = timeZoneAt({ country, state, lat: point.lat ?? undefined, lng: point.lng ?? undefined });
  return {
    ...location,
    ...point,
    address: line,
    formattedAddress: line,
    addressCity: location.addressCity ?? city ?? null,
    addressState: location.addressState ?? state ?? null,
    addressZip: location.addressZip ?? zip ?? null,
    addressCountry: location.addressCountry ?? country ?? null,
    timezoneId: location.timezoneId ?? zone?.id ?? null,
    timezoneName: location.timezoneName ?? zone?.name ?? null,
  };
}

function withSecondaryNumber(location: Package['pickupLocation'], secondaryNumber: string) {
  const at = { ...location, addressSecondaryNumber: secondaryNumber };
  const formattedAddress = formatAddress(at);
  return { ...at, address: formattedAddress, formattedAddress };
}
