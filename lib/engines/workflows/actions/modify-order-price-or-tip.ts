import * as z from 'zod';
import { own } from '../json.ts';
import { type ActionContext, defineAction, type Outcome } from './define-action.ts';
import { templatesOf, variable, wholeNumber } from './shared/config-parts.ts';
import { entityOf, failed, nothing } from './shared/outcomes.ts';

/** Largest amount in minor units: the limit of a carrier's signed 32-bit column. */
const MAX_CENTS = 2_147_483_647;

const config = z.strictObject({
  target: z.enum(['price', 'tip']),
  operation: z.enum(['set', 'at_least', 'at_most']),
  amountCents: z
    .union([z.int().min(0).max(MAX_CENTS), variable], 'is neither a whole number nor a single {{variable}}')
    .describe('Minor currency units'),
});

/** Where each amount stands on the order. */
const FIELD = { price: 'valueCents', tip: 'tipAmountCents' } as const;

const payload = z.strictObject({
  field: z.enum(FIELD),
  operation: config.shape.operation,
  amountCents: z.int(),
});

/**
 * Sets the order's value or tip, or keeps it within a bound; a value inside the bound stays (specification 4.6.6). A
 * missing value counts as 0 for a floor and is not changed by a cap.
 */
export const modifyOrderPriceOrTip = defineAction({
  key: 'modify_order_price_or_tip',
  title: 'Change the price or the tip',
  config,
  payload,
  effect: 'change',
  needs: ['order'],
  synchronous: true,
  templates: ({ amountCents }) => templatesOf({ amountCents }),
  plan,
});

function plan(context: ActionContext, settings: z.infer<typeof config>): Outcome<z.infer<typeof payload>> {
  const found = entityOf(context, 'order');
  if ('kind' in found) return found;
  const given = context.value(settings.amountCents);
  const amount = wholeNumber(given);
  if (amount === undefined || amount > MAX_CENTS) {
    return failed(
      `The amount must be a whole number of cents from 0 to ${MAX_CENTS}, not ${JSON.stringify(given)}.`,
    );
  }
  const field = FIELD[settings.target];
  const current = own(found.entity, field) ?? null;
  if (current !== null && typeof current !== 'number') return failed(`The order's ${field} is not a number.`);
  const wanted = bounded(settings.operation, current, amount);
  if (wanted === current) return nothing(`The ${settings.target} already has this value.`);
  if (settings.target === 'price') {
    if (wanted === 0) return failed('The price of an order must be more than 0.');
    const due = own(found.entity, 'dueAmountCents');
    if (typeof due === 'number' && wanted !== null && due > wanted) {
      return failed(`The price cannot be less than the ${due} cents that the driver collects.`);
    }
  }
  const values = { [field]: wanted };
  // The bound is passed along with the value: the worker applies it to the order as stored at that time.
  const { operation } = settings;
  return {
    kind: 'effect',
    target: found.target,
    payload: { field, operation, amountCents: amount },
    patch: { order: values },
  };
}

function bounded(
  operation: z.infer<typeof config>['operation'],
  current: number | null,
  amount: number,
): number | null {
  if (operation === 'set') return amount;
  if (operation === 'at_least') return Math.max(current ?? 0, amount);
  return current === null ? null : Math.min(current, amount);
}
