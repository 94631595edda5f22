import { conflict, validationErrors } from './common-refusals.ts';
import type { Refusal } from './refusal.ts';

/** Refuses ids of `field` that do not exist and names each of them (decision C68); undefined when there are none. */
export function refuseUnknownIds(field: string, unknownIds: readonly string[]): Refusal | undefined {
  if (unknownIds.length === 0) return undefined;
  const why = `Unknown in this organization: ${unknownIds.join(', ')}.`;
  return validationErrors(`The request is not valid: ${field}: ${why}`, {
    unknownIds,
    fields: { [field]: why },
  });
}

/** A user of something: `{ type: 'user', id: 'usr_...' }`. */
export interface Referrer {
  readonly type: string;
  readonly id: string;
}

/** Maximum number of users that a refusal names. */
const MOST_NAMED = 20;

/** The users that a refusal names, as its details and as words: `shop shp_1, user usr_2`. */
export function namedUsers(found: readonly Referrer[]): {
  readonly usedBy: readonly Referrer[];
  readonly named: string;
} {
  const usedBy = found.slice(0, MOST_NAMED);
  return { usedBy, named: usedBy.map(({ type, id }) => `${type} ${id}`).join(', ') };
}

/** Refuses to delete something that others refer to, and names them (decision C68). */
export function stillInUse(message: string, usedBy: readonly Referrer[]): Refusal {
  return conflict(message, { usedBy });
}
