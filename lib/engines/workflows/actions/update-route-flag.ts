import * as z from 'zod';
import { defineAction } from './define-action.ts';
import { templatesOf } from './shared/config-parts.ts';
import { textOrNull } from './shared/payload-parts.ts';
import { changeFlags, flagNote, flagSelection, flagSeverity, selectedFlags } from './shared/route-flag.ts';

const openStatus = z.enum(['Needs Triage', 'Acknowledged']);

/** Changes severity, status or note of open flags of the route (specification 2.10 and 4.6.6). */
export const updateRouteFlag = defineAction({
  key: 'update_route_flag',
  title: 'Update a route flag',
  config: z
    .strictObject({
      ...flagSelection,
      severity: flagSeverity.optional(),
      status: openStatus.optional(),
      note: flagNote,
    })
    .refine(({ severity, status, note }) => (severity ?? status ?? note) !== undefined, {
      message: 'needs a severity, a status or a note to change',
    }),
  payload: z.strictObject({
    ...selectedFlags,
    severity: flagSeverity.nullable(),
    status: openStatus.nullable(),
    note: textOrNull,
  }),
  effect: 'change',
  needs: ['route'],
  synchronous: false,
  templates: ({ flagId, note }) => templatesOf({ flagId, note }),
  plan: (context, { severity, status, note, ...selection }) =>
    changeFlags(context, selection, {
      severity: severity ?? null,
      status: status ?? null,
      note: note === undefined ? null : context.text(note),
    }),
});
