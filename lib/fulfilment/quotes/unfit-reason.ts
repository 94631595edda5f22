import { vehicleRank } from '../../ordering/orders/index.ts';
import { timeZoneAt } from '../../platform/core/time-zone-at.ts';
import { clockOf } from '../../platform/core/zoned-time.ts';
import type { ProviderCapabilities, Shipment } from '../providers/index.ts';
import type { ProviderRule } from '../strategies/index.ts';

/** Every reason why a provider cannot carry a shipment; none when it can. A `preferred:` requirement is only a wish. */
export function unfitReasons(capabilities: ProviderCapabilities, shipment: Shipment): readonly string[] {
  const { vehicleSizes, requirements } = capabilities;
  const needed = vehicleRank(shipment.minimumVehicleSize);
  const isTooSmall = vehicleSizes !== 'any' && !vehicleSizes.some((size) => vehicleRank(size) >= needed);
  const missing = shipment.requirements.filter(
    (name) => requirements !== 'any' && !name.startsWith('preferred:') && !requirements.includes(name),
  );
  return [
    ...(isTooSmall ? [`It has no vehicle of the size "${shipment.minimumVehicleSize}" or larger.`] : []),
    ...(missing.length > 0 ? [`It does not offer ${missing.join(', ')}.`] : []),
  ];
}

/**
 * Every reason why a strategy does not offer a shipment to a provider; none when it does. `now` is the time of the
 * question.
 */
export function ruledOut(rule: ProviderRule | undefined, shipment: Shipment, now: string): readonly string[] {
  if (!rule) return [];
  const { minPackageValueCents: min, maxPackageValueCents: max } = rule;
  const { valueCents } = shipment;
  const outside = outsideHours(rule, shipment, now);
  return [
    ...(min !== undefined && valueCents < min
      ? [`The strategy offers it packages worth ${min} cents or more; this one is worth ${valueCents}.`]
      : []),
    ...(max !== undefined && valueCents > max
      ? [`The strategy offers it packages worth at most ${max} cents; this one is worth ${valueCents}.`]
      : []),
    ...(outside === undefined ? [] : [outside]),
  ];
}

function outsideHours({ hours }: ProviderRule, { pickup }: Shipment, now: string): string | undefined {
  if (!hours) return undefined;
  const zone = timeZoneAt(pickup)?.id;
  const local = new Date(clockOf(Date.parse(pickup.startTime ?? now), zone ?? 'UTC'));
  const clock = local.toISOString().slice(11, 16);
  const weekday = (local.getUTCDay() + 6) % 7;
  const { from, to, days } = hours;
  const isWithin = from <= to ? clock >= from && clock < to : clock >= from || clock < to;
  // After midnight it is still the day on which the hours began.
  const began = weekday + (to < from && clock < to ? 6 : 0);
  const isDay = !days || days.includes((began % 7) + 1);
  return isWithin && isDay
    ? undefined
    : `The strategy offers it only pickups from ${from} to ${to}, but this one is on ${DAYS[weekday]} at ${clock}.`;
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The larger of two vehicle sizes; null and unknown ones are the smallest. */
export function largerVehicle(one: string | null, other: string | null): string | null {
  return vehicleRank(other) > vehicleRank(one) ? other : one;
}
