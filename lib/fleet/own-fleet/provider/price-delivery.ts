import type { OwnFleetSettings } from '../../../fulfilment/providers/accounts/index.ts';
import { type ProviderRefusal, refused, type Shipment } from '../../../fulfilment/providers/index.ts';
import { type Clock, toInstant } from '../../../platform/core/clock.ts';
import { estimateDrive } from '../../../platform/core/geography.ts';
import type { courierSearch } from './find-couriers.ts';

/** The refusal when no courier can carry a package. */
export const NOBODY = refused('No courier of the own fleet is on shift with what the package needs.');

/** The refusal when the driver of a route cannot carry it. */
export const UNABLE = refused(
  'The driver of the route is disabled, or in no active driver group that has a rate of the own fleet.',
);

/** A search for couriers with the settings of the own fleet. */
export interface Search {
  readonly settings: OwnFleetSettings;
  /** The present instant. */
  readonly now: string;
  /** The refusal when `find` finds nobody. */
  readonly nobody: ProviderRefusal;
  readonly find: ReturnType<typeof courierSearch>;
}

/** The price of a delivery by the best courier, with the expected arrivals if the courier's position is known. */
export async function priceDelivery(
  clock: Clock,
  { settings, now, nobody, find }: Search,
  shipment: Shipment,
) {
  if (settings.currency !== shipment.currency) {
    return refused(`The rates of the own fleet are in ${settings.currency}, not in ${shipment.currency}.`);
  }
  const at = neededAt(shipment, now);
  const found = await find(shipment, at);
  const best = found.find(({ isFree }) => isFree) ?? found[0];
  if (!best) return nobody;
  const { pickup, dropoff } = shipment;
  const way = pointsOf(pickup, dropoff);
  const ride = way && estimateDrive(way[0], way[1]);
  const kilometres = (ride?.distanceMeters ?? 0) / 1000;
  const { baseCents, perKilometerCents, minimumCents } = best.rate;
  const priceCents = Math.max(minimumCents, 1, Math.round(baseCents + perKilometerCents * kilometres));
  const quoted = { outcome: 'quoted' as const, priceCents, currency: settings.currency };
  const approach = at === now && best.position && way ? estimateDrive(best.position, way[0]) : undefined;
  if (!approach || !ride) return quoted;
  const pickupAt = clock.now() + approach.durationSeconds * 1000;
  return {
    ...quoted,
    pickupEta: toInstant(pickupAt),
    dropoffEta: toInstant(pickupAt + ride.durationSeconds * 1000),
  };
}

/** When a courier is needed; never before now. */
export function neededAt({ deliveryMode, pickup }: Shipment, now: string): string {
  const start = deliveryMode === 'scheduled' ? (pickup.startTime ?? now) : now;
  return start > now ? start : now;
}

function pointsOf(
  from: { readonly lat: number | null; readonly lng: number | null },
  to: { readonly lat: number | null; readonly lng: number | null },
) {
  if (from.lat === null || from.lng === null || to.lat === null || to.lng === null) return undefined;
  return [
    { lat: from.lat, lng: from.lng },
    { lat: to.lat, lng: to.lng },
  ] as const;
}
