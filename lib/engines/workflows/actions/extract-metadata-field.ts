import * as z from 'zod';
import { own, readPath } from '../json.ts';
import { limits } from '../limits.ts';
import { parseTemplate } from '../variables/parse-template.ts';
import { type ActionContext, defineAction, type Outcome } from './define-action.ts';

const METADATA = { order: 'orderMetadata', package: 'packageMetadata', job: 'jobMetadata' } as const;

const config = z.strictObject({
  entity: z.enum(['order', 'package', 'job']).default('order'),
  path: z
    .string()
    .min(1)
    .max(limits.path)
    .refine((path) => !('errors' in parseTemplate(`{{${path}}}`)), 'must be keys separated by dots')
    .describe('Keys below the metadata, separated by dots'),
});

/**
 * Publishes one value of the metadata with its type: `__value`, and `__found` for whether the key is there
 * (specification 4.6.6).
 */
export const extractMetadataField = defineAction({
  key: 'extract_metadata_field',
  title: 'Extract a metadata field',
  config,
  effect: 'none',
  needs: [],
  synchronous: true,
  outputs: { value: 'json', found: 'boolean' },
  plan,
});

function plan(context: ActionContext, settings: z.infer<typeof config>): Outcome<never> {
  const entity = context.entities[settings.entity];
  const keys = settings.path.split('.');
  const last = keys.pop() ?? '';
  // The last key is read separately: below a null, `readPath` returns that null instead of reporting a missing key.
  const value = own(readPath(entity, [METADATA[settings.entity], ...keys]), last);
  return { kind: 'nothing', outputs: { value: value ?? null, found: value !== undefined } };
}
