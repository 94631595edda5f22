import * as z from 'zod';
import {
  type ActivityAction,
  type FoundActivity,
  plannedActivity,
  readActivity,
} from '../../platform/activities/index.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { SEGMENTS, turnDue } from './part.ts';
import { type Person, personSchema } from './person.ts';

/** The two activities over what is kept about a person. */
export const PERSONAL_DATA_ACTIONS = Object.freeze({
  erase: 'act_erase_person',
  export: 'act_export_person',
} as const satisfies Readonly<Record<string, ActivityAction>>);

export const requestSchema = z.object({ person: personSchema });

/** Starts an erasure or an export of everything about a person. */
export async function startPersonalData(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'ids'>,
  { organizationId, keyId }: { readonly organizationId: string; readonly keyId: string },
  what: keyof typeof PERSONAL_DATA_ACTIONS,
  person: Person,
): Promise<FoundActivity | Refusal> {
  const id = deps.ids.next('act');
  const owner = { organizationId, createdBy: keyId, storeLocationIds: null, driverGroupIds: null };
  const nowMs = deps.clock.now();
  const action = PERSONAL_DATA_ACTIONS[what];
  const planned = plannedActivity(owner, { id, action, request: { person } }, nowMs);
  const due = Array.from({ length: SEGMENTS }, (_, segment) =>
    turnDue(organizationId, { activityId: id, phase: 'find', segment, turn: 0 }, nowMs),
  );
  if ((await deps.table.write([...planned.operations, ...due])).ok)
    return { stored: planned.next, result: null };
  // A repeated request finds what its first attempt created.
  return readActivity(deps.table, owner, id);
}
