import * as z from 'zod';
import { checkOrder as check } from '../../../lib/fulfilment/dispatch/index.ts';
import {
  invalidStateTransition,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderInputToCheck,
  orderNotFound,
  pickupNotInScope,
} from '../../../lib/ordering/orders/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { orderBodyExample } from '../orders/order-examples.ts';
import { dispatchEndpoint } from './deps.ts';

const reply = z
  .object({
    canDispatch: z.boolean().meta({ description: 'Whether nothing is missing.' }),
    problems: z
      .array(
        z.object({
          field: z
            .string()
            .meta({ description: 'Field to send, or the key under which a workflow objects.' }),
          rule: z.string().nullable().meta({
            description:
              'Name of the broken rule, such as `required-fields-are-there`; null where a workflow objects.',
          }),
          message: z.string().meta({ description: 'What is wrong, and what to send.' }),
        }),
      )
      .meta({ description: 'What keeps the order from being dispatched, once by field.' }),
  })
  .meta({ id: 'OrderCheck' });

/** POST /v1/dispatch/order-checks */
export const checkOrder = dispatchEndpoint({
  name: 'checkOrder',
  method: 'POST',
  path: '/v1/dispatch/order-checks',
  area: 'Dispatch',
  summary: 'Say what an order lacks to be dispatched',
  description:
    'Takes the fields of an order that is not saved yet, or with `orderId` those that would change, and says what a dispatch ' +
    'would refuse: the `validationErrors` of the order, windows that are missing or have passed, and a strategy that ' +
    'does not exist. Saves nothing, books nothing and asks no provider. A store that saving would create ' +
    '(`createUnknownStores`) is reported as unknown.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  body: orderInputToCheck,
  bodyExample: orderBodyExample,
  reply,
  replyExample: {
    canDispatch: false,
    problems: [
      {
        field: 'dropoffPhoneNumber',
        rule: 'required-fields-are-there',
        message:
          'dropoffPhoneNumber is missing; send the phone number of the recipient, such as +14155550100.',
      },
    ],
  },
  refusals: [
    orderNotFound,
    orderDuplicateExternalId,
    orderAlreadyDispatched,
    invalidStateTransition,
    pickupNotInScope,
  ],
  async handle({ input: { body }, ctx }) {
    const { orderId, ...fields } = body;
    const problems = await check(ctx, ctx.caller, { orderId: orderId ?? undefined, fields });
    return isRefusal(problems) ? problems : { canDispatch: problems.length === 0, problems: [...problems] };
  },
});
