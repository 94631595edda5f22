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

/** Refuses to delete something that others refer to, and names them (decision C68). */
export function stillInUse(message: string, usedBy: readonly Referrer[]): Refusal {
  return conflict(message, { usedBy });
}
