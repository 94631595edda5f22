import type { Order, Side } from '../../../ordering/orders/index.ts';
import { streetLine } from '../../../ordering/orders/index.ts';
import { estimateDrive } from '../../../platform/core/geography.ts';
import { partId } from '../../../platform/core/ids.ts';
import { timeZoneAt } from '../../../platform/core/time-zone-at.ts';
import type { Location, Package } from '../../jobs/index.ts';

/** The package that a job carries for an order, as that of its first configuration (specification 2.5). */
export function packageOfOrder(order: Order, jobId: string, position = 1): Package {
  const { pickupLat, pickupLng, dropoffLat, dropoffLng, height, width, depth } = order;
  const drive =
    pickupLat !== undefined && pickupLng !== undefined && dropoffLat !== undefined && dropoffLng !== undefined
      ? estimateDrive({ lat: pickupLat, lng: pickupLng }, { lat: dropoffLat, lng: dropoffLng })
      : undefined;
  return {
    id: partId('pkg', jobId, `c${position}`),
    description: order.description ?? null,
    requirements: order.requirements ?? [],
    tags: order.tags ?? [],
    packageDeliveryMode: order.deliveryMode === 'scheduled' ? 'scheduled' : 'now',
    pickupStartTime: order.pickupStartTime ?? null,
    pickupEndTime: order.pickupEndTime ?? null,
    dropoffStartTime: order.dropoffStartTime ?? null,
    dropoffEndTime: order.dropoffEndTime ?? null,
    pickupBarcodes: order.pickupBarcodes ?? [],
    dropoffBarcodes: order.dropoffBarcodes ?? [],
    currency: order.currency ?? DEFAULT_CURRENCY,
    valueCents: order.valueCents ?? 0,
    taxCents: null,
    serviceFeeCents: null,
    tipAmountCents: order.tipAmountCents ?? null,
    dueAmountCents: order.dueAmountCents ?? null,
    itemsCount: order.itemsCount ?? countOf(order.items),
    externalIdentifier: order.externalId ?? null,
    minimumVehicleSize: order.minimumVehicleSize ?? null,
    pickupLocation: locationOf(order, 'pickup', partId('loc', jobId, `c${position}p`)),
    dropoffLocation: locationOf(order, 'dropoff', partId('loc', jobId, `c${position}d`)),
    pickupStoreLocationId: order.pickupStoreLocationId ?? null,
    pickupStoreLocationExternalId: order.pickupExternalStoreLocationId ?? null,
    dropoffStoreLocationId: order.dropoffStoreLocationId ?? null,
    drivingMetrics: drive ? { distance: drive.distanceMeters, duration: drive.durationSeconds } : null,
    weight: order.weight ?? null,
    dimensions:
      height === undefined && width === undefined && depth === undefined
        ? null
        : { height: height ?? null, length: depth ?? null, width: width ?? null },
    items: order.items ?? [],
    referenceId: order.referenceId ?? null,
    packageMetadata: order.orderMetadata ?? {},
  };
}

/** Number of pieces when the caller gave none: those of its items, else the package itself. */
function countOf(items: Order['items']): number {
  const pieces = (items ?? []).reduce((sum, { count }) => sum + (count ?? 1), 0);
  return Math.max(1, pieces);
}

/** Currency of amounts for which the caller named none. */
export const DEFAULT_CURRENCY = 'USD';

function locationOf(order: Order, side: Side, id: string): Location {
  const at = {
    number: order[`${side}AddressNumber`],
    secondaryNumber: order[`${side}AddressSecondarynumber`],
    street: order[`${side}AddressFormattedStreet`],
    city: order[`${side}AddressCity`],
    state: order[`${side}AddressState`],
    zip: order[`${side}AddressZip`],
    country: order[`${side}AddressCountry`],
  };
  const formatted = formatAddress(at);
  const point = { lat: order[`${side}Lat`], lng: order[`${side}Lng`] };
  const zone = timeZoneAt({ country: at.country, state: at.state, ...point });
  return {
    id,
    address: order[`${side}Address`] ?? formatted,
    formattedAddress: formatted || (order[`${side}Address`] ?? ''),
    addressCity: at.city ?? null,
    addressCountry: at.country ?? null,
    timezoneId: zone?.id ?? null,
    timezoneName: zone?.name ?? null,
    addressNumber: at.number ?? null,
    addressSecondaryNumber: at.secondaryNumber ?? null,
    addressFormattedStreet: at.street ?? null,
    addressCounty: order[`${side}AddressCounty`] ?? null,
    addressState: at.state ?? null,
    addressZip: at.zip ?? null,
    instructions: order[`${side}Instructions`] ?? null,
    businessName: order[`${side}BusinessName`] ?? null,
    firstName: order[`${side}FirstName`] ?? null,
    lastName: order[`${side}LastName`] ?? null,
    phoneNumber: order[`${side}PhoneNumber`] ?? null,
    email: order[`${side}Email`] ?? null,
    lat: point.lat ?? null,
    lng: point.lng ?? null,
  };
}

/** `100 Market Street, 2B, San Francisco, CA 94103, US` */
export function formatAddress(parts: {
  readonly number?: string | undefined;
  /** Flat, suite or floor. */
  readonly secondaryNumber?: string | undefined;
  readonly street?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
  readonly country?: string | undefined;
}): string {
  const { number, secondaryNumber, street, city, state, zip, country } = parts;
  const line = street && streetLine(number, street);
  const region = [state, zip].filter((part) => part).join(' ');
  return [line, secondaryNumber, city, region, country].filter((part) => part).join(', ');
}
