import { toInstant } from '../../platform/core/clock.ts';
import type { Stored, Table } from '../../platform/table/index.ts';
import { visibleAmong } from './find-drivers.ts';
import { FLEET_SHARDS, type FleetCaller } from './fleet-deps.ts';
import { driverDay, isOnBreak, isOnShift, LONGEST_SHIFT_HOURS, type Shift, shiftEntity } from './shift.ts';

/** Rows read of the list of shifts at a time. */
const PAGE = 2_000;

/** Ids of the drivers whose shift is on at this instant. 1 call for each 2,000 shifts that began in the two days before. */
export async function driversOnShift(
  table: Table,
  organizationId: string,
  at: string,
  { isWorking = false }: { readonly isWorking?: boolean } = {},
): Promise<ReadonlySet<string>> {
  const shifts = await shiftsBetween(table, organizationId, at, at);
  return new Set(
    shifts.flatMap(({ value }) => {
      const isMeant = isOnShift(value, at) && !(isWorking && isOnBreak(value));
      return value.courierId !== null && isMeant ? [value.courierId] : [];
    }),
  );
}

/** How long before its planned start a driver sees a shift. Milliseconds. */
const AHEAD_MS = 12 * 3_600_000;

/**
 * The shifts of a driver that are on or of the same day, earliest first, with those of the next hours. 4 calls, and 1 for each
 * shift.
 */
export async function shiftsOfDriver(
  table: Table,
  { organizationId, courierId }: { readonly organizationId: string; readonly courierId: string },
  nowMs: number,
): Promise<readonly Shift[]> {
  const instants = [LONGEST_SHIFT_HOURS, 24, 0].map((hours) => toInstant(nowMs - hours * 3_600_000));
  const until = toInstant(nowMs + AHEAD_MS);
  const days = [...new Set([...instants, until].map((instant) => driverDay(courierId, instant)))];
  const found = await Promise.all(days.map((day) => table.lookup(shiftEntity, organizationId, day)));
  const today = toInstant(nowMs).slice(0, 10);
  return found
    .flat()
    .map(({ value }) => value)
    .filter((shift) => shift.plannedStart <= until && isOfToday(shift, today, toInstant(nowMs)))
    .sort((a, b) => (a.plannedStart < b.plannedStart ? -1 : 1));
}

function isOfToday({ plannedStart, plannedEnd, status }: Shift, today: string, now: string): boolean {
  return status === 'active' || plannedEnd > now || plannedStart.startsWith(today);
}

/** Shifts that overlap the range, earliest first, without those that the caller may not see. */
export async function listShifts(
  table: Table,
  caller: FleetCaller,
  range: {
    readonly startTime: string;
    readonly endTime: string;
    readonly storeLocationId?: string | undefined;
  },
): Promise<readonly Stored<Shift>[]> {
  const shifts = await shiftsBetween(table, caller.organizationId, range.startTime, range.endTime);
  const ofStore = shifts.filter(
    ({ value }) => range.storeLocationId === undefined || value.storeLocationId === range.storeLocationId,
  );
  const visible = await visibleShifts(table, caller, ofStore);
  const found = await table.getMany(
    shiftEntity,
    visible.map(({ value: { organizationId, id } }) => ({ organizationId, id })),
  );
  return found.filter((stored) => stored !== undefined);
}

/** Shifts by id; undefined where none exists or the caller may not see it. */
export async function findShifts(
  table: Table,
  caller: FleetCaller,
  ids: readonly string[],
): Promise<readonly (Stored<Shift> | undefined)[]> {
  const { organizationId } = caller;
  const found = await table.getMany(
    shiftEntity,
    ids.map((id) => ({ organizationId, id })),
  );
  const visible = new Set(
    (
      await visibleShifts(
        table,
        caller,
        found.filter((stored) => stored !== undefined),
      )
    ).map(({ value }) => value.id),
  );
  return found.map((stored) => (stored && visible.has(stored.value.id) ? stored : undefined));
}

/** A caller that is limited sees the shifts at its stores, and those of the drivers of its groups. */
async function visibleShifts<Row extends { readonly value: Shift }>(
  table: Table,
  caller: FleetCaller,
  shifts: readonly Row[],
): Promise<readonly Row[]> {
  const { storeLocationIds } = caller;
  const atStores = shifts.filter(
    ({ value }) =>
      storeLocationIds === null ||
      (value.storeLocationId !== null && storeLocationIds.includes(value.storeLocationId)),
  );
  if (caller.driverGroupIds === null) return atStores;
  const drivers = [...new Set(atStores.flatMap(({ value }) => value.courierId ?? []))];
  const visible = await visibleAmong(table, caller, drivers);
  return atStores.filter(({ value }) => value.courierId !== null && visible.has(value.courierId));
}

/** Shifts that overlap the range, as the list has them. */
export async function shiftsBetween(
  table: Table,
  organizationId: string,
  startTime: string,
  endTime: string,
): Promise<readonly { readonly value: Shift }[]> {
  const from = toInstant(Math.max(0, Date.parse(startTime) - LONGEST_SHIFT_HOURS * 3_600_000));
  const shifts: { readonly value: Shift }[] = [];
  let after: { at: string; id: string } | undefined;
  for (;;) {
    const options = {
      organizationId,
      shards: FLEET_SHARDS,
      direction: 'ASC',
      limit: PAGE,
      from,
      to: endTime,
    } as const;
    const rows = await table.list(shiftEntity, after ? { ...options, after } : options);
    for (const { row } of rows) {
      const value = shiftEntity.definition.schema.parse({ ...row, organizationId });
      if (value.plannedEnd > startTime) shifts.push({ value });
    }
    after = rows.at(-1);
    if (rows.length < PAGE || !after) return shifts;
  }
}
