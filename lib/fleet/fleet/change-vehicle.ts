import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { create, type Operation, replace, type Stored } from '../../platform/table/index.ts';
import { MAX_LINKS } from './driver.ts';
import { groupIdOf } from './driver-group.ts';
import { claimExternalId } from './external-id.ts';
import { resolveDrivers, unknownIdsIn } from './find-drivers.ts';
import { changeInstant, findGroups } from './find-groups.ts';
import { findVehicles } from './find-vehicles.ts';
import type { FleetDeps } from './fleet-deps.ts';
import { changedNames, recordFleetChange, vehicleCreated, vehicleUpdated } from './fleet-events.ts';
import { linkDrivers } from './link-vehicles.ts';
import { fleetIdTaken, fleetNotFound, invalidFleetInput } from './refusals.ts';
import type { FleetEditor } from './upsert-driver-group.ts';
import { type Vehicle, vehicleEntity, vehiclePartition } from './vehicle.ts';

/** A vehicle's fields as a caller sends them: left out = unchanged, `null` = none. */
export interface VehicleInput {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly externalIdentifier?: string | null | undefined;
  readonly vehicleInfo?: Vehicle['vehicleInfo'] | null;
  readonly vehicleConfig?: Vehicle['vehicleConfig'] | null;
  /** Ids or external identifiers. */
  readonly courierIds?: readonly string[] | null | undefined;
  readonly firstVersionContractIds?: readonly string[] | null | undefined;
}

/** Creates a vehicle. */
export async function createVehicle(
  deps: FleetDeps,
  editor: FleetEditor,
  input: VehicleInput & { readonly name: string; readonly enabled: boolean },
  id: string,
): Promise<Stored<Vehicle> | Refusal> {
  const made = await deps.table.get(vehicleEntity, { organizationId: editor.organizationId, id });
  // An earlier attempt of the same request created it.
  if (made) return made;
  return write(deps, editor, async () => ({ stored: undefined, id }), { input });
}

/** Changes the vehicle of an id or external identifier. */
export function updateVehicle(
  deps: FleetDeps,
  editor: FleetEditor,
  id: string,
  change: { readonly input: VehicleInput; readonly expectedVersion?: number | undefined },
): Promise<Stored<Vehicle> | Refusal> {
  const find = async () => {
    const [stored] = await findVehicles(deps.table, editor, [id]);
    return stored ? { stored, id: stored.value.id } : vehicleNotFound(id);
  };
  return write(deps, editor, find, change);
}

export function vehicleNotFound(id: string): Refusal {
  return fleetNotFound(
    `There is no vehicle with the id or external identifier "${id}". GET /v1/vehicles lists them.`,
    { id },
  );
}

type Found = { readonly stored: Stored<Vehicle> | undefined; readonly id: string };

async function write(
  deps: FleetDeps,
  editor: FleetEditor,
  find: () => Promise<Found | Refusal>,
  change: { readonly input: VehicleInput; readonly expectedVersion?: number | undefined },
): Promise<Stored<Vehicle> | Refusal> {
  return commit(deps, { what: 'vehicle' }, async () => {
    const found = await find();
    if (isRefusal(found)) return found;
    const refused = refuseOtherVersion(change.expectedVersion, found.stored ?? { version: 0 });
    if (refused) return refused;
    const plan = await planVehicle(deps, editor, found, change.input);
    if (isRefusal(plan)) return plan;
    if (plan.operations.length === 0) return plan.next;
    return (await deps.table.write(plan.operations)).ok ? plan.next : undefined;
  });
}

async function planVehicle(
  deps: FleetDeps,
  editor: FleetEditor,
  { stored, id }: Found,
  input: VehicleInput,
): Promise<{ readonly operations: readonly Operation[]; readonly next: Stored<Vehicle> } | Refusal> {
  const { organizationId } = editor;
  const before = stored?.value;
  const courierIds = await resolveDrivers(deps.table, editor, input.courierIds ?? [], 'courierIds');
  if (isRefusal(courierIds)) return courierIds;
  const groupIds = [...new Set((input.firstVersionContractIds ?? []).map(groupIdOf))];
  const groups = await findGroups(deps.table, editor, groupIds);
  const unknownGroups = groupIds.filter((_, index) => !groups[index]);
  if (unknownGroups.length > 0) {
    return unknownIdsIn('firstVersionContractIds', 'driver groups', unknownGroups);
  }
  const next = nextVehicle(
    before,
    {
      ...input,
      ...(input.courierIds === undefined ? {} : { courierIds }),
      ...(input.firstVersionContractIds === undefined ? {} : { firstVersionContractIds: groupIds }),
    },
    { organizationId, id },
    changeInstant(before, deps.clock.now()),
  );
  if (editor.driverGroupIds !== null && next.courierIds.length + next.driverGroupIds.length === 0) {
    return invalidFleetInput(
      'This caller is limited to driver groups and can create vehicles only in these. Name one in firstVersionContractIds, or a driver of one in courierIds.',
      { fields: { firstVersionContractIds: 'Name at least one group.' } },
    );
  }
  const { operations: links, fullIds } = await linkDrivers(
    deps.table,
    next,
    before?.courierIds ?? [],
    next.courierIds,
    next.updatedAt,
  );
  if (fullIds.length > 0) {
    return invalidFleetInput(
      `${fullIds.join(', ')} would have more than ${MAX_LINKS} vehicles. Remove some first.`,
      { fields: { courierIds: `Full: ${fullIds.join(', ')}.` } },
    );
  }
  const changes = changedNames(before, next);
  if (before && changes.length === 0) {
    return { operations: [], next: { value: before, version: stored?.version ?? 1 } };
  }
  const claim = await claimExternalId(
    deps.table,
    { organizationId, kind: 'vehicle', id },
    before?.externalIdentifier,
    next.externalIdentifier,
  );
  if (claim.isTaken) {
    return fleetIdTaken(
      `Another vehicle has the external identifier "${next.externalIdentifier}". Update that vehicle, or send another identifier.`,
      { externalIdentifier: next.externalIdentifier },
    );
  }
  const version = (stored?.version ?? 0) + 1;
  return {
    next: { value: next, version },
    operations: [
      stored ? replace(vehicleEntity, stored, next) : create(vehicleEntity, next),
      ...claim.operations,
      ...links,
      ...recordFleetChange(before ? vehicleUpdated : vehicleCreated, editor.origin, {
        aggregate: vehiclePartition(next),
        version,
        at: next.updatedAt,
        before,
        after: next,
        isConfiguration: true,
      }),
    ],
  };
}

function nextVehicle(
  before: Vehicle | undefined,
  input: VehicleInput,
  key: { organizationId: string; id: string },
  at: string,
): Vehicle {
  const chosen = <Value>(sent: Value | null | undefined, kept: Value | undefined): Value | undefined =>
    sent === undefined ? kept : (sent ?? undefined);
  return {
    ...key,
    name: input.name ?? before?.name ?? '',
    enabled: input.enabled ?? before?.enabled ?? true,
    externalIdentifier: chosen(input.externalIdentifier, before?.externalIdentifier),
    vehicleInfo: chosen(input.vehicleInfo, before?.vehicleInfo),
    vehicleConfig: chosen(input.vehicleConfig, before?.vehicleConfig),
    courierIds: [...(chosen(input.courierIds, before?.courierIds) ?? [])],
    driverGroupIds: [...(chosen(input.firstVersionContractIds, before?.driverGroupIds) ?? [])],
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
}
