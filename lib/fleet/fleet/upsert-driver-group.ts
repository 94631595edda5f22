import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import type { Origin } from '../../platform/core/origin.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import { create, type Operation, replace, type Table, unchanged } from '../../platform/table/index.ts';
import {
  contractVersionEntity,
  type DriverGroup,
  driverGroupEntity,
  groupPartition,
} from './driver-group.ts';
import { claimExternalId, findExternalId } from './external-id.ts';
import { resolveDrivers } from './find-drivers.ts';
import { changeInstant, maySeeGroup } from './find-groups.ts';
import type { FleetCaller, FleetDeps } from './fleet-deps.ts';
import { driverGroupCreated, driverGroupUpdated, recordFleetChange } from './fleet-events.ts';
import { fleetNotFound } from './refusals.ts';
import { divideRoster, type GroupWithRoster, readGroup, replaceRoster } from './roster.ts';

/** A driver group as a caller sends it; fields that are left out stay. */
export interface DriverGroupInput {
  readonly externalIdentifier: string;
  readonly name?: string | undefined;
  readonly isActive?: boolean | undefined;
  /** The whole roster: ids or external identifiers of drivers. */
  readonly driverIds?: readonly string[] | undefined;
}

/** Result of an upsert. */
export interface UpsertedGroup {
  readonly group: DriverGroup;
  readonly version: number;
  readonly driverIds: readonly string[];
  readonly created: boolean;
}

/** Actor of the change, for the audit log. */
export interface FleetEditor extends FleetCaller {
  readonly origin: Origin;
}

/**
 * Creates the group of an external identifier or changes it. `driverIds` replaces the roster in the same
 * transaction: of two rosters sent at once one wins as a whole, and nobody ever sees a mixture.
 */
export async function upsertDriverGroup(
  deps: FleetDeps,
  editor: FleetEditor,
  input: DriverGroupInput,
  options: { readonly id: string; readonly expectedVersion?: number | undefined },
): Promise<UpsertedGroup | Refusal> {
  const resolved =
    input.driverIds && (await resolveDrivers(deps.table, editor, input.driverIds, 'driverIds'));
  if (isRefusal(resolved)) return resolved;
  return commit(deps, { what: 'driver group', id: input.externalIdentifier }, async () => {
    const found = await findGroup(deps.table, editor, input.externalIdentifier);
    if (isRefusal(found)) return found;
    const refused = refuseOtherVersion(options.expectedVersion, found?.stored ?? { version: 0 });
    if (refused) return refused;
    const plan = await planGroup(deps, editor, found, { ...input, driverIds: resolved }, options.id);
    if (plan.operations.length === 0) return plan.result;
    return (await deps.table.write(plan.operations)).ok ? plan.result : undefined;
  });
}

async function findGroup(
  table: Table,
  caller: FleetCaller,
  externalIdentifier: string,
): Promise<GroupWithRoster | Refusal | undefined> {
  const { organizationId } = caller;
  const claim = await findExternalId(table, { organizationId, kind: 'driver-group', externalIdentifier });
  const found = claim && (await readGroup(table, organizationId, claim.value.id));
  const isVisible = found ? maySeeGroup(caller, found.stored.value.id) : caller.driverGroupIds === null;
  if (isVisible) return found;
  return fleetNotFound(
    `This caller is limited to driver groups, and "${externalIdentifier}" is not among them. Use one that is.`,
    { externalIdentifier },
  );
}

async function planGroup(
  deps: FleetDeps,
  editor: FleetEditor,
  found: GroupWithRoster | undefined,
  input: DriverGroupInput,
  newId: string,
): Promise<{ readonly operations: readonly Operation[]; readonly result: UpsertedGroup }> {
  const { organizationId, origin } = editor;
  const before = found?.stored.value;
  const at = changeInstant(before, deps.clock.now());
  const own = {
    externalIdentifier: input.externalIdentifier,
    name: input.name ?? before?.name ?? input.externalIdentifier,
    isActive: input.isActive ?? before?.isActive ?? true,
  };
  const isNewVersion = !before || own.name !== before.name || own.isActive !== before.isActive;
  const driverIds = input.driverIds ? input.driverIds.toSorted() : (found?.driverIds ?? []);
  const isNewRoster = !found || !sameValue(driverIds, found.driverIds);
  const divided = divideRoster(driverIds, (before?.roster ?? 0) + 1);
  const group: DriverGroup = {
    organizationId,
    id: before?.id ?? newId,
    ...own,
    contractVersion: (before?.contractVersion ?? 0) + (isNewVersion ? 1 : 0),
    roster: isNewRoster ? divided.roster : (before?.roster ?? 1),
    rosterParts: isNewRoster ? divided.rosterParts : (before?.rosterParts ?? 1),
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
  const version = (found?.stored.version ?? 0) + 1;
  const created = before === undefined || before.id === newId;
  if (found && before && !isNewVersion && !isNewRoster) {
    const result = { group: before, version: version - 1, driverIds, created };
    // The sent roster exists only until somebody replaces it.
    return { operations: input.driverIds ? [unchanged(driverGroupEntity, found.stored)] : [], result };
  }
  const claim = before
    ? { operations: [] }
    : await claimExternalId(
        deps.table,
        { organizationId, kind: 'driver-group', id: group.id },
        undefined,
        own.externalIdentifier,
      );
  const operations = [
    found ? replace(driverGroupEntity, found.stored, group) : create(driverGroupEntity, group),
    ...claim.operations,
    ...(isNewRoster ? replaceRoster(group, found?.parts ?? [], divided) : []),
    ...(isNewVersion
      ? [
          create(contractVersionEntity, {
            organizationId,
            groupId: group.id,
            contractVersion: group.contractVersion,
            ...own,
            createdAt: at,
            createdBy: origin.actor.id,
          }),
        ]
      : []),
    ...recordFleetChange(before ? driverGroupUpdated : driverGroupCreated, origin, {
      aggregate: groupPartition(group),
      version,
      at,
      before: before && { ...before, driverIds: found?.driverIds },
      after: { ...group, driverIds },
      isConfiguration: true,
    }),
  ];
  return { operations, result: { group, version, driverIds, created } };
}
