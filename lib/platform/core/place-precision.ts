/**
 * How exactly a map found an address, from the finest to the coarsest: the house itself, its street, the area of its
 * postal code, its town, or only a county, state or country.
 */
export const PLACE_PRECISIONS = Object.freeze(['house', 'street', 'postcode', 'locality', 'region'] as const);

/** How exactly a map found an address. */
export type PlacePrecision = (typeof PLACE_PRECISIONS)[number];

/** Whether a place was found less exactly than asked for. */
export function isCoarser(found: PlacePrecision, wanted: PlacePrecision): boolean {
  return PLACE_PRECISIONS.indexOf(found) > PLACE_PRECISIONS.indexOf(wanted);
}
