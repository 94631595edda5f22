import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { create, type Operation, replace, type Stored } from '../../platform/table/index.ts';
import { planMembers } from './change-members.ts';
import { type Driver, driverEntity, driverPartition, MAX_LINKS } from './driver.ts';
import { claimExternalId, findExternalId } from './external-id.ts';
import { type DriverWithGroups, findDrivers, unknownIdsIn, withGroups } from './find-drivers.ts';
import { changeInstant } from './find-groups.ts';
import type { FleetDeps } from './fleet-deps.ts';
import { changedNames, driverCreated, driverUpdated, recordFleetChange } from './fleet-events.ts';
import { linkVehicles } from './link-vehicles.ts';
import { fleetIdTaken, fleetNotFound, invalidFleetInput } from './refusals.ts';
import type { FleetEditor } from './upsert-driver-group.ts';

/** A driver's fields as a caller sends them: left out = unchanged, `null` = none. */
export interface DriverInput {
  readonly externalIdentifier?: string | null | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly email?: string | null | undefined;
  readonly skills?: readonly string[] | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly vehicleInfo?: Driver['vehicleInfo'] | null;
  readonly dateOfBirth?: string | null | undefined;
  readonly workRelationship?: Driver['workRelationship'] | null;
  readonly driversLicense?: string | null | undefined;
  readonly vehicleIds?: readonly string[] | null | undefined;
  readonly addFirstVersionContractIds?: readonly string[] | undefined;
  readonly removeFirstVersionContractIds?: readonly string[] | undefined;
}

/** A change of one driver. */
interface DriverChange {
  readonly input: DriverInput;
  readonly expectedVersion?: number | undefined;
}

/** Creates a driver. An external identifier that another driver has is refused. */
export async function createDriver(
  deps: FleetDeps,
  editor: FleetEditor,
  input: DriverInput,
  id: string,
): Promise<DriverWithGroups | Refusal> {
  const made = await deps.table.get(driverEntity, { organizationId: editor.organizationId, id });
  // An earlier attempt of the same request created it.
  if (made) return present(deps, editor, made);
  return write(deps, editor, async () => ({ stored: undefined, id }), { input });
}

/** Changes the driver of an id or external identifier. */
export function updateDriver(
  deps: FleetDeps,
  editor: FleetEditor,
  id: string,
  change: DriverChange,
): Promise<DriverWithGroups | Refusal> {
  const find = async () => {
    const [stored] = await findDrivers(deps.table, editor, [id]);
    return stored ? { stored, id: stored.value.id } : driverNotFound(id);
  };
  return write(deps, editor, find, change);
}

/** Creates the driver of an external identifier or changes the existing one (decision B30). */
export async function upsertDriver(
  deps: FleetDeps,
  editor: FleetEditor,
  change: DriverChange & { readonly input: { readonly externalIdentifier: string } },
  newId: string,
): Promise<{ readonly driver: DriverWithGroups; readonly created: boolean } | Refusal> {
  const { organizationId } = editor;
  const { externalIdentifier } = change.input;
  const find = async () => {
    const claim = await findExternalId(deps.table, { organizationId, kind: 'driver', externalIdentifier });
    if (!claim) return { stored: undefined, id: newId };
    const [stored] = await findDrivers(deps.table, editor, [claim.value.id]);
    return stored ? { stored, id: stored.value.id } : driverNotFound(externalIdentifier);
  };
  const driver = await write(deps, editor, find, change);
  return isRefusal(driver) ? driver : { driver, created: driver.stored.value.id === newId };
}

export function driverNotFound(id: string): Refusal {
  return fleetNotFound(
    `There is no driver with the id or external identifier "${id}". GET /v1/couriers lists them.`,
    { id },
  );
}

type Found = { readonly stored: Stored<Driver> | undefined; readonly id: string };

async function write(
  deps: FleetDeps,
  editor: FleetEditor,
  find: () => Promise<Found | Refusal>,
  change: DriverChange,
): Promise<DriverWithGroups | Refusal> {
  const written = await commit(deps, { what: 'driver' }, async () => {
    const found = await find();
    if (isRefusal(found)) return found;
    const refused = refuseOtherVersion(change.expectedVersion, found.stored ?? { version: 0 });
    if (refused) return refused;
    const plan = await planDriver(deps, editor, found, change.input);
    if (!plan || isRefusal(plan)) return plan;
    if (plan.operations.length === 0) return plan.next;
    return (await deps.table.write(plan.operations)).ok ? plan.next : undefined;
  });
  return isRefusal(written) ? written : present(deps, editor, written);
}

async function planDriver(
  deps: FleetDeps,
  editor: FleetEditor,
  { stored, id }: Found,
  input: DriverInput,
): Promise<
  { readonly operations: readonly Operation[]; readonly next: Stored<Driver> } | Refusal | undefined
