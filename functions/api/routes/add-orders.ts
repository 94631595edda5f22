import * as z from 'zod';
import {
  addOrders,
  renderedRoute,
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeExample,
  routeInvalid,
  routeNotFound,
  routeNotInScope,
} from '../../../lib/fleet/routes/index.ts';
import { invalidStateTransition, orderAlreadyDispatched } from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import { plannerOf } from './deps.ts';
import { routePath, routeReplyOr } from './route-schemas.ts';

/** POST /v1/routes/{id}/orders */
export const addOrdersToRoute = defineEndpoint({
  name: 'addOrdersToRoute',
  method: 'POST',
  path: '/v1/routes/{id}/orders',
  area: 'Routes',
  summary: 'Add orders to a route',
  description:
    'Adds a dropoff for each order before the end of the route. An order that is not at the start of the route ' +
    'also gets a pickup. Orders that are already on the route stay where they are.',
  permission: 'WRITE_ROUTE',
  forLimited: 'refused',
  takesIfMatch: true,
  params: routePath,
  body: z.object({
    orderIds: z
      .array(z.string().min(1).max(255))
      .min(1)
      .max(500)
      .meta({ description: 'Ids or external ids of orders.' }),
  }),
  bodyExample: { orderIds: ['ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H'] },
  reply: renderedRoute,
  replyExample: routeExample,
  refusals: [
    routeNotFound,
    routeNotInScope,
    routeAlreadyDispatched,
    routeArchived,
    routeChanged,
    contentionOver('route'),
    routeInvalid,
    orderAlreadyDispatched,
    invalidStateTransition,
  ],
  async handle({ input: { path, body }, ctx }) {
    const planner = await plannerOf(ctx);
    return routeReplyOr(ctx, await addOrders(ctx, planner, path.id, body.orderIds, ctx.expectedVersion));
  },
});
