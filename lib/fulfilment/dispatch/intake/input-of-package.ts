import type { Side } from '../../../ordering/orders/index.ts';
import type { Location, Package } from '../../jobs/index.ts';
import { TIME_NAMES } from './job-field-names.ts';
import type { JobAddressComponents, JobPackageInput } from './job-fields.ts';

/** Fields by which a request names the place of a side of a package. */
const PLACE_FIELDS = [
  'Address',
  'AddressComponents',
  'Latitude',
  'Longitude',
  'PlaceId',
  'StoreLocationId',
  'ExternalStoreLocationId',
] as const;

const windowNames = Object.entries(TIME_NAMES) as Array<
  { [Field in keyof typeof TIME_NAMES]: [Field, (typeof TIME_NAMES)[Field]] }[keyof typeof TIME_NAMES]
>;

/** Changes of a package, in the fields of a job request; omitted fields stay. */
export type PackagePatch = Partial<JobPackageInput>;

/**
 * The request that would create a package in its current state with these changes. A side with a new place
 * keeps its contact and nothing of its old address. Unchanged times that have passed are left out, because
 * they can no longer be corrected.
 */
export function changedInput(item: Package, patch: PackagePatch, now: string): JobPackageInput {
  const sent = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const times = windowNames.flatMap(([field, name]) => {
    const present = item[field];
    return present !== null && present > now ? [[name, present]] : [];
  });
  return {
    ...sideOf(item.pickupLocation, 'pickup', sent),
    ...sideOf(item.dropoffLocation, 'dropoff', sent),
    ...(item.pickupStoreLocationId && !movesSide(sent, 'pickup')
      ? { pickupStoreLocationId: item.pickupStoreLocationId }
      : {}),
    ...(item.dropoffStoreLocationId && !movesSide(sent, 'dropoff')
      ? { dropoffStoreLocationId: item.dropoffStoreLocationId }
      : {}),
    ...Object.fromEntries(times),
    pickupBarcodes: item.pickupBarcodes,
    dropoffBarcodes: item.dropoffBarcodes,
    packageDeliveryMode: item.packageDeliveryMode,
    ...given({
      packageDescription: item.description,
      packageValueCents: 'packageValue' in sent || item.valueCents === 0 ? null : item.valueCents,
      packageTax: decimal(item.taxCents),
      packageServiceFee: decimal(item.serviceFeeCents),
      tipAmountCents: 'tipAmount' in sent || 'tipAmountUsd' in sent ? null : item.tipAmountCents,
      dueAmountCents: item.dueAmountCents,
      itemsCount: item.itemsCount,
      packageExternalIdentifier: item.externalIdentifier,
      packageMinimumVehicleSize: item.minimumVehicleSize,
      weight: item.weight,
      referenceId: item.referenceId,
    }),
    currency: item.currency,
    packageRequirements: item.requirements,
    ...(item.dimensions ? { dimensions: given(item.dimensions) } : {}),
    packageItems: item.items,
    ...sent,
  };
}

/**
 * The parts of a package that no change touches: windows that were left out of the request, tags, and the
 * caller's own data.
 */
export function keptFields(before: Package, after: Package, patch: PackagePatch): Partial<Package> {
  const kept = windowNames
    .filter(([, name]) => patch[name] === undefined)
    .map(([field]) => [field, after[field] ?? before[field]]);
  const { tags, packageMetadata } = before;
  return { ...Object.fromEntries(kept), tags, packageMetadata };
}

/** Whether a patch gives a side a new place. */
function movesSide(patch: object, side: Side): boolean {
  return PLACE_FIELDS.some((name) => `${side}${name}` in patch);
}

function sideOf(at: Location, side: Side, patch: object): Partial<JobPackageInput> {
  const contact = given({
    [`${side}BusinessName`]: at.businessName,
    [`${side}FirstName`]: at.firstName,
    [`${side}LastName`]: at.lastName,
    [`${side}PhoneNumber`]: at.phoneNumber,
    [`${side}Email`]: at.email,
    [`${side}Instructions`]: at.instructions,
  });
  return movesSide(patch, side) ? contact : { ...contact, ...placeOf(at, side) };
}

function placeOf(at: Location, side: Side): Partial<JobPackageInput> {
  const { addressFormattedStreet: street, addressCity: city, addressCountry: country, lat, lng } = at;
  if (street && city && country && lat !== null && lng !== null) {
    const components: JobAddressComponents = {
      street,
      city,
      country,
      latitude: lat,
      longitude: lng,
      ...given({
        number: at.addressNumber,
        secondaryNumber: at.addressSecondaryNumber,
        county: at.addressCounty,
        state: at.addressState,
        postalCode: at.addressZip,
      }),
    };
    return { [`${side}AddressComponents`]: components };
  }
  return given({ [`${side}Address`]: at.address, [`${side}Latitude`]: lat, [`${side}Longitude`]: lng });
}

function decimal(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

/** Without null values. */
function given(fields: object): Record<string, never> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Record<
    string,
    never
  >;
}
