import * as z from 'zod';
import { PACKAGE_REQUIREMENTS } from '../../vocabulary/index.ts';
import { own } from '../json.ts';
import { type ActionContext, defineAction, type Outcome } from './define-action.ts';
import { entityOf, nothing } from './shared/outcomes.ts';
import { text } from './shared/payload-parts.ts';

const config = z.strictObject({
  requirements: z
    .array(
      z.union(
        [
          z.enum(PACKAGE_REQUIREMENTS),
          z
            .string()
            .max(128)
            .regex(/^(?:custom|preferred):.+$/, { abort: true }),
        ],
        `is neither one of ${PACKAGE_REQUIREMENTS.join(', ')} nor a text that starts with custom: or preferred:`,
      ),
    )
    .min(1)
    .max(50),
});

const payload = z.strictObject({ add: z.array(text) });

/** Adds delivery requirements to the order, without duplicates (specification 4.6.6). */
export const addRequirements = defineAction({
  key: 'add_requirements',
  title: 'Add requirements',
  config,
  payload,
  effect: 'change',
  needs: ['order'],
  synchronous: true,
  plan,
});

function plan(context: ActionContext, settings: z.infer<typeof config>): Outcome<z.infer<typeof payload>> {
  const found = entityOf(context, 'order');
  if ('kind' in found) return found;
  const present = own(found.entity, 'requirements');
  const requirements = Array.isArray(present) ? present : [];
  const added = [...new Set(settings.requirements)].filter((item) => !requirements.includes(item));
  if (added.length === 0) return nothing('The order already has these requirements.');
  return {
    kind: 'effect',
    target: found.target,
    payload: { add: added },
    patch: { order: { requirements: [...requirements, ...added] } },
  };
}
