import * as z from 'zod';
import { cutText } from '../../../platform/core/cut-text.ts';
import { isForbiddenName, own } from '../json.ts';
import { limits } from '../limits.ts';
import { type ActionContext, defineAction, type Outcome } from './define-action.ts';
import { requiredTemplate, templatesOf } from './shared/config-parts.ts';
import { entityOf, failed } from './shared/outcomes.ts';
import { text } from './shared/payload-parts.ts';

/** Keys of `validationErrors` that no workflow may write (decision 47). */
const RESERVED_KEYS: readonly string[] = [
  'workflowValidation',
  'externalId',
  'id',
  'status',
  'validationErrors',
  'organizationId',
];

const config = z.strictObject({
  field: z
    .string()
    .max(limits.validationErrorKey)
    .regex(/^[a-z][A-Za-z0-9]*$/, 'must be a camelCase key')
    .refine((key) => !RESERVED_KEYS.includes(key) && !isForbiddenName(key), 'is a reserved key')
    .describe('The name of an order field highlights that field'),
  message: requiredTemplate(limits.validationErrorMessage),
});

const payload = z.strictObject({ field: text, message: text });

/**
 * Marks the order invalid: the message is stored in its `validationErrors` under `field` (specification 4.6.10). Only a
 * workflow on `order.validating` runs again at the next update, so only there can the mark ever clear.
 */
export const addValidationError = defineAction({
  key: 'add_validation_error',
  title: 'Mark the order invalid',
  config,
  payload,
  effect: 'change',
  needs: ['order'],
  only: ['order.validating'],
  synchronous: true,
  variableRoots: ['order'],
  templates: ({ message }) => templatesOf({ message }),
  plan,
});

function plan(context: ActionContext, settings: z.infer<typeof config>): Outcome<z.infer<typeof payload>> {
  const found = entityOf(context, 'order');
  if ('kind' in found) return found;
  const message = cutText(context.text(settings.message).trim(), limits.validationErrorMessage);
  if (message === '') return failed('The message is empty after its variables were filled in.');
  const present = own(found.entity, 'validationErrors');
  const errors = typeof present === 'object' && present !== null && !Array.isArray(present) ? present : {};
  return {
    kind: 'effect',
    target: found.target,
    payload: { field: settings.field, message },
    patch: { order: { validationErrors: { ...errors, [settings.field]: message } } },
  };
}
