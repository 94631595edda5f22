import * as z from 'zod';
import { defineAction } from './define-action.ts';
import { templatesOf, templateText } from './shared/config-parts.ts';
import { effectOn } from './shared/outcomes.ts';
import { textOrNull } from './shared/payload-parts.ts';

/** Puts the delivery or its task into the queue of flagged deliveries (specification 4.6.6). */
export const flagDelivery = defineAction({
  key: 'flag_delivery',
  title: 'Flag a task or delivery',
  config: z.strictObject({
    target: z.enum(['delivery', 'task']).default('delivery'),
    message: templateText(500).optional(),
    autoResolve: z.boolean().default(false).describe('Clears the flag when the delivery recovers'),
  }),
  payload: z.strictObject({ message: textOrNull, autoResolve: z.boolean() }),
  effect: 'change',
  needs: ['delivery'],
  synchronous: false,
  templates: ({ message }) => templatesOf({ message }),
  plan: (context, { target, message, autoResolve }) =>
    effectOn(context, target, { message: message === undefined ? null : context.text(message), autoResolve }),
});
