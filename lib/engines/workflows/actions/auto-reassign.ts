import * as z from 'zod';
import { defineAction } from './define-action.ts';
import { templatesOf, templateText } from './shared/config-parts.ts';
import { effectOn } from './shared/outcomes.ts';
import { reasonOnly } from './shared/payload-parts.ts';

/** Takes the task from its provider and offers it to the next one (specification 4.6.6). */
export const autoReassign = defineAction({
  key: 'auto_reassign',
  title: 'Reassign automatically',
  config: z.strictObject({ reason: templateText(500).optional() }),
  payload: reasonOnly,
  effect: 'change',
  needs: ['task'],
  synchronous: false,
  templates: ({ reason }) => templatesOf({ reason }),
  plan: (context, { reason }) =>
    effectOn(context, 'task', { reason: reason === undefined ? null : context.text(reason) }),
});
