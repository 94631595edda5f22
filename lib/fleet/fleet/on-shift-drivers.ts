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
 * Enabled drivers of active groups who are on shift at this instant. Calls: 1 for the shifts, 1 for each group, 1 for
 * each 100 drivers on shift.
 */
export async function onShiftDrivers(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
  groupIds: readonly string[],
  at: string,
): Promise<readonly AvailableDriver[]> {
  const { organizationId } = caller;
  const groups = (await findGroups(table, caller, groupIds)).filter((stored) => stored?.value.isActive);
  const [onShift, rosters] = await Promise.all([
    driversOnShift(table, organizationId, at),
    readRosters(
      table,
      organizationId,
      groups.flatMap((stored) => (stored ? [stored.value.id] : [])),
    ),
  ]);
  const groupsOf = new Map<string, string[]>();
  for (const [groupId, { driverIds }] of rosters) {
    for (const id of driverIds) {
      if (onShift.has(id)) groupsOf.set(id, [...(groupsOf.get(id) ?? []), groupId]);
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
