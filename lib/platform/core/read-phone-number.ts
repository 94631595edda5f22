import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/core/es6';
import plans from 'libphonenumber-js/min/metadata';

/**
 * A phone number in E.164, from its international form or the national one of `country` (ISO 3166 alpha-2;
 * any other value is ignored). Undefined when no phone has such a number. Numbers are always written in this
 * form: the plans in the bundles have no other (cdk/bundles/trim-phone-plans.ts).
 */
export function readPhoneNumber(text: string, country: string): string | undefined {
  const parsed = hasPlan(country)
    ? parsePhoneNumberFromString(text, country, plans)
    : parsePhoneNumberFromString(text, plans);
  return parsed?.isPossible() ? parsed.number : undefined;
}

/** The digits of a number in E.164 that its national forms have as well. */
export function nationalDigits(number: string): string {
  return parsePhoneNumberFromString(number, plans)?.nationalNumber ?? number.replaceAll(/\D/g, '');
}

function hasPlan(country: string): country is CountryCode {
  return Object.hasOwn(plans.countries, country);
}
