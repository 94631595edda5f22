import type { Location } from './package.ts';

/**
 * The code that a recipient tells the courier: the last four digits of their phone number. Undefined without
 * a number.
 */
export function pincodeOf({ phoneNumber }: Pick<Location, 'phoneNumber'>): string | undefined {
  const digits = phoneNumber?.replace(/\D/g, '').slice(-4) ?? '';
  return digits.length === 4 ? digits : undefined;
}
