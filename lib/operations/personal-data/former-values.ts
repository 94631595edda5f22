import { eventEntity } from '../../platform/events/index.ts';
import {
  auditEntryEntity,
  auditPartition,
  type Partition,
  stateOf,
  type Table,
} from '../../platform/table/index.ts';
import type { personMatcher } from './person.ts';
import {
  contactsIn,
  isCoordinate,
  isPersonal,
  NO_TRACES,
  NOWHERE,
  type Place,
  sideOf,
  sideOfKey,
  type Traces,
} from './traces.ts';

/** Changes of one record that are read: more than a recipient's order has. */
const MOST_CHANGES = 1_000;

/** A number of a house alone is that of many. */
const SHORTEST = 5;

/** Types of aggregates by the prefix of their ids. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['ord', 'order'],
  ['job', 'job'],
  ['rec', 'recurring-order'],
]);

interface Change {
  readonly field: string;
  readonly before: unknown;
}

/**
 * What an order, a job or a recurring order said about the person before it was changed: another name, number or
 * address. It is looked for in records about the person only, because it may be that of somebody else.
 */
export async function formerTraces(
  table: Table,
  organizationId: string,
  id: string,
  isPerson: ReturnType<typeof personMatcher>,
): Promise<Traces> {
  const partition = { organizationId, type: TYPES.get(id.slice(0, 3)) ?? '', id };
  const sides = new Set(
    (await stateOf(table.place, partition)).flatMap(({ data }) => sidesIn(data, isPerson)),
  );
  if (sides.size === 0) return NO_TRACES;
  const found = (await changesOf(table, partition)).flatMap(({ field, before }) => {
    const { side, name } = sideOfPath(field);
    return sides.has(side) && (isPersonal(name) || isCoordinate(name)) ? [before] : [];
  });
  return {
    ...NO_TRACES,
    texts: found.filter((value) => typeof value === 'string').filter(({ length }) => length >= SHORTEST),
    coordinates: found.filter((value) => typeof value === 'number'),
  };
}

async function changesOf(table: Table, partition: Partition): Promise<readonly Change[]> {
  const limits = { limit: MOST_CHANGES, newestFirst: true };
  const events = await table.readLog(eventEntity, partition, limits);
  const entries = await table.readLog(
    auditEntryEntity,
    auditPartition(partition.organizationId, partition.id),
    limits,
  );
  return [...events, ...entries].flatMap(({ value: { changes = [] } }) => changes);
}

/** Sides of a record whose contact is the person, whether in the names of fields or of what they are in. */
function sidesIn(
  value: unknown,
  isPerson: ReturnType<typeof personMatcher>,
  within = '',
  place: Place = NOWHERE,
): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => sidesIn(one, isPerson, within));
  const fields = value as Readonly<Record<string, unknown>>;
  const { sides, placeOf } = contactsIn(fields, isPerson, place);
  return [
    ...[...sides].map((side) => side || within),
    ...Object.entries(fields).flatMap(([key, field]) =>
      sidesIn(field, isPerson, sideOfKey(key) || within, placeOf(key)),
    ),
  ];
}

/** Side and name of a changed field, such as `packages.cfg_1.dropoffLocation.phoneNumber`. */
function sideOfPath(field: string): { readonly side: string; readonly name: string } {
  const keys = field.split('.');
  const { side, name } = sideOf(keys.at(-1) ?? '');
  return { side: side || (keys.map(sideOfKey).find((one) => one !== '') ?? ''), name };
}
