import type { Table } from '../../platform/table/index.ts';
import { type Driver, driverEntity } from './driver.ts';
import { findGroups, readRosters } from './find-groups.ts';
import type { FleetCaller } from './fleet-deps.ts';
import { driversOnShift } from './read-shifts.ts';

/** A driver who can get work now. */
export interface AvailableDriver {
  readonly driver: Driver;
  /** The requested groups to which the driver belongs. */
  readonly groupIds: readonly string[];
}

/**
 * Enabled drivers of active groups who are on shift at this instant and take no break. Calls: 1 for the shifts, 1 for each group, 1 for
 * each 100 drivers on shift.
 */
export async function onShiftDrivers(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
  groupIds: readonly string[],
  at: string,
): Promise<readonly AvailableDriver[]> {
  return enabledMembers(table, caller, groupIds, () =>
    driversOnShift(table, caller.organizationId, at, { isWorking: true }),
  );
}

/** Those of these drivers who are enabled and belong to active groups, on shift or not. Calls: 1 for each group, and 1. */
export function driversOfGroups(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
  groupIds: readonly string[],
  driverIds: readonly string[],
): Promise<readonly AvailableDriver[]> {
  return enabledMembers(table, caller, groupIds, async () => new Set(driverIds));
}

async function enabledMembers(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
  groupIds: readonly string[],
  wanted: () => Promise<ReadonlySet<string>>,
): Promise<readonly AvailableDriver[]> {
  const { organizationId } = caller;
  const groups = (await findGroups(table, caller, groupIds)).filter((stored) => stored?.value.isActive);
  const [among, rosters] = await Promise.all([
    wanted(),
    readRosters(
      table,
      organizationId,
      groups.flatMap((stored) => (stored ? [stored.value.id] : [])),
    ),
  ]);
  const groupsOf = new Map<string, string[]>();
  for (const [groupId, { driverIds }] of rosters) {
    for (const id of driverIds) {
      if (among.has(id)) groupsOf.set(id, [...(groupsOf.get(id) ?? []), groupId]);
    }
  }
  const found = await table.getMany(
    driverEntity,
    [...groupsOf.keys()].map((id) => ({ organizationId, id })),
  );
  return found.flatMap((stored) =>
    stored?.value.enabled ? [{ driver: stored.value, groupIds: groupsOf.get(stored.value.id) ?? [] }] : [],
  );
}
