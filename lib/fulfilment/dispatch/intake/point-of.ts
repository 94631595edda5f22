import type { Side } from '../../../ordering/orders/index.ts';
import type { JobPackageInput } from './job-fields.ts';

/** The point of a side, as the address's components or the side itself have it. Degrees. */
export function pointOf(
  input: JobPackageInput,
  side: Side,
): { readonly lat: number | undefined; readonly lng: number | undefined } {
  const components = input[`${side}AddressComponents`];
  return {
    lat: components?.latitude ?? input[`${side}Latitude`],
    lng: components?.longitude ?? input[`${side}Longitude`],
  };
}
