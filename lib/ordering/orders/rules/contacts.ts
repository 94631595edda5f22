import { isEmailAddress } from '../../../platform/core/email-address.ts';
import { SIDES } from '../order-fields.ts';
import { isGiven } from './address-parts.ts';
import { defineRule, show } from './define-rule.ts';

/** Messages go to these addresses, and providers get them. */
export const emailsAreAddresses = defineRule({
  name: 'emails-are-addresses',
  summary: '`pickupEmail` and `dropoffEmail` are e-mail addresses.',
  *check(order) {
    for (const side of SIDES) {
      const field = `${side}Email` as const;
      const email = order[field];
      if (isGiven(email) && !isEmailAddress(String(email))) {
        yield {
          field,
          message: `${field} is ${show(email)}; send an e-mail address such as ada@example.com.`,
        };
      }
    }
  },
});
