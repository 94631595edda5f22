import { type AuditedChange, auditedChange } from '../../platform/audit/index.ts';
import type { Origin } from '../../platform/core/origin.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, type Operation, remove, type Stored, save, type Table } from '../../platform/table/index.ts';
import { indexKeysOf } from './area/coverage.ts';
import { zoneExists } from './refusals.ts';
import { type StoreZone, storeZoneEntity, type Zone, zoneEntity, zoneExternalIdEntity } from './zone.ts';
import { changeIndexInSteps, planIndexChange } from './zone-index.ts';

/** Index entries that are written together with their zone: with the other members they fit into one transaction. */
const TOGETHER = 50;

/**
 * Writes a zone with everything by which it is found, or refuses; undefined when another writer was faster. A zone with
 * hundreds of postcodes is entered under new names before it is changed, and removed from old ones afterwards, so that
 * it is always found.
 */
export async function writeZone(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  origin: Origin,
  before: Stored<Zone> | undefined,
  next: Zone,
): Promise<Stored<Zone> | Refusal | undefined> {
  const { organizationId, id } = next;
  const change = indexChange(before?.value, next);
  const isLarge = change.added.length + change.removed.length > TOGETHER;
  if (isLarge) {
    const refusal = await changeIndexInSteps({ table, clock }, organizationId, id, {
      added: change.added,
      removed: [],
    });
    if (refusal) return refusal;
  }
  const index = isLarge ? [] : await planIndexChange(table, organizationId, id, change);
  if (isRefusal(index)) return index;
  const claims = await planClaim(table, before?.value, next);
  if (isRefusal(claims)) return claims;
  const outcome = await table.write([
    save(zoneEntity, before, next),
    ...claims,
    ...(await planStores(table, before?.value, next)),
    ...index,
    auditedChange(origin, toldZone(before?.value, next)),
  ]);
  if (!outcome.ok) return undefined;
  if (isLarge)
    await changeIndexInSteps({ table, clock }, organizationId, id, { added: [], removed: change.removed });
  return { value: next, version: (before?.version ?? 0) + 1 };
}

function indexChange(before: Zone | undefined, next: Zone) {
  const present = before && !before.isDeleted ? indexKeysOf(before.coverageArea) : [];
  const wanted = next.isDeleted ? [] : indexKeysOf(next.coverageArea);
  return {
    added: wanted.filter((key) => !present.includes(key)),
    removed: present.filter((key) => !wanted.includes(key)),
  };
}

/** Moves the claim of the external id along. Up to 2 reads, only when it changes. */
async function planClaim(
  table: Table,
  before: Zone | undefined,
  next: Zone,
): Promise<readonly Operation[] | Refusal> {
  const { organizationId, id: zoneId } = next;
  const wanted = next.isDeleted ? undefined : next.externalId;
  if (before?.externalId === wanted) return [];
  const operations: Operation[] = [];
  if (wanted !== undefined) {
    const key = { organizationId, externalId: wanted };
    const taken = await table.get(zoneExternalIdEntity, key);
    if (taken) {
      return zoneExists(
        `externalId is "${wanted}", which belongs to ${taken.value.zoneId}. Send another one, or use it in an upsert.`,
        {
          externalId: wanted,
          id: taken.value.zoneId,
        },
      );
    }
    operations.push(create(zoneExternalIdEntity, { ...key, zoneId }));
  }
  if (before?.externalId !== undefined) {
    const claim = await table.get(zoneExternalIdEntity, { organizationId, externalId: before.externalId });
    if (claim?.value.zoneId === zoneId) operations.push(remove(zoneExternalIdEntity, claim));
  }
  return operations;
}

/** Keeps the list of zones of each store up to date. 1 read, only when stores are or were named. */
async function planStores(table: Table, before: Zone | undefined, next: Zone): Promise<readonly Operation[]> {
  const wanted = new Map(
    (next.isDeleted ? [] : next.storeLocationAssociations).map((one) => [one.storeLocationId, one] as const),
  );
  const present = before?.isDeleted ? [] : (before?.storeLocationAssociations ?? []);
  const ids = [...new Set([...wanted.keys(), ...present.map(({ storeLocationId }) => storeLocationId)])];
  if (ids.length === 0) return [];
  const { organizationId, id: zoneId } = next;
  const stored = await table.getMany(
    storeZoneEntity,
    ids.map((storeLocationId) => ({ organizationId, storeLocationId, zoneId })),
  );
  return ids.flatMap((storeLocationId, index) => {
    const one = wanted.get(storeLocationId);
    const known: Stored<StoreZone> | undefined = stored[index];
    if (one) return [save(storeZoneEntity, known, { ...one, organizationId, zoneId })];
    return known ? [remove(storeZoneEntity, known)] : [];
  });
}

/** Entry of the audit log. Encoded polygons would tell nobody anything, so a changed area is shown as its new id. */
export function toldZone(before: Zone | undefined, next: Zone): AuditedChange {
  const shown = ({ coverageArea: { polygons: _, ...area }, ...zone }: Zone) => ({
    ...zone,
    coverageArea: area,
  });
  return {
    entityType: 'zone',
    entityId: next.id,
    action: next.isDeleted ? 'deleted' : before ? 'updated' : 'created',
    at: next.updatedAt,
    before: before ? shown(before) : null,
    after: next.isDeleted ? null : shown(next),
  };
}
