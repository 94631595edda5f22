import type { Effect } from '../../../engines/workflows/index.ts';
import {
  type ExceptionChange,
  type Person,
  planException,
  planExceptionChange,
} from '../../../fleet/execute/index.ts';
import { loadRoute } from '../../../fleet/routes/index.ts';
import { allUsers, nameOf } from '../../../people/tenancy/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Operation } from '../../../platform/table/index.ts';
import type { RunDeps } from '../runs/run-deps.ts';
import type { EffectOf, EffectOwner } from './define-carry-out.ts';
import { done, failedEffect, type PlannedEffect } from './planned-effect.ts';

type FlagChange = 'update_route_flag' | 'resolve_route_flag' | 'assign_route_flag';

type Route = NonNullable<Awaited<ReturnType<typeof loadRoute>>>['route'];

/** A flag of a route is an exception of it, raised by the workflow. */
export function raiseRouteFlag(
  deps: RunDeps,
  effect: EffectOf<'raise_route_flag'>,
  owner: EffectOwner,
): Promise<PlannedEffect> {
  const { flagId, type, severity: rated, note } = effect.payload;
  return onRoute(deps, effect, owner, (route) =>
    planException(deps, route, {
      id: flagId,
      type,
      source: 'workflow',
      raisedBy: personOf(owner),
      severity: rated === 'Auto' ? undefined : rated,
      note: note || undefined,
    }),
  );
}

const STATUSES = { 'Needs Triage': 'needs_triage', Acknowledged: 'acknowledged' } as const;

/** Changes severity, status or note of open flags. */
export function updateRouteFlag(
  deps: RunDeps,
  effect: EffectOf<'update_route_flag'>,
  owner: EffectOwner,
): Promise<PlannedEffect> {
  const { severity: rated, status, note } = effect.payload;
  return changeFlags(deps, effect, owner, {
    severity: rated === null ? undefined : rated === 'Auto' ? 'auto' : rated,
    status: status === null ? undefined : STATUSES[status],
    note: note || undefined,
  });
}

/** Resolves open flags. */
export function resolveRouteFlag(
  deps: RunDeps,
  effect: EffectOf<'resolve_route_flag'>,
  owner: EffectOwner,
): Promise<PlannedEffect> {
  return changeFlags(deps, effect, owner, { status: 'resolved', note: effect.payload.note || undefined });
}

/** Assigns open flags to a user, or to nobody. */
export async function assignRouteFlag(
  deps: RunDeps,
  effect: EffectOf<'assign_route_flag'>,
  owner: EffectOwner,
): Promise<PlannedEffect> {
  const { userId } = effect.payload;
  if (userId === null) return changeFlags(deps, effect, owner, { assignee: null });
  const user = (await allUsers(deps, owner.organizationId)).find(({ id }) => id === userId);
  if (!user) return failedEffect(`There is no user "${userId}".`);
  return changeFlags(deps, effect, owner, { assignee: { id: user.id, name: nameOf(user) } });
}

/** The changed flags: those that its content selects. */
function changeFlags(
  deps: RunDeps,
  effect: EffectOf<FlagChange>,
  owner: EffectOwner,
  change: ExceptionChange,
): Promise<PlannedEffect> {
  const meant = { id: effect.payload.flagId, type: effect.payload.type };
  return onRoute(deps, effect, owner, (route) =>
    planExceptionChange(deps, route, meant, change, personOf(owner)),
  );
}

async function onRoute(
  { table }: RunDeps,
  { target }: Pick<Effect, 'target'>,
  { organizationId }: EffectOwner,
  plan: (route: Route) => Promise<readonly Operation[] | Refusal>,
): Promise<PlannedEffect> {
  const id = target?.id ?? '';
  const found = await loadRoute(table, { organizationId, id });
  if (!found) return failedEffect(`There is no route "${id}".`);
  const operations = await plan(found.route);
  return isRefusal(operations) ? failedEffect(operations.message) : done(operations);
}

function personOf({ workflowId: id, workflowName: name }: EffectOwner): Person {
  return { id, name };
}
