import type { RestrictedThere } from '../../../places/zones/index.ts';
import { show } from '../rules/define-rule.ts';
import type { Draft } from './draft.ts';

/** Orders with tags or requirements that the zone restrictions at the dropoff exclude are not delivered there. */
export async function checkRestrictedTags(
  draft: Draft,
  restrictedThere: () => Promise<RestrictedThere>,
): Promise<void> {
  for (const field of ['tags', 'requirements'] as const) {
    const named = draft.fields[field] ?? [];
    if (named.length === 0) continue;
    const { tags } = await restrictedThere();
    const restricted = named.find((name) => tags.has(name));
    if (restricted === undefined) continue;
    draft.report(
      field,
      'tags-are-delivered-there',
      `${field} ${show(restricted)} is not delivered there because of the zone restriction "${tags.get(restricted)}"; send another dropoff or leave it out.`,
    );
  }
}
