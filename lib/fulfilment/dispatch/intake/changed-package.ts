import { SIDES, type Side } from '../../../ordering/orders/index.ts';
import { type Location, locationParts, type Package, packageParts } from '../../jobs/index.ts';
import { movesSide, type PackagePatch, type PlaceField } from './changed-input.ts';
import type { jobOnlyFields } from './job-fields.ts';

/** The parts that follow from the place of a side. */
const PARTS_OF_PLACE: Readonly<Record<Side, readonly (keyof Package)[]>> = {
  pickup: ['pickupLocation', 'pickupStoreLocationId', 'pickupStoreLocationExternalId', 'drivingMetrics'],
  dropoff: ['dropoffLocation', 'dropoffStoreLocationId', 'drivingMetrics'],
};

/** The parts that fields of job requests say which orders do not have, but for places. */
const PARTS_OF_OTHERS: Readonly<
  Record<Exclude<keyof typeof jobOnlyFields, `${Side}${PlaceField}`>, keyof Package>
> = {
  packageValue: 'valueCents',
  packageTax: 'taxCents',
  packageServiceFee: 'serviceFeeCents',
  tipAmount: 'tipAmountCents',
  tipAmountUsd: 'tipAmountCents',
  dimensions: 'dimensions',
};

/**
 * A package after a change: what is stored, and what the request says, taken from `next`, the package that was built
 * and checked with the change. A window that it did not have may follow from new times or places.
 */
export function changedPackage(before: Package, next: Package, patch: PackagePatch): Package {
  const said = new Set(Object.entries(patch).flatMap(([name, value]) => (value === undefined ? [] : [name])));
  const moved = SIDES.filter((side) => movesSide(patch, side));
  const times = packageParts.filter(({ kind }) => kind === 'time').map(({ part }) => part);
  const isRetimed = moved.length > 0 || times.some(({ sentAs }) => sentAs !== null && said.has(sentAs));
  const taken: readonly (keyof Package)[] = [
    ...packageParts.flatMap(({ part: { sentAs, name } }) =>
      sentAs !== null && said.has(sentAs) ? [name] : [],
    ),
    ...Object.entries(PARTS_OF_OTHERS).flatMap(([name, part]) => (said.has(name) ? [part] : [])),
    ...moved.flatMap((side) => PARTS_OF_PLACE[side]),
    ...(isRetimed ? times.flatMap(({ name }) => (before[name] === null ? [name] : [])) : []),
  ];
  return {
    ...before,
    pickupLocation: withContact(before.pickupLocation, next.pickupLocation, 'pickup', said),
    dropoffLocation: withContact(before.dropoffLocation, next.dropoffLocation, 'dropoff', said),
    ...Object.fromEntries(taken.map((name) => [name, next[name]])),
  };
}

/** A location that stays, with the contact that the request says. */
function withContact(before: Location, next: Location, side: Side, said: ReadonlySet<string>): Location {
  const taken = locationParts.flatMap(({ suffix, part: { name, component } }) =>
    component === null && said.has(`${side}${suffix}`) ? [[name, next[name]]] : [],
  );
  return { ...before, ...Object.fromEntries(taken) };
}
