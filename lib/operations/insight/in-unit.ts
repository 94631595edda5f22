import type { Unit } from './measure.ts';

const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A value in its unit, as messages have it; null = nothing was counted that it could be divided by. */
export function inUnit(unit: Unit, value: number | null, currency: string | null): string {
  if (value === null) return '–';
  switch (unit) {
    case 'share':
      return `${decimal.format(100 * value)} %`;
    case 'minutes':
      return `${decimal.format(value)} min`;
    case 'kilometres':
      return `${decimal.format(value)} km`;
    case 'cents':
    case 'cents_per_km':
    case 'cents_per_delivery':
      return `${decimal.format(value / 100)}${currency === null ? '' : ` ${currency}`}`;
    default:
      return decimal.format(value);
  }
}
