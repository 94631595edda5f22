import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { create, type Operation, replace, type Stored } from '../../platform/table/index.ts';
import { findDrivers } from './find-drivers.ts';
import { changeInstant } from './find-groups.ts';
import { findVehicles } from './find-vehicles.ts';
import type { FleetDeps } from './fleet-deps.ts';
import { changedNames, recordFleetChange, shiftCreated, shiftUpdated } from './fleet-events.ts';
import { findShifts } from './read-shifts.ts';
import { fleetNotFound, invalidFleetInput } from './refusals.ts';
import { LONGEST_SHIFT_HOURS, type Shift, shiftEntity, shiftPartition } from './shift.ts';
import type { FleetEditor } from './upsert-driver-group.ts';

/** A shift as a caller sends it: left out = unchanged, `null` = none. */
export interface ShiftInput
  extends Partial<
    Omit<
      Shift,
      | 'organizationId'
      | 'createdAt'
      | 'updatedAt'
      | 'zoneIds'
      | 'externalZoneIds'
      | 'status'
      | 'startedAt'
      | 'endedAt'
      | 'breaks'
    >
  > {
  /** Version that the caller expects the shift to have. */
  readonly version?: number | undefined;
  readonly status?: Shift['status'] | null;
  readonly zoneIds?: readonly string[] | null | undefined;
  readonly externalZoneIds?: readonly string[] | null | undefined;
}

/** Maximum number of shifts of a request; 3 members of a transaction each. */
export const MAX_SHIFTS = 33;

/** How shifts are saved. */
interface ShiftSaving {
  readonly expectedVersion?: number | undefined;
  /** Ids of new shifts; an existing one was created before, and stays as it is. */
  readonly newIds?: readonly string[];
  /** Only refuses invalid shifts: nothing is written. */
  readonly isDryRun?: boolean;
}

/** Creates the shifts without an id and changes those with one: all of them or none. */
export async function saveShifts(
  deps: FleetDeps,
  editor: FleetEditor,
  inputs: readonly ShiftInput[],
  options: ShiftSaving = {},
): Promise<readonly Stored<Shift>[] | Refusal> {
  const { expectedVersion, newIds: given, isDryRun } = options;
  const { table } = deps;
  const newIds = inputs.map(({ id }, index) => id ?? given?.[index] ?? deps.ids.next('shf'));
  return commit(deps, { what: 'shift', id: inputs.flatMap(({ id }) => id ?? []) }, async () => {
    const found = await findShifts(table, editor, newIds);
    const unknownIds = inputs.flatMap(({ id }, index) => (id !== undefined && !found[index] ? [id] : []));
    if (unknownIds.length > 0) return unknownShifts(unknownIds, inputs.length === 1);
    const refused = refuseRows(inputs, found, expectedVersion);
    if (refused) return refused;
    const places = await resolvePlaces(deps, editor, inputs);
    if (isRefusal(places)) return places;
    const people = await resolvePeople(deps, editor, inputs);
    if (isRefusal(people)) return people;
    const next: Stored<Shift>[] = [];
    const operations: Operation[] = [];
    for (const [index, input] of inputs.entries()) {
      const stored = found[index];
      // An earlier attempt of the same request created it.
      if (stored && input.id === undefined) {
        next.push(stored);
        continue;
      }
      const key = { organizationId: editor.organizationId, id: newIds[index] ?? '' };
      const shift = nextShift(
        stored?.value,
        { ...input, ...places[index], ...people[index] },
        key,
        changeInstant(stored?.value, deps.clock.now()),
      );
      const wrong = refuseShift(shift, editor, inputs.length > 1 ? `shifts[${index}].` : '');
      if (wrong) return wrong;
      const changes = changedNames(stored?.value, shift);
      if (stored && changes.length === 0) {
        next.push(stored);
        continue;
      }
      const version = (stored?.version ?? 0) + 1;
      next.push({ value: shift, version });
      operations.push(
        stored ? replace(shiftEntity, stored, shift) : create(shiftEntity, shift),
        ...recordFleetChange(stored ? shiftUpdated : shiftCreated, editor.origin, {
          aggregate: shiftPartition(shift),
          version,
          at: shift.updatedAt,
          before: stored?.value,
          after: shift,
          isConfiguration: false,
        }),
      );
    }
    return isDryRun || (await table.write(operations)).ok ? next : undefined;
  });
}

