import * as z from 'zod';
import { defineAction } from './define-action.ts';
import { templatesOf, templateText } from './shared/config-parts.ts';
import { effectOn } from './shared/outcomes.ts';
import { reasonOnly } from './shared/payload-parts.ts';

/** Cancels the order (specification 4.6.6). Later nodes of the run see it as canceled. */
export const cancelOrder = defineAction({
  key: 'cancel_order',
  title: 'Cancel the order',
  config: z.strictObject({ reason: templateText(500).optional() }),
  payload: reasonOnly,
  effect: 'change',
  needs: ['order'],
  synchronous: false,
  templates: ({ reason }) => templatesOf({ reason }),
  plan: (context, { reason }) =>
    effectOn(
      context,
      'order',
      { reason: reason === undefined ? null : context.text(reason) },
      { status: 'canceled' },
    ),
});
