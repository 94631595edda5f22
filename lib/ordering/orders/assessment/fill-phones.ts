import { readPhoneNumber } from '../../../platform/core/read-phone-number.ts';
import { SIDES } from '../order-fields.ts';
import { isGiven } from '../rules/address-parts.ts';
import { show } from '../rules/define-rule.ts';
import type { Draft } from './draft.ts';

/** Contract 4.4.6: phone numbers are stored in E.164; a national one is parsed by the country of its side. */
export function fillPhones(draft: Draft): void {
  for (const side of SIDES) {
    const field = `${side}PhoneNumber` as const;
    const number = draft.fields[field];
    if (number === undefined || !isGiven(number)) continue;
    const country = draft.fields[`${side}AddressCountry`] ?? '';
    const read = readPhoneNumber(number, country);
    if (read) draft.rewrite(field, read);
    else {
      draft.report(
        field,
        'phones-are-numbers',
        `${field} ${show(number)} is not a phone number${country ? ` of ${country}` : ''}; send it in international form, such as +14155550100.`,
      );
    }
  }
}
