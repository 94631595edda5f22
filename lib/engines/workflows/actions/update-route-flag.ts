import * as z from 'zod';
import { defineAction } from './define-action.ts';
import { templatesOf } from './shared/config-parts.ts';
import { changeFlags, flagNote, flagSelection, flagSeverity } from './shared/route-flag.ts';

/** Changes severity, status or note of open flags of the route (specification 2.10 and 4.6.6). */
export const updateRouteFlag = defineAction({
  key: 'update_route_flag',
  title: 'Update a route flag',
  config: z
    .strictObject({
      ...flagSelection,
      severity: flagSeverity.optional(),
      status: z.enum(['Needs Triage', 'Acknowledged']).optional(),
      note: flagNote,
    })
    .refine(({ severity, status, note }) => (severity ?? status ?? note) !== undefined, {
      message: 'needs a severity, a status or a note to change',
    }),
  needs: ['route'],
  synchronous: true,
  background: false,
  templates: ({ flagId, note }) => templatesOf({ flagId, note }),
  plan: (context, { severity, status, note, ...selection }) =>
    changeFlags(context, selection, {
      severity: severity ?? null,
      status: status ?? null,
      note: note === undefined ? null : context.text(note),
    }),
});
