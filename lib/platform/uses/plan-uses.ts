import type { Refusal } from '../core/refusal.ts';
import { type Operation, save, type Table } from '../table/index.ts';
import { inUse } from './refusals.ts';
import { type Used, type User, useEntity } from './use.ts';

/** Maximum number of references of one object: with those that it drops they fit into one transaction. */
export const MAX_USES = 40;

/**
 * The writes that record the current references of `user` after those in `before`: one for each reference
 * that is new, renamed or dropped. Put them into the transaction that changes the user.
 */
export async function planUses(
  table: Table,
  organizationId: string,
  user: User,
  { before, after, renamed }: { before: readonly Used[]; after: readonly Used[]; renamed: boolean },
): Promise<readonly Operation[]> {
  const isIn = (list: readonly Used[], one: Used) =>
    list.some(({ kind, id }) => kind === one.kind && id === one.id);
  const given = before.filter((one) => !isIn(after, one));
  const kept = after.filter((one) => renamed || !isIn(before, one));
  return Promise.all(
    [...given, ...kept].map(async ({ kind, id }) => {
      const key = { organizationId, kind, id };
      const stored = await table.get(useEntity, key);
      const others = (stored?.value.users ?? []).filter((other) => other.id !== user.id);
      const users = isIn(after, { kind, id }) ? [...others, user] : others;
      return save(useEntity, stored, { ...key, users, isGone: false });
    }),
  );
}

/** Maximum number of names that a refusal lists; further ones are counted. */
const NAMED = 10;

/** Something whose users are asked for, as messages name it. */
interface Named extends Used {
  readonly noun: string;
}

/**
 * The write that allows deleting something, or why it cannot be deleted: something refers to it (decision
 * C68). Put it into the transaction that deletes.
 */
export function planRelease(table: Table, organizationId: string, used: Named): Promise<Operation | Refusal> {
  return planWithout(table, organizationId, used, { isGone: true });
}

/**
 * The write that allows a change which users of this type could not bear, or why it cannot be made. Put it into the
 * transaction of the change: of the change and a new reference at once, one is too late and decides again.
 */
export function planUnused(
  table: Table,
  organizationId: string,
  used: Named,
  byType: string,
): Promise<Operation | Refusal> {
  return planWithout(table, organizationId, used, { byType, isGone: false });
}

async function planWithout(
  table: Table,
  organizationId: string,
  { kind, id, noun }: Named,
  { byType, isGone }: { readonly byType?: string; readonly isGone: boolean },
): Promise<Operation | Refusal> {
  const key = { organizationId, kind, id };
  const stored = await table.get(useEntity, key);
  const all = stored?.value.users ?? [];
  const users = all.filter(({ type }) => byType === undefined || type === byType);
  if (users.length === 0) return save(useEntity, stored, { ...key, users: all, isGone });
  const named = users.slice(0, NAMED).map(({ type, name }) => `the ${type} "${name}"`);
  const more = users.length > NAMED ? ` and ${users.length - NAMED} more` : '';
  return inUse(`The ${noun} "${id}" is used by ${named.join(', ')}${more}. Change these first.`, {
    id,
    usedBy: users,
  });
}
