import * as z from 'zod';
import { defineAction } from './define-action.ts';
import { templatesOf } from './shared/config-parts.ts';
import { textOrNull } from './shared/payload-parts.ts';
import { changeFlags, flagNote, flagSelection, selectedFlags } from './shared/route-flag.ts';

/** Resolves open flags of the route (specification 2.10 and 4.6.6). */
export const resolveRouteFlag = defineAction({
  key: 'resolve_route_flag',
  title: 'Resolve a route flag',
  config: z.strictObject({ ...flagSelection, note: flagNote }),
  payload: z.strictObject({ ...selectedFlags, note: textOrNull }),
  effect: 'change',
  needs: ['route'],
  synchronous: false,
  templates: ({ flagId, note }) => templatesOf({ flagId, note }),
  plan: (context, { note, ...selection }) =>
    changeFlags(context, selection, { note: note === undefined ? null : context.text(note) }),
});
