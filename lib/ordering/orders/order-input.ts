import * as z from 'zod';
import { optional } from '../../platform/core/optional.ts';
import {
  type ORDER_FIELDS,
  type OrderFieldName,
  type OrderPatch,
  orderFieldEntries,
} from './order-fields.ts';
import { checkSize } from './storable.ts';

const fields = Object.fromEntries(orderFieldEntries.map(([name, { input }]) => [name, input()])) as {
  [Name in OrderFieldName]: ReturnType<(typeof ORDER_FIELDS)[Name]['input']>;
};

const reapplyAutomations = optional(z.boolean()).meta({
  description:
    'Whether the workflows for new orders run again on an order that exists, those on `order.creating` within the ' +
    'request; default false. They always run on a new one.',
});

/** A row of a request: an order's fields, and how to treat an order that exists. */
export type OrderRow = OrderPatch & { readonly reapplyAutomations?: boolean | undefined };

/**
 * The order fields of a request, every one optional. A value of the wrong type is refused; values of the
 * right type that break a validation rule are accepted and reported in `validationErrors`. `null` clears a
 * field.
 */
export const orderInput = z
  .object({ ...fields, reapplyAutomations })
  .superRefine(checkSize)
  .meta({ id: 'OrderInput' }) satisfies z.ZodType<OrderRow>;

/** Input of operations that take more than the order: the same fields and these. */
export const orderInputWithFlags = z
  .object({
    ...fields,
    reapplyAutomations,
    returnFirstQuoteApiOnly: optional(z.boolean()).meta({
      description: 'Whether the reply has only the first of the quotes; default false.',
    }),
  })
  .superRefine(checkSize)
  .meta({ id: 'OrderInputWithReturnFirstQuoteApiOnly' });

/** Input of the check of an order: the same fields, and the order that they would change. */
export const orderInputToCheck = z
  .object({
    ...fields,
    orderId: optional(z.string().max(255)).meta({
      description: 'Id or external id of the order that the fields would change; absent = a new order.',
    }),
  })
  .superRefine(checkSize)
  .meta({ id: 'OrderInputToCheck' });
