import { countryFault } from '../../../platform/core/countries.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { invalidAddress } from '../refusals.ts';
import type { JobPackageInput } from './job-fields.ts';
import { unlocatedComponents } from './job-input.ts';

const SIDES = ['pickup', 'dropoff'] as const;

/** Two points closer than this are the same. Degrees: about ten metres. */
const SAME = 0.0001;

/** The refusal of a side with an unknown country, half a point, or two different points. */
export function refusePlaces(input: JobPackageInput): Refusal | undefined {
  for (const side of SIDES) {
    const parts = input[`${side}AddressComponents`];
    const inside = { lat: parts?.latitude, lng: parts?.longitude };
    const beside = { lat: input[`${side}Latitude`], lng: input[`${side}Longitude`] };
    const refusal =
      refuseCountry(unlocatedComponents(input, side)?.country, `${side}AddressComponents.country`) ??
      refuseHalf(inside, `${side}AddressComponents.latitude`, `${side}AddressComponents.longitude`) ??
      refuseHalf(beside, `${side}Latitude`, `${side}Longitude`) ??
      refuseOther(inside, beside, side);
    if (refusal) return refusal;
  }
  return undefined;
}

function refuseCountry(country: string | undefined, field: string): Refusal | undefined {
  const fault = country === undefined ? undefined : countryFault(field, country);
  return fault === undefined ? undefined : invalidAddress(fault, { field });
}

interface Point {
  readonly lat: number | undefined;
  readonly lng: number | undefined;
}

function refuseHalf({ lat, lng }: Point, latName: string, lngName: string): Refusal | undefined {
  if ((lat === undefined) === (lng === undefined)) return undefined;
  const [sent, missing] = lat === undefined ? [lngName, latName] : [latName, lngName];
  return invalidAddress(`${sent} was sent without ${missing}. Send both, or neither.`, {
    field: missing,
  });
}

function refuseOther(inside: Point, beside: Point, side: (typeof SIDES)[number]): Refusal | undefined {
  for (const [name, one, other] of [
    ['Latitude', inside.lat, beside.lat],
    ['Longitude', inside.lng, beside.lng],
  ] as const) {
    if (one === undefined || other === undefined || Math.abs(one - other) <= SAME) continue;
    const part = `${side}AddressComponents.${name.toLowerCase()}`;
    return invalidAddress(
      `${side}${name} is ${other} and ${part} is ${one}, but they are the same point. Send one of them, or the same value in both.`,
      { field: `${side}${name}`, value: String(other) },
    );
  }
  return undefined;
}