/** Refuses a shift that is named twice, and one whose version differs from the expected one. */
function refuseRows(
  inputs: readonly ShiftInput[],
  found: readonly (Stored<Shift> | undefined)[],
  expectedVersion: number | undefined,
): Refusal | undefined {
  for (const [index, { id, version }] of inputs.entries()) {
    if (id !== undefined && inputs.findIndex((other) => other.id === id) < index) {
      const message = `The shift ${id} appears in several rows. Send each shift once.`;
      return invalidFleetInput(`shifts[${index}].id: ${message}`, {
        fields: { [`shifts[${index}].id`]: message },
      });
    }
    const stale = refuseOtherVersion(version ?? expectedVersion, found[index] ?? { version: 0 });
    if (stale) return stale;
  }
  return undefined;
}

function unknownShifts(unknownIds: readonly string[], isSingle: boolean): Refusal {
  const message = `Unknown shifts: ${unknownIds.join(', ')}. Leave the id out to create a new one.`;
  return isSingle
    ? fleetNotFound(message, { id: unknownIds[0] })
    : invalidFleetInput(message, { unknownIds, fields: { shifts: message } });
}

/** Ids and external ids of the stores and zones that the shifts name. */
async function resolvePlaces(
  { places }: FleetDeps,
  { organizationId, storeLocationIds }: FleetEditor,
  inputs: readonly ShiftInput[],
): Promise<readonly Partial<Shift>[] | Refusal> {
  const unknownIds = new Set<string>();
  const resolved: Partial<Shift>[] = [];
  for (const input of inputs) {
    const fields: Partial<Shift> = {};
    const { storeLocationId: id, externalStoreLocationId: externalId } = input;
    if (typeof id === 'string' || typeof externalId === 'string') {
      const wanted = { id: id ?? undefined, externalId: externalId ?? undefined };
      const store = await places.storeId(organizationId, wanted);
      if (!store || (storeLocationIds !== null && !storeLocationIds.includes(store.id))) {
        unknownIds.add(id ?? externalId ?? '');
      } else Object.assign(fields, { storeLocationId: store.id, externalStoreLocationId: store.externalId });
    } else if (id === null || externalId === null) {
      Object.assign(fields, { storeLocationId: null, externalStoreLocationId: null });
    }
    const zones = [
      ...(input.zoneIds ?? []).map((zone) => ({ id: zone })),
      ...(input.externalZoneIds ?? []).map((zone) => ({ externalId: zone })),
    ];
    const found = await Promise.all(zones.map((zone) => places.zoneId(organizationId, zone)));
    for (const [index, zone] of zones.entries()) {
      if (!found[index]) unknownIds.add('id' in zone ? zone.id : zone.externalId);
    }
    if (input.zoneIds !== undefined || input.externalZoneIds !== undefined) {
      const known = found.filter((zone) => zone !== undefined);
      fields.zoneIds = [...new Set(known.map((zone) => zone.id))];
      fields.externalZoneIds = [...new Set(known.flatMap(({ externalId: own }) => own ?? []))];
    }
    resolved.push(fields);
  }
  return unknownIds.size > 0 ? unknown([...unknownIds], 'store locations or zones') : resolved;
}

/** Ids of the drivers and vehicles that the shifts name. */
async function resolvePeople(
  { table }: FleetDeps,
  editor: FleetEditor,
  inputs: readonly ShiftInput[],
): Promise<readonly Partial<Shift>[] | Refusal> {
  const drivers = inputs.flatMap(({ courierId }) => courierId ?? []);
  const vehicles = inputs.flatMap(({ vehicleId }) => vehicleId ?? []);
  const [foundDrivers, foundVehicles] = await Promise.all([
    findDrivers(table, editor, drivers),
    findVehicles(table, editor, vehicles),
  ]);
  const unknownIds = [
    ...drivers.filter((_, index) => !foundDrivers[index]),
    ...vehicles.filter((_, index) => !foundVehicles[index]),
  ];
  if (unknownIds.length > 0) return unknown(unknownIds, 'drivers or vehicles');
  const driverId = new Map(drivers.map((name, index) => [name, foundDrivers[index]?.value.id ?? name]));
  const vehicleId = new Map(vehicles.map((name, index) => [name, foundVehicles[index]?.value.id ?? name]));
  return inputs.map((input) => ({
    ...(input.courierId ? { courierId: driverId.get(input.courierId) ?? null } : {}),
    ...(input.vehicleId ? { vehicleId: vehicleId.get(input.vehicleId) ?? null } : {}),
  }));
}

