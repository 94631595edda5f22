import type { Person } from '../../../lib/fleet/execute/index.ts';
import type { RoutePlanner } from '../../../lib/fleet/routes/index.ts';
import { findUser, nameOf } from '../../../lib/people/tenancy/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';
import type { Context } from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';

/** Who changes routes, with the organization's preferences. */
export async function plannerOf(ctx: Context): Promise<RoutePlanner> {
  return { ...ctx.caller, preferences: await preferencesOf(ctx) };
}

/** The caller, in the form in which exceptions name people. */
export function personOf({ caller: { actor } }: Context): Person {
  return { id: actor.id, name: actor.name };
}

/** The user with the id `assigneeId`; null stays nobody, undefined stays unset. */
export async function assigneeOf(
  ctx: Context,
  assigneeId: string | null | undefined,
): Promise<Person | null | undefined | Refusal> {
  if (!assigneeId) return assigneeId === undefined ? undefined : null;
  const found = await findUser(ctx, ctx.caller, assigneeId);
  if (isRefusal(found)) {
    const why = `There is no ${assigneeId} in this organization.`;
    return validationErrors(`assigneeId: ${why} GET /v1/organization-management/users lists its users.`, {
      unknownIds: [assigneeId],
      fields: { assigneeId: why },
    });
  }
  return { id: found.value.id, name: nameOf(found.value) };
}
