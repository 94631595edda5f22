import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { type Operation, replace, type Stored, type Table } from '../../platform/table/index.ts';
import { type DriverGroup, driverGroupEntity, groupIdOf } from './driver-group.ts';
import { unknownIdsIn } from './find-drivers.ts';
import { findGroups } from './find-groups.ts';
import type { FleetCaller } from './fleet-deps.ts';
import { invalidFleetInput } from './refusals.ts';
import {
  divideRoster,
  isOvergrown,
  MAX_DRIVERS_OF_GROUP,
  partOf,
  readGroup,
  replaceRoster,
  rosterPartEntity,
} from './roster.ts';

/**
 * Maximum number of groups to which one request adds a driver and from which it removes one: each is a member of the
 * transaction.
 */
export const MAX_GROUPS_AT_ONCE = 20;

/** The writes that change a driver's memberships, and the groups that really change. */
interface MemberChange {
  readonly operations: readonly Operation[];
  readonly addedTo: readonly string[];
  readonly removedFrom: readonly string[];
}

/**
 * The groups to which a driver is added and from which it is removed; all others stay as they are
 * (specification 4.7). Undefined when a roster was replaced meanwhile: try again.
 */
export async function planMembers(
  table: Table,
  caller: FleetCaller,
  driverId: string,
  wanted: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<MemberChange | Refusal | undefined> {
  const add = [...new Set(wanted.add.map(groupIdOf))];
  const remove = [...new Set(wanted.remove.map(groupIdOf))];
  const both = add.filter((id) => remove.includes(id));
  if (both.length > 0) {
    return invalidFleetInput(
      `${both.join(', ')} is in both addFirstVersionContractIds and removeFirstVersionContractIds. Send it in one of them.`,
      { fields: { addFirstVersionContractIds: `Also in the list of removals: ${both.join(', ')}.` } },
    );
  }
  const groups = await findGroups(table, caller, [...add, ...remove]);
  const unknown = (ids: readonly string[], from: number) => ids.filter((_, index) => !groups[from + index]);
  const unknownAdded = unknown(add, 0);
  if (unknownAdded.length > 0) {
    return unknownIdsIn('addFirstVersionContractIds', 'driver groups', unknownAdded);
  }
  const unknownRemoved = unknown(remove, add.length);
  if (unknownRemoved.length > 0) {
    return unknownIdsIn('removeFirstVersionContractIds', 'driver groups', unknownRemoved);
  }
  const known = groups.filter((stored) => stored !== undefined);
  const parts = await table.getMany(
    rosterPartEntity,
    known.map(({ value: { organizationId, id: groupId, rosterParts } }) => ({
      organizationId,
      groupId,
      part: partOf(driverId, rosterParts),
    })),
  );
  const operations: Operation[] = [];
  const addedTo: string[] = [];
  const removedFrom: string[] = [];
  for (const [index, group] of known.entries()) {
    const part = parts[index];
    // Another roster was written between the two reads.
    if (!part || part.value.roster !== group.value.roster) return undefined;
    const isAdded = index < add.length;
    const { driverIds } = part.value;
    if (driverIds.includes(driverId) === isAdded) continue;
    const changed = isAdded ? [...driverIds, driverId] : driverIds.filter((id) => id !== driverId);
    const next = { ...part.value, driverIds: changed.toSorted() };
    const written = isOvergrown(next)
      ? await divideAnew(table, group, driverId)
      : [replace(rosterPartEntity, part, next)];
    if (isRefusal(written)) return written;
    operations.push(...written);
    (isAdded ? addedTo : removedFrom).push(group.value.id);
  }
  return { operations, addedTo, removedFrom };
}

/** The writes that add a driver to a roster whose parts have become too large for it. */
async function divideAnew(
  table: Table,
  { value }: Stored<DriverGroup>,
  driverId: string,
): Promise<readonly Operation[] | Refusal> {
  const { organizationId, id } = value;
  const group = await readGroup(table, organizationId, id);
  if (!group) return [];
  const driverIds = [...new Set([...group.driverIds, driverId])];
  if (driverIds.length > MAX_DRIVERS_OF_GROUP) {
    return invalidFleetInput(
      `The driver group ${id} has ${group.driverIds.length} drivers, which is the maximum. Use another group.`,
      { fields: { addFirstVersionContractIds: `${id} is full.` } },
    );
  }
  const divided = divideRoster(driverIds, group.stored.value.roster + 1);
  const { roster, rosterParts } = divided;
  return [
    replace(driverGroupEntity, group.stored, { ...group.stored.value, roster, rosterParts }),
    ...replaceRoster(value, group.parts, divided),
  ];
}
