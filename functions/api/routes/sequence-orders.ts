import * as z from 'zod';
import {
  MAX_SEQUENCED,
  routeInvalid,
  routeNotInScope,
  sequenceOrders as sequence,
} from '../../../lib/fleet/routes/index.ts';
import { orderAlreadyDispatched } from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import { plannerOf } from './deps.ts';

const label = (description: string) => z.string().trim().min(1).max(128).nullish().meta({ description });

/** PATCH /v1/orders/sequencing */
export const sequenceOrders = defineEndpoint({
  name: 'sequenceOrders',
  method: 'PATCH',
  path: '/v1/orders/sequencing',
  area: 'Routes',
  summary: 'Edit the sequencing of orders',
  description:
    'Sets how the next optimization orders them. Only the fields that are sent change; `null` clears one. If an order is dispatched, ' +
    'the request is refused and nothing changes.',
  permission: 'WRITE_ROUTE',
  forLimited: 'refused',
  body: z.object({
    orderIds: z
      .array(z.string().min(1).max(255))
      .min(1)
      .max(MAX_SEQUENCED)
      .meta({ description: `Ids or external ids of orders, at most ${MAX_SEQUENCED}.` }),
    sequencePriority: z
      .int()
      .min(0)
      .max(499)
      .nullish()
      .meta({ description: 'Priority; smaller numbers are visited earlier.' }),
    sequenceGroup: label('Group whose orders are on one route and sorted among themselves.'),
    mxLabel: label('Label whose orders are never on the same route.'),
  }),
  bodyExample: { orderIds: ['ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H'], sequencePriority: 10 },
  reply: z.object({
    orders: z.array(
      z.object({
        id: z.string(),
        sequencePriority: z.int().nullable(),
        sequenceGroup: z.string().nullable(),
        mxLabel: z.string().nullable(),
        version: z.int(),
      }),
    ),
  }),
  replyExample: {
    orders: [
      {
        id: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        sequencePriority: 10,
        sequenceGroup: null,
        mxLabel: null,
        version: 3,
      },
    ],
  },
  refusals: [routeNotInScope, routeInvalid, contentionOver('planned orders'), orderAlreadyDispatched],
  async handle({ input: { body }, ctx }) {
    const { orderIds, ...sequencing } = body;
    if (Object.values(sequencing).every((value) => value === undefined)) {
      const why = 'Send at least one of `sequencePriority`, `sequenceGroup` and `mxLabel`.';
      return validationErrors(`The request is not valid: ${why}`, { fields: { sequencePriority: why } });
    }
    const changed = await sequence(ctx, await plannerOf(ctx), orderIds, sequencing);
    if (isRefusal(changed)) return changed;
    return {
      orders: changed.map(({ value, version }) => {
        const { sequencePriority, sequenceGroup, mxLabel } = value.optimizationParameters ?? {};
        return {
          id: value.id,
          sequencePriority: sequencePriority ?? null,
          sequenceGroup: sequenceGroup ?? null,
          mxLabel: mxLabel ?? null,
          version,
        };
      }),
    };
  },
});
