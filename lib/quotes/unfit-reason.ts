import { vehicleRank } from '../core/vehicle-sizes.ts';
import type { ProviderCapabilities, Shipment } from '../providers/index.ts';
import type { ProviderRule } from '../strategies/index.ts';

/** Why a provider cannot carry a shipment; undefined when it can. A `preferred:` requirement is only a wish. */
export function unfitReason(capabilities: ProviderCapabilities, shipment: Shipment): string | undefined {
  const { vehicleSizes, requirements } = capabilities;
  const needed = vehicleRank(shipment.minimumVehicleSize);
  if (vehicleSizes !== 'any' && !vehicleSizes.some((size) => vehicleRank(size) >= needed)) {
    return `It has no vehicle of the size "${shipment.minimumVehicleSize}" or larger.`;
  }
  if (requirements === 'any') return undefined;
  const missing = shipment.requirements.filter(
    (name) => !name.startsWith('preferred:') && !requirements.includes(name),
  );
  return missing.length > 0 ? `It does not offer ${missing.join(', ')}.` : undefined;
}

/** Why a strategy does not offer a shipment to a provider; undefined when it does. `at` is the start of the pickup. */
export function ruledOut(
  rule: ProviderRule | undefined,
  shipment: Shipment,
  zone: string | undefined,
  at: string,
): string | undefined {
  if (!rule) return undefined;
  const { minPackageValueCents: min, maxPackageValueCents: max, hours } = rule;
  if (min !== undefined && shipment.valueCents < min) {
    return `The strategy offers it packages worth ${min} cents or more; this one is worth ${shipment.valueCents}.`;
  }
  if (max !== undefined && shipment.valueCents > max) {
    return `The strategy offers it packages worth at most ${max} cents; this one is worth ${shipment.valueCents}.`;
  }
  if (!hours) return undefined;
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone ?? 'UTC',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(Date.parse(at));
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  const clock = `${part('hour')}:${part('minute')}`;
  const { from, to, days } = hours;
  const isWithin = from <= to ? clock >= from && clock < to : clock >= from || clock < to;
  const isDay = !days || days.includes(DAYS.indexOf(part('weekday')) + 1);
  return isWithin && isDay
    ? undefined
    : `The strategy offers it only pickups from ${from} to ${to}, and this one is on ${part('weekday')} at ${clock}.`;
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The larger of two vehicle sizes; null and unknown ones are the smallest. */
export function largerVehicle(one: string | null, other: string | null): string | null {
  return vehicleRank(other) > vehicleRank(one) ? other : one;
}
