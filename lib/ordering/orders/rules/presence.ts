import { SIDES } from '../order-fields.ts';
import { isGiven } from './address-parts.ts';
import { defineRule } from './define-rule.ts';

const ADVICE = {
  valueCents: 'the value of the goods in cents',
  pickupPhoneNumber: 'the phone number of the pickup, such as +14155550100',
  dropoffPhoneNumber: 'the phone number of the recipient, such as +14155550100',
  deliveryMode: 'now or scheduled',
} as const;

/** 4.4.5 */
export const requiredFieldsAreThere = defineRule({
  name: 'required-fields-are-there',
  summary: '`valueCents`, `pickupPhoneNumber`, `dropoffPhoneNumber` and `deliveryMode` are given.',
  *check(order) {
    for (const field of Object.keys(ADVICE) as (keyof typeof ADVICE)[]) {
      if (!isGiven(order[field])) yield { field, message: `${field} is missing; send ${ADVICE[field]}.` };
    }
  },
});

/** 4.4.5 */
export const sidesAreNamed = defineRule({
  name: 'sides-are-named',
  summary: 'Each side has a first name or a business name.',
  *check(order) {
    for (const side of SIDES) {
      if (!isGiven(order[`${side}FirstName`]) && !isGiven(order[`${side}BusinessName`])) {
        yield {
          field: `${side}FirstName`,
          message: `The ${side} has no name; send ${side}FirstName or ${side}BusinessName.`,
        };
      }
    }
  },
});
