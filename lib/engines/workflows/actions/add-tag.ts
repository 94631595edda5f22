import * as z from 'zod';
import { own } from '../json.ts';
import { type ActionContext, defineAction, type Outcome } from './define-action.ts';
import { requiredTemplate, templatesOf } from './shared/config-parts.ts';
import { entityOf, failed, nothing } from './shared/outcomes.ts';
import { text } from './shared/payload-parts.ts';

/** Characters of a tag. */
const MAX_TAG = 128;

const config = z.strictObject({ tag: requiredTemplate(MAX_TAG) });

const payload = z.strictObject({ add: z.array(text) });

/** Adds a tag to the order unless the order already has it (specification 4.6.6). */
export const addTag = defineAction({
  key: 'add_tag',
  title: 'Add a tag',
  config,
  payload,
  effect: 'change',
  needs: ['order'],
  synchronous: true,
  templates: ({ tag }) => templatesOf({ tag }),
  plan,
});

function plan(context: ActionContext, settings: z.infer<typeof config>): Outcome<z.infer<typeof payload>> {
  const found = entityOf(context, 'order');
  if ('kind' in found) return found;
  const tag = context.text(settings.tag).trim();
  if (tag === '') return failed('The tag is empty after its variables were filled in.');
  if (tag.length > MAX_TAG) return failed(`A tag may have at most ${MAX_TAG} characters.`);
  const present = own(found.entity, 'tags');
  const tags = Array.isArray(present) ? present : [];
  if (tags.includes(tag)) return nothing(`The order already has the tag "${tag}".`);
  return {
    kind: 'effect',
    target: found.target,
    payload: { add: [tag] },
    patch: { order: { tags: [...tags, tag] } },
  };
}
