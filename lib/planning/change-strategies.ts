import { toInstant } from '../core/clock.ts';
import type { Refusal } from '../core/refusal.ts';
import { findGroups } from '../fleet/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { create, replace, type Stored } from '../table/index.ts';
import {
  DEFAULT_SETTINGS,
  type OptimizationSettings,
  type OptimizationStrategy,
  optimizationStrategyEntity,
} from './optimization-strategy.ts';
import { optimizationContention, optimizationInvalid, optimizationStrategyNotFound } from './refusals.ts';

type Deps = Pick<CoreDeps, 'table' | 'clock'>;
type Owner = { readonly organizationId: string; readonly driverGroupIds: readonly string[] | null };

/** Most strategies of an organization: all of them are one list. */
const MAX_STRATEGIES = 200;

/** Creates a strategy. `id` is the same when the request is repeated. */
export async function createOptimizationStrategy(
  deps: Deps,
  owner: Owner,
  id: string,
  input: { readonly label: string; readonly settings: Partial<OptimizationSettings> },
): Promise<Stored<OptimizationStrategy> | Refusal> {
  const settings = { ...DEFAULT_SETTINGS, ...input.settings };
  const refused = await refuseGroups(deps, owner, settings);
  if (refused) return refused;
  const { organizationId } = owner;
  const at = toInstant(deps.clock.now());
  const value = {
    organizationId,
    id,
    label: input.label,
    isDeleted: false,
    createdAt: at,
    updatedAt: at,
    settings,
  };
  const written = await deps.table.write([create(optimizationStrategyEntity, value)]);
  return written.ok ? { value, version: 1 } : readOptimizationStrategy(deps, organizationId, id);
}

/** The strategy, also a deleted one; NOT_FOUND. */
export async function readOptimizationStrategy(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  id: string,
): Promise<Stored<OptimizationStrategy> | Refusal> {
  const stored = await table.get(optimizationStrategyEntity, { organizationId, id });
  return stored ?? optimizationStrategyNotFound(`There is no optimization strategy "${id}".`, { id });
}

/** Every strategy, newest first, deleted ones too (contract-facts 7.2). */
export async function listOptimizationStrategies(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
): Promise<readonly Stored<OptimizationStrategy>[]> {
  const rows = await table.list(optimizationStrategyEntity, {
    organizationId,
    shards: 1,
    direction: 'DESC',
    limit: MAX_STRATEGIES,
  });
  const found = await table.getMany(
    optimizationStrategyEntity,
    rows.map(({ id }) => ({ organizationId, id })),
  );
  return found.filter((stored) => stored !== undefined);
}

/** Changes what is sent, or deletes the strategy, which keeps it readable. */
export async function changeOptimizationStrategy(
  deps: Deps,
  owner: Owner,
  id: string,
  change: {
    readonly label?: string | undefined;
    readonly settings?: Partial<OptimizationSettings>;
    readonly isDeleted?: true;
  },
  expectedVersion: number | undefined,
): Promise<Stored<OptimizationStrategy> | Refusal> {
  const stored = await readOptimizationStrategy(deps, owner.organizationId, id);
  if (!('value' in stored)) return stored;
  if (expectedVersion !== undefined && expectedVersion !== stored.version) {
    return optimizationContention(
      `Strategy ${id} is at version ${stored.version}, not ${expectedVersion}. Read it and decide again.`,
      { version: stored.version },
    );
  }
  if (stored.value.isDeleted && !change.isDeleted)
    return optimizationStrategyNotFound(`Optimization strategy "${id}" is deleted.`, { id });
  const settings = { ...stored.value.settings, ...change.settings };
  const refused = change.settings ? await refuseGroups(deps, owner, settings) : undefined;
  if (refused) return refused;
  const value = {
    ...stored.value,
    label: change.label ?? stored.value.label,
    isDeleted: change.isDeleted ?? stored.value.isDeleted,
    settings,
    updatedAt: toInstant(deps.clock.now()),
  };
  const written = await deps.table.write([replace(optimizationStrategyEntity, stored, value)]);
  return written.ok
    ? { value, version: stored.version + 1 }
    : optimizationContention(`Strategy ${id} was being changed by others; send the request again.`, { id });
}

/** Driver groups that a strategy names have to exist (decision C68). */
async function refuseGroups(
  { table }: Deps,
  owner: Owner,
  settings: OptimizationSettings,
): Promise<Refusal | undefined> {
  const ids = [
    ...settings.contractIds,
    ...(settings.shiftContractId === null ? [] : [settings.shiftContractId]),
    ...settings.contractOptimizationOverrideParameters.map(({ contractId }) => contractId),
  ];
  const found = await findGroups(table, owner, ids);
  const unknownIds = ids.filter((_, index) => !found[index]);
  if (unknownIds.length === 0) return undefined;
  return optimizationInvalid(
    `There is no driver group ${unknownIds.join(', ')}. Send ids of driver groups.`,
    {
      unknownIds,
    },
  );
}
