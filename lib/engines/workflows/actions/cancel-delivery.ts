import * as z from 'zod';
import { defineAction } from './define-action.ts';
import { templatesOf, templateText } from './shared/config-parts.ts';
import { effectOn } from './shared/outcomes.ts';
import { reasonOnly } from './shared/payload-parts.ts';

/** Cancels the delivery with its provider (specification 4.6.6). */
export const cancelDelivery = defineAction({
  key: 'cancel_delivery',
  title: 'Cancel the delivery',
  config: z.strictObject({ reason: templateText(500).optional() }),
  payload: reasonOnly,
  effect: 'change',
  needs: ['delivery'],
  synchronous: false,
  templates: ({ reason }) => templatesOf({ reason }),
  plan: (context, { reason }) =>
    effectOn(context, 'delivery', { reason: reason === undefined ? null : context.text(reason) }),
});
