import * as z from 'zod';
import { own } from '../json.ts';
import { defineAction } from './define-action.ts';
import { entityOf, failed } from './shared/outcomes.ts';
import { text } from './shared/payload-parts.ts';

/** Takes the order off the route it is on (specification 4.6.6). */
export const removeOrderFromRoute = defineAction({
  key: 'remove_order_from_route',
  title: 'Remove the order from its route',
  config: z.strictObject({}),
  payload: z.strictObject({ routeId: text }),
  effect: 'change',
  needs: ['order'],
  synchronous: false,
  plan: (context) => {
    const found = entityOf(context, 'order');
    if ('kind' in found) return found;
    const routeId = own(found.entity, 'routeId');
    if (typeof routeId !== 'string') return failed('The order is not on a route.');
    return {
      kind: 'effect',
      target: found.target,
      payload: { routeId },
      patch: { order: { routeId: null } },
    };
  },
});
