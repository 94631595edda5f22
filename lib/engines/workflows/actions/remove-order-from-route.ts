import * as z from 'zod';
import { own } from '../json.ts';
import { defineAction } from './define-action.ts';
import { entityOf, failed } from './shared/outcomes.ts';

/** Takes the order off the route it is on (specification 4.6.6). */
export const removeOrderFromRoute = defineAction({
  key: 'remove_order_from_route',
  title: 'Remove the order from its route',
  config: z.strictObject({}),
  needs: ['order'],
  synchronous: true,
  background: false,
  plan: (context) => {
    const found = entityOf(context, 'order');
    if ('kind' in found) return found;
    const routeId = own(found.entity, 'routeId') ?? null;
    if (routeId === null) return failed('The order is not on a route.');
    return {
      kind: 'effect',
      target: found.target,
      payload: { routeId },
      patch: { order: { routeId: null } },
    };
  },
});
