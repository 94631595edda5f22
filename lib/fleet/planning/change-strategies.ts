import { cronProblem } from '../../engines/workflows/index.ts';
import { strategyOf } from '../../fulfilment/strategies/index.ts';
import { missingStores } from '../../places/stores/index.ts';
import { zonesInTable } from '../../places/zones/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { lostRace } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import type { Referrer } from '../../platform/core/reference-refusals.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { isTimeZone } from '../../platform/core/zoned-time.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, replace, type Stored } from '../../platform/table/index.ts';
import { planRelease } from '../../platform/uses/index.ts';
import { findGroups } from '../fleet/index.ts';
import {
  DEFAULT_SETTINGS,
  type OptimizationSettings,
  type OptimizationStrategy,
  optimizationStrategyEntity,
  usesAllVehicles,
} from './optimization-strategy.ts';
import { optimizationInvalid, optimizationStrategyNotFound } from './refusals.ts';
import { planSchedules } from './strategy-schedules.ts';

type Deps = Pick<CoreDeps, 'table' | 'clock'>;
type Owner = { readonly organizationId: string; readonly driverGroupIds: readonly string[] | null };

/** Maximum number of strategies of an organization: all of them are one list. */
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
  const written = await deps.table.write([
    create(optimizationStrategyEntity, value),
    ...planSchedules(undefined, value),
  ]);
  return written.ok ? { value, version: 1 } : readOptimizationStrategy(deps, organizationId, id);
}

/** The strategy, even if it is deleted; NOT_FOUND. */
export async function readOptimizationStrategy(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  id: string,
): Promise<Stored<OptimizationStrategy> | Refusal> {
  const stored = await table.get(optimizationStrategyEntity, { organizationId, id });
  return stored ?? optimizationStrategyNotFound(`There is no optimization strategy "${id}".`, { id });
}

/** Every strategy, newest first, including deleted ones (contract-facts 7.2). */
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

/** The strategies whose routes or left-out orders go by a dispatch strategy. */
export async function findOptimizationsBy(
  deps: Pick<CoreDeps, 'table'>,
  organizationId: string,
  dispatchStrategyId: string,
): Promise<readonly Referrer[]> {
  return (await listOptimizationStrategies(deps, organizationId))
    .filter(({ value: { isDeleted, settings } }) => {
      const { unassignedOrdersOptionsGroupId, contractOptimizationOverrideParameters: groups } = settings;
      const isNamed = groups.some((group) => group.dispatchStrategyId === dispatchStrategyId);
      return !isDeleted && (isNamed || unassignedOrdersOptionsGroupId === dispatchStrategyId);
    })
    .map(({ value }) => ({ type: 'optimization_strategy', id: value.id }));
}

/** Changes the fields that are sent, or deletes the strategy, which stays readable. */
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
  const stale = refuseOtherVersion(expectedVersion, stored);
  if (stale) return stale;
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
  const isDeleting = change.isDeleted === true && !stored.value.isDeleted;
  const used = { kind: 'optimization_strategy', id, noun: 'optimization strategy' } as const;
  const release = isDeleting ? await planRelease(deps.table, owner.organizationId, used) : undefined;
  if (release && isRefusal(release)) return release;
  const written = await deps.table.write([
    replace(optimizationStrategyEntity, stored, value),
    ...planSchedules(stored, value),
    ...(release ? [release] : []),
  ]);
  return written.ok
    ? { value, version: stored.version + 1 }
    : lostRace({ what: 'optimization strategy', id });
}

/** One run either uses as many vehicles as possible or as few as pay off, for all of its driver groups. */
export function refuseMixedUse(settings: OptimizationSettings): Refusal | undefined {
  if (usesAllVehicles(settings) !== undefined) return undefined;
  const field = 'contractOptimizationOverrideParameters';
  const message =
    '`useAllVehicles` is true for only some of the driver groups, but a run cannot do both. Send it for all of `contractIds`, or for none.';
  return optimizationInvalid(`${field}: ${message}`, { fields: { [field]: message } });
}

/** Schedules must be valid for the scheduler. */
function refuseSchedules({
  optimizationSchedules,
  pickupTimeFromInMinutes: from,
  pickupTimeToInMinutes: to,
}: OptimizationSettings): Refusal | undefined {
  const wrong = (field: string, message: string) =>
    optimizationInvalid(`${field}: ${message}`, { fields: { [field]: message } });
  if (from !== null && to !== null && to <= from) {
    return wrong(
      'pickupTimeToInMinutes',
      `pickupTimeToInMinutes is ${to}, which is not after pickupTimeFromInMinutes ${from}. Send more minutes.`,
    );
  }
  for (const [index, schedule] of optimizationSchedules.entries()) {
    const { cronExpression, inputTimezoneId, startDate, endDate } = schedule;
    const problem = cronProblem(cronExpression);
    const field = `optimizationSchedules[${index}]`;
    if (problem !== undefined) return wrong(`${field}.cronExpression`, problem);
    if (!isTimeZone(inputTimezoneId)) {
      return wrong(
        `${field}.inputTimezoneId`,
        `"${inputTimezoneId}" is not a time zone. Use one such as Europe/Berlin.`,
      );
    }
    if (startDate !== null && endDate !== null && endDate <= startDate) {
      return wrong(
        `${field}.endDate`,
        `endDate is ${endDate}, which is not after startDate ${startDate}. Send a later end.`,
      );
    }
  }
  return undefined;
}

/** Ids of dispatch strategies that a strategy names and that do not exist. */
async function missingDispatchStrategies(
  table: Deps['table'],
  organizationId: string,
  { unassignedOrdersOptionsGroupId, contractOptimizationOverrideParameters }: OptimizationSettings,
): Promise<readonly string[]> {
  const ids = [
    unassignedOrdersOptionsGroupId,
    ...contractOptimizationOverrideParameters.map(({ dispatchStrategyId }) => dispatchStrategyId),
  ].filter((id) => id !== null);
  const found = await Promise.all(
    ids.map(async (id) => ({ id, isUnknown: isRefusal(await strategyOf(table, organizationId, id)) })),
  );
  return found.flatMap(({ id, isUnknown }) => (isUnknown ? [id] : []));
}

/** Driver groups, zones and stores of a strategy must exist (decision C68). */
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
  const { organizationId } = owner;
  const zones = await zonesInTable(table).byIds(organizationId, settings.zones);
  const unknownIds = [
    ...ids.filter((_, index) => !found[index]),
    ...settings.zones.filter((_, index) => !zones[index]),
    ...(await missingStores(table, organizationId, settings.storeLocations)),
    ...(await missingDispatchStrategies(table, organizationId, settings)),
  ];
  if (unknownIds.length === 0) return refuseMixedUse(settings) ?? refuseSchedules(settings);
  return optimizationInvalid(
    `Unknown driver groups, zones, store locations or dispatch strategies: ${unknownIds.join(', ')}. Send existing ids.`,
    {
      unknownIds,
    },
  );
}
