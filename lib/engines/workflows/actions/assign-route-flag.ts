import * as z from 'zod';
import { defineAction } from './define-action.ts';
import { mustExist, reference, templatesOf } from './shared/config-parts.ts';
import { textOrNull } from './shared/payload-parts.ts';
import { changeFlags, flagSelection, selectedFlags } from './shared/route-flag.ts';

/** Assigns open flags of the route to a user, or to nobody (specification 2.10 and 4.6.6). */
export const assignRouteFlag = defineAction({
  key: 'assign_route_flag',
  title: 'Assign a route flag',
  config: z.strictObject({
    ...flagSelection,
    userId: reference.nullable().describe('null clears the assignment'),
  }),
  payload: z.strictObject({ ...selectedFlags, userId: textOrNull }),
  effect: 'change',
  needs: ['route'],
  synchronous: false,
  templates: ({ flagId }) => templatesOf({ flagId }),
  references: ({ userId }, { users }) => (userId === null ? [] : mustExist('userId', 'user', userId, users)),
  plan: (context, { userId, ...selection }) => changeFlags(context, selection, { userId }),
});
