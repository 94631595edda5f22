import * as z from 'zod';
import {
  type Aggregate,
  create,
  defineEntity,
  type Operation,
  remove,
  replace,
  type Stored,
  type Table,
} from '../../platform/table/index.ts';
import { type DriverGroup, driverGroupEntity, groupPartition } from './driver-group.ts';

/** Drivers per part when a roster is written: 12 kB, so that adding a driver rewrites little. */
const DRIVERS_PER_PART = 400;

/** A part that grew beyond this by single additions is split again. */
const LARGEST_PART = 2_000;

/** Maximum number of drivers of a group: 50 parts, which one transaction can replace with 50 others. */
export const MAX_DRIVERS_OF_GROUP = 20_000;

const rosterPartSchema = z.object({
  organizationId: z.string(),
  groupId: z.string(),
  /** Index of the part, from 0. */
  part: z.int().min(0),
  /** Number of parts of the roster when this one was written. */
  parts: z.int().min(1),
  /** Number of its roster. */
  roster: z.int().min(1),
  driverIds: z.array(z.string()),
});
export type RosterPart = z.infer<typeof rosterPartSchema>;

/**
 * A part of the drivers of a group; a driver's id determines the part. All parts of a roster are written in one
 * transaction with the group, so that of two rosters sent at the same time exactly one is stored.
 */
export const rosterPartEntity = defineEntity<
  RosterPart,
  Pick<RosterPart, 'organizationId' | 'groupId' | 'part'>
>({
  name: 'rosterPart',
  schema: rosterPartSchema,
  partition: ({ organizationId, groupId }) => groupPartition({ organizationId, id: groupId }),
  sort: ({ part }) => ({ kind: 'state', parts: [String(part).padStart(4, '0')] }),
});

/** A driver group with everybody on its roster. */
export interface GroupWithRoster {
  readonly stored: Stored<DriverGroup>;
  readonly parts: readonly Stored<RosterPart>[];
  readonly driverIds: readonly string[];
}

/** How often a read that finds a half-written roster is repeated. */
const READS = 10;

/**
 * A group and its whole roster. A Query may see some parts of a transaction before others, so it is repeated until all
 * parts belong to one roster. 1 call.
 */
export async function readGroup(
  table: Table,
  organizationId: string,
  id: string,
): Promise<GroupWithRoster | undefined> {
  for (let reads = 0; reads < READS; reads += 1) {
    const found = wholeRoster(await table.readAggregate(groupPartition({ organizationId, id })));
    if (found !== 'torn') return found;
  }
  throw new Error(`The roster of ${id} was being replaced during ${READS} reads.`);
}

function wholeRoster(aggregate: Aggregate): GroupWithRoster | undefined | 'torn' {
  const stored = aggregate.one(driverGroupEntity);
  if (!stored) return undefined;
  const { roster, rosterParts } = stored.value;
  const parts = aggregate.all(rosterPartEntity);
  const isWhole = parts.length === rosterParts && parts.every(({ value }) => value.roster === roster);
  if (!isWhole) return 'torn';
  return { stored, parts, driverIds: parts.flatMap(({ value }) => value.driverIds).toSorted() };
}

/** The part of a driver among this number of parts. */
export function partOf(driverId: string, parts: number): number {
  // The end of a ULID is random; the hash spreads other ids as well.
  let hash = 0;
  for (const letter of driverId) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return hash % parts;
}

/** The parts of a roster with these drivers, and the matching fields of the group. */
export function divideRoster(driverIds: readonly string[], roster: number) {
  const rosterParts = Math.max(1, Math.ceil(driverIds.length / DRIVERS_PER_PART));
  const parts = Array.from({ length: rosterParts }, (): string[] => []);
  for (const id of driverIds) parts[partOf(id, rosterParts)]?.push(id);
  return { roster, rosterParts, parts: parts.map((ids) => ids.toSorted()) };
}

/** The writes that replace the current roster with a new one: at most 100 members. */
export function replaceRoster(
  group: { organizationId: string; id: string },
  present: readonly Stored<RosterPart>[],
  divided: ReturnType<typeof divideRoster>,
): readonly Operation[] {
  const { roster, rosterParts } = divided;
  const written = divided.parts.map((driverIds, part) => {
    const { organizationId, id: groupId } = group;
    const next: RosterPart = { organizationId, groupId, part, parts: rosterParts, roster, driverIds };
    const before = present.find(({ value }) => value.part === part);
    return before ? replace(rosterPartEntity, before, next) : create(rosterPartEntity, next);
  });
  const removed = present.filter(({ value }) => value.part >= rosterParts);
  return [...written, ...removed.map((stored) => remove(rosterPartEntity, stored))];
}

/** Whether single additions have made a part so large that the roster should be split again. */
export function isOvergrown(part: RosterPart): boolean {
  return part.driverIds.length > LARGEST_PART;
}
