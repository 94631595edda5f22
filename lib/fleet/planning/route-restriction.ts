import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import { lostRace } from '../../platform/core/commit.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, defineEntity, remove, replace, type Stored } from '../../platform/table/index.ts';
import { listOptimizationStrategies } from './change-strategies.ts';
import { routeRestrictionInUse, routeRestrictionNotFound } from './refusals.ts';

const restrictionSchema = z.object({
  organizationId: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Polygons of rings of `[longitude, latitude]`, the outer ring first. */
  polygons: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Areas that routes avoid (contract-facts 7.1). */
export type RouteRestriction = z.infer<typeof restrictionSchema>;

export const routeRestrictionEntity = defineEntity<
  RouteRestriction,
  Pick<RouteRestriction, 'organizationId' | 'id'>
>({
  name: 'routeRestriction',
  schema: restrictionSchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'route-restriction', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'routeRestrictionsByCreation',
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: ({ id }) => ({ id }),
  },
});

type Deps = Pick<CoreDeps, 'table' | 'clock'>;

/** The caller's data of a restriction. */
export type RestrictionInput = Pick<RouteRestriction, 'name' | 'description' | 'polygons' | 'metadata'>;

/** Creates a restriction; `id` is the same when the request is repeated. */
export async function createRouteRestriction(
  { table, clock }: Deps,
  organizationId: string,
  id: string,
  input: RestrictionInput,
): Promise<Stored<RouteRestriction> | Refusal> {
  const at = toInstant(clock.now());
  const value = { organizationId, id, ...input, createdAt: at, updatedAt: at };
  const written = await table.write([create(routeRestrictionEntity, value)]);
  return written.ok ? { value, version: 1 } : readRouteRestriction({ table }, organizationId, id);
}

export async function readRouteRestriction(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  id: string,
): Promise<Stored<RouteRestriction> | Refusal> {
  const stored = await table.get(routeRestrictionEntity, { organizationId, id });
  return stored ?? routeRestrictionNotFound(`There is no route restriction "${id}".`, { id });
}

/** Maximum number of restrictions of a list. */
const MAX_LISTED = 500;

/** Every restriction, newest first. */
export async function listRouteRestrictions(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
): Promise<readonly Stored<RouteRestriction>[]> {
  const rows = await table.list(routeRestrictionEntity, {
    organizationId,
    shards: 1,
    direction: 'DESC',
    limit: MAX_LISTED,
  });
  return findRouteRestrictions(
    { table },
    organizationId,
    rows.map(({ id }) => id),
  );
}

/** Restrictions by id; deleted ones are left out. */
export async function findRouteRestrictions(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly Stored<RouteRestriction>[]> {
  const found = await table.getMany(
    routeRestrictionEntity,
    ids.map((id) => ({ organizationId, id })),
  );
  return found.filter((stored) => stored !== undefined);
}

/** Changes the fields that are sent. */
export async function updateRouteRestriction(
  deps: Deps,
  organizationId: string,
  id: string,
  change: Partial<RestrictionInput>,
): Promise<Stored<RouteRestriction> | Refusal> {
  const stored = await readRouteRestriction(deps, organizationId, id);
  if (!('value' in stored)) return stored;
  const value = { ...stored.value, ...change, updatedAt: toInstant(deps.clock.now()) };
  const written = await deps.table.write([replace(routeRestrictionEntity, stored, value)]);
  return written.ok ? { value, version: stored.version + 1 } : lostRace({ what: 'route restriction', id });
}

/** Deletes a restriction that no strategy uses (decision C68). */
export async function deleteRouteRestriction(
  deps: Deps,
  organizationId: string,
  id: string,
): Promise<Stored<RouteRestriction> | Refusal> {
  const stored = await readRouteRestriction(deps, organizationId, id);
  if (!('value' in stored)) return stored;
  const usedBy = await strategiesWith(deps, organizationId, id);
  if (usedBy.length > 0) {
    return routeRestrictionInUse(
      `Route restriction ${id} is used by the optimization strategies ${usedBy.join(', ')}. Remove it from them first.`,
      { usedBy },
    );
  }
  const written = await deps.table.write([remove(routeRestrictionEntity, stored)]);
  return written.ok ? stored : lostRace({ what: 'route restriction', id });
}

/** Ids of the strategies that use a restriction. */
export async function strategiesWith(
  deps: Pick<CoreDeps, 'table'>,
  organizationId: string,
  restrictionId: string,
): Promise<readonly string[]> {
  const strategies = await listOptimizationStrategies(deps, organizationId);
  return strategies.flatMap(({ value }) =>
    !value.isDeleted && value.settings.routeRestrictionIds.includes(restrictionId) ? [value.id] : [],
  );
}
