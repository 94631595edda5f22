import { type Side, sideFields } from '../../../ordering/orders/index.ts';
import { type Location, locationParts, type Package, packageParts } from '../../jobs/index.ts';
import { insteadOf } from './job-amounts.ts';
import type { JobPackageInput } from './job-fields.ts';

/** Fields by which a job request alone names the place of a side. */
const OWN_PLACE_FIELDS = [
  'AddressComponents',
  'Latitude',
  'Longitude',
  'StoreLocationId',
  'ExternalStoreLocationId',
] as const;

/** Such a field, as it follows the side. */
export type PlaceField = (typeof OWN_PLACE_FIELDS)[number];

const placeFields: readonly string[] = [
  ...Object.entries(sideFields).flatMap(([suffix, { job }]) => (job.on === 'place' ? [suffix] : [])),
  ...OWN_PLACE_FIELDS,
];

/** Changes of a package, in the fields of a job request; omitted fields stay. */
export type PackagePatch = Partial<JobPackageInput>;

type Values = Readonly<Record<string, unknown>>;

/**
 * The request that would create a package in its current state with these changes, so that the rules judge them together.
 * A side with a new place keeps its contact and nothing of its old address. Unchanged times that have passed are left
 * out, because they can no longer be corrected.
 */
export function changedInput(item: Package, patch: PackagePatch, now: string): JobPackageInput {
  const sent: Values = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const replaced = new Set(insteadOf(patch));
  const isLeftOut = (name: string) =>
    replaced.has(name) ||
    (['pickup', 'dropoff'] as const).some(
      (side) => name === `${side}StoreLocationId` && movesSide(patch, side),
    );
  const parts = packageParts.flatMap(({ kind, part }) => {
    const { name, sentAs, isFreeForm } = part;
    if (sentAs === null || isFreeForm || isLeftOut(sentAs)) return [];
    const present = part.toRequest(item[name]);
    if (present === undefined || (kind === 'time' && String(present) <= now)) return [];
    return [[sentAs, present]];
  });
  return {
    packageDeliveryMode: item.packageDeliveryMode,
    ...sideOf(item.pickupLocation, 'pickup', patch),
    ...sideOf(item.dropoffLocation, 'dropoff', patch),
    ...Object.fromEntries(parts),
    ...(item.dimensions ? { dimensions: given(Object.entries(item.dimensions)) } : {}),
    ...sent,
  };
}

/** Whether a patch gives a side a new place. */
export function movesSide(patch: PackagePatch, side: Side): boolean {
  const sent: Values = patch;
  return placeFields.some((name) => sent[`${side}${name}`] !== undefined);
}

function sideOf(at: Location, side: Side, patch: PackagePatch): Values {
  const values = locationParts.map(({ suffix, part }) => ({ suffix, part, value: at[part.name] }));
  const contact = given(
    values.flatMap(({ suffix, part, value }) =>
      part.component === null ? [[`${side}${suffix}`, value]] : [],
    ),
  );
  if (movesSide(patch, side)) return contact;
  const { addressFormattedStreet: street, addressCity: city, addressCountry: country, lat, lng } = at;
  if (!street || !city || !country || lat === null || lng === null) {
    return {
      ...contact,
      ...given([
        [`${side}Address`, at.address],
        [`${side}Latitude`, lat],
        [`${side}Longitude`, lng],
      ]),
    };
  }
  const components = given(
    values.flatMap(({ part, value }) => (part.component === null ? [] : [[part.component, value]])),
  );
  return { ...contact, [`${side}AddressComponents`]: components };
}

/** The entries that have a value. */
function given(entries: readonly (readonly [string, unknown])[]): Values {
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}
