import type { Effect, JsonObject } from '../../../engines/workflows/index.ts';
import {
  type ExceptionChange,
  exceptionType,
  type Person,
  planException,
  planExceptionChange,
  severity,
} from '../../../fleet/execute/index.ts';
import { loadRoute } from '../../../fleet/routes/index.ts';
import { allUsers, nameOf } from '../../../people/tenancy/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Operation } from '../../../platform/table/index.ts';
import type { RunDeps } from '../runs/run-deps.ts';
import { done, failedEffect, type PlannedEffect } from './planned-effect.ts';

/** On whose behalf a flag is raised or changed. */
interface FlagOwner {
  readonly organizationId: string;
  readonly workflowId: string;
  readonly workflowName: string;
}

type Route = NonNullable<Awaited<ReturnType<typeof loadRoute>>>['route'];

/** A flag of a route is an exception of it, raised by the workflow. */
export function raiseRouteFlag(deps: RunDeps, effect: Effect, owner: FlagOwner): Promise<PlannedEffect> {
  const { flagId, type, severity: rated, note } = effect.payload;
  return onRoute(deps, effect, owner, (route) =>
    planException(deps, route, {
      id: String(flagId),
      type: exceptionType.parse(type),
      source: 'workflow',
      raisedBy: personOf(owner),
      severity: rated === 'Auto' ? undefined : severity.parse(rated),
      note: textOf(note),
    }),
  );
}

const STATUSES: Readonly<Record<string, ExceptionChange['status']>> = {
  'Needs Triage': 'needs_triage',
  Acknowledged: 'acknowledged',
};

/** Changes severity, status or note of open flags. */
export function updateRouteFlag(deps: RunDeps, effect: Effect, owner: FlagOwner): Promise<PlannedEffect> {
  const { severity: rated, status, note } = effect.payload;
  return changeFlags(deps, effect, owner, {
    severity: rated === null ? undefined : rated === 'Auto' ? 'auto' : severity.parse(rated),
    status: STATUSES[String(status)],
    note: textOf(note),
  });
}

/** Resolves open flags. */
export function resolveRouteFlag(deps: RunDeps, effect: Effect, owner: FlagOwner): Promise<PlannedEffect> {
  return changeFlags(deps, effect, owner, { status: 'resolved', note: textOf(effect.payload.note) });
}

/** Assigns open flags to a user, or to nobody. */
export async function assignRouteFlag(
  deps: RunDeps,
  effect: Effect,
  owner: FlagOwner,
): Promise<PlannedEffect> {
  const { userId } = effect.payload;
  if (userId === null) return changeFlags(deps, effect, owner, { assignee: null });
  const user = (await allUsers(deps, owner.organizationId)).find(({ id }) => id === userId);
  if (!user) return failedEffect(`There is no user "${userId}".`);
  return changeFlags(deps, effect, owner, { assignee: { id: user.id, name: nameOf(user) } });
}

function changeFlags(deps: RunDeps, effect: Effect, owner: FlagOwner, change: ExceptionChange) {
  const { flagId, type } = effect.payload as JsonObject;
  const meant = { id: textOf(flagId) ?? null, type: textOf(type) ?? null };
  return onRoute(deps, effect, owner, (route) =>
    planExceptionChange(deps, route, meant, change, personOf(owner)),
  );
}

async function onRoute(
  { table }: RunDeps,
  { target }: Effect,
  { organizationId }: FlagOwner,
  plan: (route: Route) => Promise<readonly Operation[] | Refusal>,
): Promise<PlannedEffect> {
  const id = target?.id ?? '';
  const found = await loadRoute(table, { organizationId, id });
  if (!found) return failedEffect(`There is no route "${id}".`);
  const operations = await plan(found.route);
  return isRefusal(operations) ? failedEffect(operations.message) : done(operations);
}

function personOf({ workflowId: id, workflowName: name }: FlagOwner): Person {
  return { id, name };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