function unknown(unknownIds: readonly string[], nouns: string): Refusal {
  return invalidFleetInput(
    `Unknown ${nouns}: ${unknownIds.join(', ')}. Nothing was changed. Create them first or leave them out.`,
    { unknownIds, fields: { shifts: `Unknown: ${unknownIds.join(', ')}.` } },
  );
}

function nextShift(
  before: Shift | undefined,
  input: ShiftInput,
  key: { organizationId: string; id: string },
  at: string,
): Shift {
  const chosen = <Value>(sent: Value | null | undefined, kept: Value | null | undefined): Value | null =>
    sent === undefined ? (kept ?? null) : sent;
  return {
    ...key,
    name: input.name ?? before?.name ?? '',
    plannedStart: input.plannedStart ?? before?.plannedStart ?? at,
    plannedEnd: input.plannedEnd ?? before?.plannedEnd ?? at,
    plannedBreakDuration: chosen(input.plannedBreakDuration, before?.plannedBreakDuration),
    shiftMetadata: chosen(input.shiftMetadata, before?.shiftMetadata),
    optimizationParams: chosen(input.optimizationParams, before?.optimizationParams),
    status: input.status ?? before?.status ?? 'planned',
    storeLocationId: chosen(input.storeLocationId, before?.storeLocationId),
    externalStoreLocationId: chosen(input.externalStoreLocationId, before?.externalStoreLocationId),
    zoneIds: [...(chosen(input.zoneIds, before?.zoneIds) ?? [])],
    externalZoneIds: [...(chosen(input.externalZoneIds, before?.externalZoneIds) ?? [])],
    courierId: chosen(input.courierId, before?.courierId),
    vehicleId: chosen(input.vehicleId, before?.vehicleId),
    startedAt: before?.startedAt ?? null,
    endedAt: before?.endedAt ?? null,
    breaks: before?.breaks ?? [],
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
}

/** The field of a break that no plan could have, because it is longer than the shift. */
function breakLongerThan(
  minutes: number,
  { plannedBreakDuration, optimizationParams }: Pick<Shift, 'plannedBreakDuration' | 'optimizationParams'>,
): string | undefined {
  if ((plannedBreakDuration ?? 0) > minutes) return 'plannedBreakDuration';
  const index = optimizationParams?.plannedBreaks?.findIndex((one) => one.breakDuration > minutes) ?? -1;
  return index < 0 ? undefined : `optimizationParams.plannedBreaks[${index}].breakDuration`;
}

function refuseShift(shift: Shift, editor: FleetEditor, prefix: string): Refusal | undefined {
  const lengthMs = Date.parse(shift.plannedEnd) - Date.parse(shift.plannedStart);
  const refuse = (field: string, message: string) =>
    invalidFleetInput(`${prefix}${field}: ${message}`, { fields: { [`${prefix}${field}`]: message } });
  if (lengthMs <= 0) {
    return refuse(
      'plannedEnd',
      `plannedEnd is ${shift.plannedEnd}, which is not after plannedStart ${shift.plannedStart}. Send a later end.`,
    );
  }
  if (lengthMs > LONGEST_SHIFT_HOURS * 3_600_000) {
    return refuse('plannedEnd', `The shift would last more than ${LONGEST_SHIFT_HOURS} hours. Split it.`);
  }
  const tooLong = breakLongerThan(lengthMs / 60_000, shift);
  if (tooLong) return refuse(tooLong, 'The break is longer than the shift. Send a shorter one, or none.');
  if (editor.storeLocationIds !== null && shift.storeLocationId === null) {
    return refuse('storeLocationId', 'This caller is limited to store locations. Name one of them.');
  }
  if (editor.driverGroupIds !== null && shift.courierId === null) {
    return refuse('courierId', 'This caller is limited to driver groups. Name a driver of one of them.');
  }
  return undefined;
}
