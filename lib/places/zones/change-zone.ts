import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import type { Origin } from '../../platform/core/origin.ts';
import { namedUsers } from '../../platform/core/reference-refusals.ts';
import { isRefusal, Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import type { FindReferrers } from '../stores/index.ts';
import { planZone } from './plan-zone.ts';
import { findZoneByExternalId, readZone } from './read-zone.ts';
import { zoneExists, zoneInUse } from './refusals.ts';
import { writeZone } from './write-zone.ts';
import { type Zone, zoneEntity } from './zone.ts';
import type { ZoneInput } from './zone-input.ts';

/** Creates a zone. */
export async function createZone(
  deps: CoreDeps,
  origin: Origin,
  input: ZoneInput,
): Promise<Stored<Zone> | Refusal> {
  const { organizationId } = origin;
  const id = deps.ids.next('zone');
  const zone = await planZone(deps, undefined, input, { organizationId, id });
  if (isRefusal(zone)) return zone;
  return commit(
    deps,
    { what: 'zone', id },
    async () =>
      // An earlier attempt of the same request, which has the same id, created it.
      (await deps.table.get(zoneEntity, zone)) ?? writeZone(deps, origin, undefined, zone),
  );
}

/** Changes the fields that were sent; `null` clears one. */
export function updateZone(
  deps: CoreDeps,
  origin: Origin,
  id: string,
  input: ZoneInput,
  expectedVersion?: number,
): Promise<Stored<Zone> | Refusal> {
  return changeZone(deps, origin, id, (stored) => {
    const stale = refuseOtherVersion(expectedVersion, stored);
    const { organizationId } = origin;
    return stale ?? planZone(deps, stored.value, input, { organizationId, id });
  });
}

/** Creates or changes zones by external id; one without an external id is new. One refused row refuses all rows. */
export async function upsertZones(
  deps: CoreDeps,
  origin: Origin,
  rows: readonly ZoneInput[],
  expectedVersion?: number,
): Promise<readonly Stored<Zone>[] | Refusal> {
  const { organizationId } = origin;
  const find = (row: ZoneInput) =>
    row.externalId == null ? undefined : findZoneByExternalId(deps.table, organizationId, row.externalId);
  for (const [index, row] of rows.entries()) {
    const stored = await find(row);
    const stale = refuseOtherVersion(row.version ?? expectedVersion, stored ?? { version: 0 });
    if (stale) return naming(index, stale);
    const id = stored?.value.id ?? 'zone_new';
    const planned = await planZone(deps, stored?.value, row, { organizationId, id });
    if (isRefusal(planned)) return naming(index, planned);
  }
  const written: Stored<Zone>[] = [];
  for (const [index, row] of rows.entries()) {
    const change = ({ value }: Stored<Zone>) =>
      updateZone(deps, origin, value.id, row, row.version ?? expectedVersion);
    const before = await find(row);
    let zone = before ? await change(before) : await createZone(deps, origin, row);
    if (!before && isRefusal(zone) && zone.kind === zoneExists.kind) {
      // Another request created it meanwhile.
      const other = await find(row);
      if (other) zone = await change(other);
    }
    if (isRefusal(zone)) return naming(index, zone);
    written.push(zone);
  }
  return written;
}

/** Deletes a zone to which nothing refers. */
export async function deleteZone(
  deps: CoreDeps & { readonly findReferrers: readonly FindReferrers[] },
  owner: { readonly organizationId: string; readonly listShards: number },
  origin: Origin,
  id: string,
  expectedVersion?: number,
): Promise<Stored<Zone> | Refusal> {
  const stored = await readZone(deps.table, owner.organizationId, id);
  if (isRefusal(stored)) return stored;
  const found = await Promise.all(deps.findReferrers.map((find) => find(owner, id)));
  const { usedBy, named } = namedUsers(found.flat());
  if (usedBy.length > 0) {
    return zoneInUse(`Zone "${id}" is used by ${named}. Change or end these first.`, { usedBy });
  }
  return changeZone(deps, origin, id, async (present) => {
    const stale = refuseOtherVersion(expectedVersion, present);
    return stale ?? { ...present.value, isDeleted: true, updatedAt: toInstant(deps.clock.now()) };
  });
}

async function changeZone(
  deps: CoreDeps,
  origin: Origin,
  id: string,
  plan: (stored: Stored<Zone>) => Promise<Zone | Refusal> | Zone | Refusal,
): Promise<Stored<Zone> | Refusal> {
  return commit(deps, { what: 'zone', id }, async () => {
    const stored = await readZone(deps.table, origin.organizationId, id);
    if (isRefusal(stored)) return stored;
    const next = await plan(stored);
    return isRefusal(next) ? next : writeZone(deps, origin, stored, next);
  });
}

function naming(index: number, { kind, message, details }: Refusal): Refusal {
  return new Refusal(kind, `zones[${index}]: ${message}`, { ...details, index });
}
