import * as z from 'zod';
import { defineAction } from './define-action.ts';
import { templatesOf } from './shared/config-parts.ts';
import { flagNote, flagSeverity, flagType, raisedFlag, raiseFlag } from './shared/route-flag.ts';

/** Raises a flag on the route (specification 2.10 and 4.6.6). */
export const raiseRouteFlag = defineAction({
  key: 'raise_route_flag',
  title: 'Raise a route flag',
  config: z.strictObject({ type: flagType, severity: flagSeverity.default('Auto'), note: flagNote }),
  payload: raisedFlag,
  effect: 'change',
  needs: ['route'],
  synchronous: false,
  templates: ({ note }) => templatesOf({ note }),
  outputs: { flag_id: 'text' },
  plan: (context, { type, severity, note }) =>
    raiseFlag(context, { type, severity, note: note === undefined ? null : context.text(note) }),
});