> {
  const { organizationId, origin } = editor;
  const before = stored?.value;
  const unborn = refuseFutureBirth(input, deps.clock.now());
  if (unborn) return unborn;
  const next = nextDriver(before, input, { organizationId, id }, changeInstant(before, deps.clock.now()));
  if (isRefusal(next)) return next;
  const members = await planMembers(deps.table, editor, id, {
    add: input.addFirstVersionContractIds ?? [],
    remove: input.removeFirstVersionContractIds ?? [],
  });
  if (!members || isRefusal(members)) return members;
  if (!before && editor.driverGroupIds !== null && members.addedTo.length === 0) {
    return invalidFleetInput(
      'This caller is limited to driver groups and can create drivers only in these. Name one in addFirstVersionContractIds.',
      { fields: { addFirstVersionContractIds: 'Name at least one group.' } },
    );
  }
  const { operations: links, ...wrong } = await linkVehicles(
    deps.table,
    editor,
    next,
    before?.vehicleIds ?? [],
    next.vehicleIds,
    next.updatedAt,
  );
  if (wrong.unknownIds.length > 0) return unknownIdsIn('vehicleIds', 'vehicles', wrong.unknownIds);
  if (wrong.fullIds.length > 0) {
    return invalidFleetInput(
      `${wrong.fullIds.join(', ')} would have more than ${MAX_LINKS} drivers. Remove some first.`,
      { fields: { vehicleIds: `Full: ${wrong.fullIds.join(', ')}.` } },
    );
  }
  const changes = changedNames(before, next);
  if (before && changes.length === 0 && members.operations.length === 0) {
    return { operations: [], next: { value: before, version: stored?.version ?? 1 } };
  }
  const claim = await claimExternalId(
    deps.table,
    { organizationId, kind: 'driver', id },
    before?.externalIdentifier,
    next.externalIdentifier,
  );
  if (claim.isTaken) {
    return fleetIdTaken(
      `Another driver has the external identifier "${next.externalIdentifier}". Update that driver, or send another identifier.`,
      { externalIdentifier: next.externalIdentifier },
    );
  }
  const version = (stored?.version ?? 0) + 1;
  return {
    next: { value: next, version },
    operations: [
      stored ? replace(driverEntity, stored, next) : create(driverEntity, next),
      ...claim.operations,
      ...members.operations,
      ...links,
      ...recordFleetChange(before ? driverUpdated : driverCreated, origin, {
        aggregate: driverPartition(next),
        version,
        at: next.updatedAt,
        before: before && { ...before, groupIds: members.removedFrom },
        after: { ...next, groupIds: members.addedTo },
        isConfiguration: false,
      }),
    ],
  };
}

/** The easternmost time zone is this far ahead of UTC: a date that has not begun even there is in the future. */
const EASTERNMOST_MS = 14 * 3_600_000;

function refuseFutureBirth({ dateOfBirth }: DriverInput, nowMs: number): Refusal | undefined {
  const today = new Date(nowMs + EASTERNMOST_MS).toISOString().slice(0, 10);
  if (!dateOfBirth || dateOfBirth <= today) return undefined;
  return invalidFleetInput(
    `\`dateOfBirth\` is ${dateOfBirth}, which is in the future. Send the date on which the driver was born.`,
    { fields: { dateOfBirth: 'Is in the future.' } },
  );
}

/** The driver after the change. A new one needs a name and a phone number. */
function nextDriver(
  before: Driver | undefined,
  input: DriverInput,
  key: { organizationId: string; id: string },
  at: string,
): Driver | Refusal {
  const { firstName = before?.firstName, lastName = before?.lastName } = input;
  const phoneNumber = input.phoneNumber ?? before?.phoneNumber;
  if (firstName === undefined || lastName === undefined || phoneNumber === undefined) {
    const missing = Object.entries({ firstName, lastName, phoneNumber })
      .filter(([, value]) => value === undefined)
      .map(([name]) => name);
    return invalidFleetInput(`A new driver needs ${missing.join(', ')}. Send them too.`, {
      fields: Object.fromEntries(missing.map((name) => [name, 'Required for a new driver.'])),
    });
  }
  const chosen = <Value>(sent: Value | null | undefined, kept: Value | undefined): Value | undefined =>
    sent === undefined ? kept : (sent ?? undefined);
  return {
    ...key,
    externalIdentifier: chosen(input.externalIdentifier, before?.externalIdentifier),
    firstName,
    lastName,
    phoneNumber,
    email: chosen(input.email, before?.email),
    skills: chosen(input.skills && [...new Set(input.skills)], before?.skills),
    enabled: input.enabled ?? before?.enabled ?? true,
    vehicleInfo: chosen(input.vehicleInfo, before?.vehicleInfo),
    dateOfBirth: chosen(input.dateOfBirth, before?.dateOfBirth),
    workRelationship: chosen(input.workRelationship, before?.workRelationship),
    driversLicense: chosen(input.driversLicense, before?.driversLicense),
    vehicleIds: [...new Set(chosen(input.vehicleIds, before?.vehicleIds) ?? [])],
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
}

async function present(
  { table }: FleetDeps,
  editor: FleetEditor,
  stored: Stored<Driver>,
): Promise<DriverWithGroups> {
  const [driver] = await withGroups(table, editor, [stored]);
  return driver ?? { stored, groupIds: [] };
}
