import { ownValue } from '../../../platform/core/own-value.ts';

/**
 * `1234.5`, `1,234.50`, `1.234,50` or `1234,5`; undefined for anything else. A comma before three digits separates
 * thousands, unless decimals follow commas.
 */
export function decimalOf(text: string, decimalComma: boolean): number | undefined {
  const plain = text.replaceAll(/[\s\u00a0']/g, '');
  if (decimalComma && /^[+-]?\d+,\d+$/.test(plain)) return Number(plain.replace(',', '.'));
  if (/^[+-]?\d+(?:\.\d+)?$/.test(plain)) return Number(plain);
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(plain))
    return Number(plain.replaceAll('.', '').replace(',', '.'));
  if (/^[+-]?\d+,\d+$/.test(plain)) return Number(plain.replace(',', '.'));
  return undefined;
}

/** Cents of an amount with or without its currency, as `25.90`, `$ 25.90` or `25,90 EUR`; undefined for anything else. */
export function centsOf(text: string, decimalComma: boolean): number | undefined {
  const plain = text.trim().replace(/^(?:\p{Sc}|[A-Z]{3}\b)\s*|\s*(?:\p{Sc}|\b[A-Z]{3})$/gu, '');
  const number = decimalOf(plain, decimalComma);
  if (number === undefined || number < 0) return undefined;
  const cents = number * 100;
  return Math.abs(cents - Math.round(cents)) > 1e-6 ? undefined : Math.round(cents);
}

const KILOGRAMS: Readonly<Record<string, number>> = {
  kg: 1,
  g: 0.001,
  lb: 0.45359237,
  lbs: 0.45359237,
  oz: 0.0283495,
};

/** Kilograms of a weight with or without its unit, as `2.5`, `2,5 kg` or `5 lb`; undefined for anything else. */
export function kilogramsOf(text: string, decimalComma: boolean): number | undefined {
  const [, amount = '', unit = 'kg'] = /^(.*?\d)\s*(kg|g|lbs?|oz)?\.?$/i.exec(text.trim()) ?? [];
  const number = decimalOf(amount, decimalComma);
  const each = ownValue(KILOGRAMS, unit.toLowerCase());
  return number === undefined || each === undefined ? undefined : Math.round(number * each * 1e6) / 1e6;
}
