import type { OrderFieldName } from '../order-fields.ts';
import { defineRule, type Finding, show } from './define-rule.ts';

/** 4.4.6 */
export const valueIsPositive = defineRule({
  name: 'value-is-positive',
  summary: '`valueCents` is more than 0.',
  *check({ valueCents }) {
    if (valueCents !== undefined && valueCents <= 0) {
      yield {
        field: 'valueCents',
        message: `valueCents is ${valueCents}; send the value of the goods in cents, more than 0.`,
      };
    }
  },
});

/** Contract 4.4.6; a tip of 0 and a fee limit of 0 are valid. */
export const amountsAreNotNegative = defineRule({
  name: 'amounts-are-not-negative',
  summary: '`tipAmountCents` and `maxDeliveryFeeCents` are 0 or more.',
  *check(order) {
    for (const field of ['tipAmountCents', 'maxDeliveryFeeCents'] as const) {
      const amount = order[field];
      if (amount !== undefined && amount < 0) {
        yield { field, message: `${field} is ${amount}; send 0 or more cents.` };
      }
    }
  },
});

/** Specification 2.2: amount that the driver collects. */
export const dueAmountWithinValue = defineRule({
  name: 'due-amount-within-value',
  summary:
    '`dueAmountCents` is 0 or more and not more than `valueCents`; 0 or absent means that the order is prepaid.',
  *check({ dueAmountCents, valueCents }) {
    if (dueAmountCents === undefined) return;
    if (dueAmountCents < 0) {
      yield {
        field: 'dueAmountCents',
        message: `dueAmountCents is ${dueAmountCents}; send 0 or more cents, 0 for a prepaid order.`,
      };
    } else if (dueAmountCents > (valueCents ?? 0)) {
      const value = valueCents === undefined ? 'missing' : valueCents;
      yield {
        field: 'dueAmountCents',
        message: `dueAmountCents is ${dueAmountCents} but valueCents is ${value}; at most the value can be collected.`,
      };
    }
  },
});

/** 4.4.6 */
export const itemsAreCounted = defineRule({
  name: 'items-are-counted',
  summary: '`itemsCount` is at least 1.',
  *check({ itemsCount }) {
    if (itemsCount !== undefined && itemsCount < 1) {
      yield { field: 'itemsCount', message: `itemsCount is ${itemsCount}; send 1 or more.` };
    }
  },
});

const MEASURES: readonly (OrderFieldName & ('weight' | 'height' | 'width' | 'depth'))[] = [
  'weight',
  'height',
  'width',
  'depth',
];

/** 4.4.6 */
export const measuresArePositive = defineRule({
  name: 'measures-are-positive',
  summary: '`weight`, `height`, `width` and `depth` are more than 0.',
  *check(order): Iterable<Finding> {
    for (const field of MEASURES) {
      const measure = order[field];
      if (measure !== undefined && measure <= 0) {
        const unit = field === 'weight' ? 'kilograms' : 'centimetres';
        yield { field, message: `${field} is ${measure}; send ${unit}, more than 0.` };
      }
    }
  },
});

/** ISO 4217 codes are three letters. */
export const currencyIsACode = defineRule({
  name: 'currency-is-a-code',
  summary: '`currency` is a code of three letters, such as `USD`.',
  *check({ currency }) {
    if (currency !== undefined && !/^[A-Z]{3}$/.test(currency)) {
      yield {
        field: 'currency',
        message: `currency is ${show(currency)}; send a code of three letters such as USD.`,
      };
    }
  },
});
