import { parsePhoneNumberFromString } from 'libphonenumber-js/core/es6';
import plans from 'libphonenumber-js/min/metadata';

/** A number in the international form of its country, such as `+1 415 555 0123`; any other text stays as it is. */
export function inInternationalForm(number: string): string {
  return parsePhoneNumberFromString(number, plans)?.formatInternational() ?? number;
}
