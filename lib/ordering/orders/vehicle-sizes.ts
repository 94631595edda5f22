import { ownValue } from '../../platform/core/own-value.ts';

/** Vehicle sizes from small to large (contract-facts 4.3); sizes with equal numbers carry the same. */
const SIZES: Readonly<Record<string, number>> = {
  any: 0,
  bike: 1,
  motorbike: 2,
  cargobike: 3,
  sedan: 4,
  car: 4,
  suv: 5,
  pickup_truck: 6,
  pickup: 6,
  van: 7,
  large_van: 8,
  extra_large_van: 9,
  truck: 10,
};

/** Every vehicle size that an order, a strategy or a filter can name. */
export const VEHICLE_SIZES: readonly string[] = Object.freeze(Object.keys(SIZES));

/** Rank of a vehicle size, 0 for any; a larger one carries what a smaller one carries. */
export function vehicleRank(size: string | null): number {
  return ownValue(SIZES, size ?? 'any') ?? 0;
}
