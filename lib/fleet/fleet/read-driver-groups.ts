import { toInstant } from '../../platform/core/clock.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored, Table } from '../../platform/table/index.ts';
import { type Driver, driverEntity } from './driver.ts';
import { type ContractVersion, contractVersionEntity, type DriverGroup, groupIdOf } from './driver-group.ts';
import { findGroups, groupRows, maySeeGroup } from './find-groups.ts';
import { FLEET_SHARDS, type FleetCaller } from './fleet-deps.ts';
import { driversOnShift } from './read-shifts.ts';
import { readGroup } from './roster.ts';

/** A driver of a group. */
export interface GroupMember {
  readonly driver: Driver;
  readonly isOnShift: boolean;
}

/** From this number on, drivers are read from the list, which costs a tenth of single reads. */
const MANY = 200;

/** A page of the groups, newest first. */
export async function listDriverGroups(
  table: Table,
  caller: FleetCaller,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly Stored<DriverGroup>[]> {
  const rows = (await groupRows(table, caller)).slice(page.offset, page.offset + page.limit);
  const found = await findGroups(
    table,
    caller,
    rows.map(({ id }) => id),
  );
  return found.filter((stored) => stored !== undefined);
}

/** A group with its drivers, and whether each is on shift now. Undefined for an unknown group. */
export async function readDriverGroup(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  caller: FleetCaller,
  contractId: string,
): Promise<{ readonly stored: Stored<DriverGroup>; readonly members: readonly GroupMember[] } | undefined> {
  const { organizationId } = caller;
  const id = groupIdOf(contractId);
  if (!maySeeGroup(caller, id)) return undefined;
  const group = await readGroup(table, organizationId, id);
  if (!group) return undefined;
  const [drivers, onShift] = await Promise.all([
    readDrivers(table, organizationId, group.driverIds),
    group.driverIds.length > 0
      ? driversOnShift(table, organizationId, toInstant(clock.now()))
      : new Set<string>(),
  ]);
  return {
    stored: group.stored,
    members: drivers.map((driver) => ({ driver, isOnShift: onShift.has(driver.id) })),
  };
}

/** Drivers by id. Many are read from the list of all drivers, and those that the list lacks one by one. */
async function readDrivers(
  table: Table,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly Driver[]> {
  const found = new Map<string, Driver>();
  if (ids.length > MANY) {
    const wanted = new Set(ids);
    let after: { at: string; id: string } | undefined;
    const limit = 2_000;
    for (;;) {
      const options = { organizationId, shards: FLEET_SHARDS, direction: 'DESC', limit } as const;
      const rows = await table.list(driverEntity, after ? { ...options, after } : options);
      for (const { row, id } of rows) {
        if (wanted.has(id)) found.set(id, driverEntity.definition.schema.parse({ ...row, organizationId }));
      }
      after = rows.at(-1);
      if (rows.length < limit || !after || found.size === wanted.size) break;
    }
  }
  const rest = ids.filter((id) => !found.has(id));
  const read = await table.getMany(
    driverEntity,
    rest.map((id) => ({ organizationId, id })),
  );
  for (const stored of read) if (stored) found.set(stored.value.id, stored.value);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** A contract version with its neighbours. */
export interface ContractRow {
  readonly contract: ContractVersion;
  readonly latestVersion: number;
}

/** A contract version in the list. */
export interface ContractPlace {
  readonly groupId: string;
  readonly contractVersion: number;
}

/**
 * A page of contract versions: groups newest first, and the versions of each from the latest. It continues after a version
 * rather than after a number of them, so that groups and versions that come meanwhile move nothing. Undefined when the
 * caller has no group of that place.
 */
export async function listContracts(
  table: Table,
  caller: FleetCaller,
  wanted: {
    readonly limit: number;
    /** The last version of the page before; absent = from the beginning. */
    readonly after: ContractPlace | undefined;
    readonly activeOnly: boolean;
    readonly onlyLatestVersion: boolean;
  },
): Promise<{ readonly rows: readonly ContractRow[]; readonly next: ContractPlace | null } | undefined> {
  const { organizationId } = caller;
  const { after, limit } = wanted;
  const groups = await groupRows(table, caller);
  const begin = after ? groups.findIndex(({ id }) => id === after.groupId) : 0;
  if (begin < 0) return undefined;
  const versions = groups.slice(begin).flatMap(({ id: groupId, contractVersion }) =>
    Array.from({ length: wanted.onlyLatestVersion ? 1 : contractVersion }, (_, index) => ({
      organizationId,
      groupId,
      contractVersion: contractVersion - index,
      latestVersion: contractVersion,
    })).filter(
      (version) =>
        groupId !== after?.groupId ||
        (!wanted.onlyLatestVersion && version.contractVersion < after.contractVersion),
    ),
  );
  const found = await table.getMany(contractVersionEntity, versions);
  const rows = found.flatMap((stored, index) => {
    const latestVersion = versions[index]?.latestVersion ?? 1;
    return stored && (stored.value.isActive || !wanted.activeOnly)
      ? [{ contract: stored.value, latestVersion }]
      : [];
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1)?.contract;
  return { rows: page, next: last && rows.length > limit ? last : null };
}
