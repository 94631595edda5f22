import * as z from 'zod';
import { isJsonObject, type Json, own } from '../json.ts';
import { type ActionContext, defineAction, type Outcome } from './define-action.ts';
import { templatesOf, templateText } from './shared/config-parts.ts';
import { entityOf, failed, nothing } from './shared/outcomes.ts';
import { text } from './shared/payload-parts.ts';

/** Metadata keys that no workflow may write, besides those beginning with `nash` (decision 46). */
const REFUSED_KEYS: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'externalId',
  'organizationId',
];

/** Characters of a metadata key and of a text value. */
const MAX_KEY = 128;
const MAX_VALUE = 2_000;

const config = z.strictObject({
  key: z
    .string()
    .min(1)
    .max(MAX_KEY)
    .refine(
      (key) => key.trim() === key && !/[{}*?[\]]/.test(key),
      'must be exact: no variables, wildcards or surrounding spaces',
    )
    .refine((key) => !/^nash/i.test(key) && !REFUSED_KEYS.includes(key), 'is a refused key'),
  value: z.union([templateText(MAX_VALUE), z.number(), z.boolean(), z.null()]),
});

const payload = z.strictObject({
  key: text,
  value: z.union([text, z.number(), z.boolean(), z.null()]),
});

/**
 * Writes one key of the order's metadata while the order is being created; the other keys stay (specification
 * 4.6.12). A value that is one whole variable keeps the variable's type.
 */
export const modifyOrderMetadata = defineAction({
  key: 'modify_order_metadata',
  title: 'Update order metadata',
  config,
  payload,
  effect: 'change',
  needs: ['order'],
  only: ['order.creating'],
  synchronous: true,
  templates: ({ value }) => templatesOf({ value }),
  plan,
});

function plan(context: ActionContext, settings: z.infer<typeof config>): Outcome<z.infer<typeof payload>> {
  const found = entityOf(context, 'order');
  if ('kind' in found) return found;
  const value = context.value(settings.value);
  if (!isScalar(value)) {
    return failed('A metadata value must be text, a number, true, false or null, not a list or an object.');
  }
  if (typeof value === 'string' && value.length > MAX_VALUE) {
    return failed(`The value has ${value.length} characters; the limit is ${MAX_VALUE}.`);
  }
  const present = own(found.entity, 'orderMetadata');
  const metadata = isJsonObject(present) ? present : {};
  if (own(metadata, settings.key) === value) return nothing('The metadata already has this value.');
  return {
    kind: 'effect',
    target: found.target,
    payload: { key: settings.key, value },
    patch: { order: { orderMetadata: { ...metadata, [settings.key]: value } } },
  };
}

function isScalar(value: Json): value is z.infer<typeof payload>['value'] {
  return typeof value !== 'object' || value === null;
}
