import type { Order, Side } from '../../../ordering/orders/index.ts';
import { streetLine } from '../../../ordering/orders/index.ts';
import { estimateDrive } from '../../../platform/core/geography.ts';
import { partId } from '../../../platform/core/ids.ts';
import { timeZoneAt } from '../../../platform/core/time-zone-at.ts';
import {
  type ABSENT_LOCATION_PARTS,
  type ABSENT_PARTS,
  dimensionParts,
  type Location,
  locationParts,
  type Package,
  packageParts,
} from '../../jobs/index.ts';

/** The package that a job carries for an order, as that of its first configuration (specification 2.5). */
export function packageOfOrder(order: Order, jobId: string, position = 1): Package {
  const { pickupLat, pickupLng, dropoffLat, dropoffLng } = order;
  const drive =
    pickupLat !== undefined && pickupLng !== undefined && dropoffLat !== undefined && dropoffLng !== undefined
      ? estimateDrive({ lat: pickupLat, lng: pickupLng }, { lat: dropoffLat, lng: dropoffLng })
      : undefined;
  const parts = packageParts.map(({ field, part }) => [part.name, part.fromOrder(order[field], order)]);
  return {
    ...(Object.fromEntries(parts) as typeof ABSENT_PARTS),
    id: partId('pkg', jobId, `c${position}`),
    taxCents: null,
    serviceFeeCents: null,
    pickupLocation: locationOf(order, 'pickup', partId('loc', jobId, `c${position}p`)),
    dropoffLocation: locationOf(order, 'dropoff', partId('loc', jobId, `c${position}d`)),
    drivingMetrics: drive ? { distance: drive.distanceMeters, duration: drive.durationSeconds } : null,
    dimensions: dimensionsOf(order),
  };
}

/** The measures of an order; null when none is given. */
function dimensionsOf(order: Order): Package['dimensions'] {
  const measures = dimensionParts.map(({ field, part }) => [part.name, order[field] ?? null] as const);
  return measures.every(([, measure]) => measure === null)
    ? null
    : (Object.fromEntries(measures) as NonNullable<Package['dimensions']>);
}

function locationOf(order: Order, side: Side, id: string): Location {
  const parts = locationParts.map(({ suffix, part }) => [part.name, order[`${side}${suffix}`] ?? null]);
  const at: Pick<Location, keyof typeof ABSENT_LOCATION_PARTS> = Object.fromEntries(parts);
  const line = order[`${side}Address`];
  const formatted = formatAddress(at);
  const zone = timeZoneAt({
    country: at.addressCountry ?? undefined,
    state: at.addressState ?? undefined,
    lat: at.lat ?? undefined,
    lng: at.lng ?? undefined,
  });
  return {
    ...at,
    id,
    address: line ?? formatted,
    formattedAddress: formatted || (line ?? ''),
    timezoneId: zone?.id ?? null,
    timezoneName: zone?.name ?? null,
  };
}

/** `100 Market Street, 2B, San Francisco, CA 94103, US` */
export function formatAddress(
  at: Pick<
    Location,
    | 'addressNumber'
    | 'addressSecondaryNumber'
    | 'addressFormattedStreet'
    | 'addressCity'
    | 'addressState'
    | 'addressZip'
    | 'addressCountry'
  >,
): string {
  const { addressFormattedStreet: street } = at;
  const line = street && streetLine(at.addressNumber ?? undefined, street);
  const region = [at.addressState, at.addressZip].filter((part) => part).join(' ');
  return [line, at.addressSecondaryNumber, at.addressCity, region, at.addressCountry]
    .filter((part) => part)
    .join(', ');
}
