import { conflict, validationErrors } from './common-refusals.ts';
import type { Refusal } from './refusal.ts';

/** Refuses ids of `field` that do not exist, each named (decision C68); undefined when there is none. */
export function refuseUnknownIds(field: string, unknownIds: readonly string[]): Refusal | undefined {
  if (unknownIds.length === 0) return undefined;
  const why = `There is no ${unknownIds.join(', ')} in this organization.`;
  return validationErrors(`The request is not valid: ${field}: ${why}`, {
    unknownIds,
    fields: { [field]: why },
  });
}

/** What refers to something: `{ type: 'user', id: 'usr_...' }`, or how many do. */
export type Referrer =
  | { readonly type: string; readonly id: string }
  | { readonly type: string; readonly count: number };

/** Refuses to delete what others refer to, with the referrers (decision C68). */
export function stillInUse(message: string, usedBy: readonly Referrer[]): Refusal {
  return conflict(message, { usedBy });
}
