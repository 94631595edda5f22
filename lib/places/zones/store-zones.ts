import { auditedChange } from '../../platform/audit/index.ts';
import type { Origin } from '../../platform/core/origin.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import { type Operation, remove, replace, save, type Table } from '../../platform/table/index.ts';
import { invalidZone, unknownZoneReferences } from './refusals.ts';
import { toldZone } from './write-zone.ts';
import { MAX_ZONE_STORES, type StoreZone, storeZoneEntity, storeZonesPartition, zoneEntity } from './zone.ts';
import { readZones } from './zones-at.ts';

/** A zone that a store serves, from one date to another; null = no bound. */
export type ZoneOfStore = Pick<StoreZone, 'zoneId' | 'startDate' | 'endDate'>;

/**
 * Maximum number of zones whose stores one write changes: with the store's own writes they fit into one transaction.
 */
const MAX_ZONES = 25;

/** The zones that a store serves, now or at another time. 1 call. */
export async function zonesOfStore(
  table: Table,
  organizationId: string,
  storeLocationId: string,
): Promise<readonly ZoneOfStore[]> {
  const zones = await table.readAggregate(storeZonesPartition(organizationId, storeLocationId));
  return zones
    .all(storeZoneEntity)
    .map(({ value: { zoneId, startDate, endDate } }) => ({ zoneId, startDate, endDate }));
}

/** The writes by which a store serves exactly these zones, or which of the zones do not exist. 2 calls. */
export async function planStoreZones(
  table: Table,
  origin: Origin,
  storeLocationId: string,
  wanted: readonly ZoneOfStore[],
  at: string,
): Promise<readonly Operation[] | Refusal> {
  const { organizationId } = origin;
  const present = (await table.readAggregate(storeZonesPartition(organizationId, storeLocationId))).all(
    storeZoneEntity,
  );
  const after = new Map(wanted.map((one) => [one.zoneId, one] as const));
  const before = new Map(present.map((stored) => [stored.value.zoneId, stored] as const));
  const changed = [...new Set([...after.keys(), ...before.keys()])].filter((zoneId) => {
    const { startDate, endDate } = before.get(zoneId)?.value ?? {};
    return !sameValue(after.get(zoneId), before.has(zoneId) ? { zoneId, startDate, endDate } : undefined);
  });
  if (changed.length > MAX_ZONES) {
    return invalidZone(
      `This would change ${changed.length} zones of the store location. Change at most ${MAX_ZONES} at once.`,
      {
        field: 'zoneIds',
      },
    );
  }
  const zones = await readZones(table, organizationId, changed);
  const unknownIds = changed.filter((id, index) => after.has(id) && (zones[index]?.value.isDeleted ?? true));
  if (unknownIds.length > 0) {
    return unknownZoneReferences(
      `Unknown zones: ${unknownIds.join(', ')}. Nothing was changed. Send ids of zones that exist.`,
      { unknownIds },
    );
  }
  const operations: Operation[] = [];
  for (const [index, zoneId] of changed.entries()) {
    const [zone, one, stored] = [zones[index], after.get(zoneId), before.get(zoneId)];
    if (zone && !zone.value.isDeleted) {
      const others = zone.value.storeLocationAssociations.filter(
        (other) => other.storeLocationId !== storeLocationId,
      );
      if (one && others.length >= MAX_ZONE_STORES) {
        return invalidZone(
          `The zone ${zoneId} already has ${others.length} store locations, which is the limit.`,
          {
            field: 'zoneIds',
          },
        );
      }
      const own = one ? [{ storeLocationId, startDate: one.startDate, endDate: one.endDate }] : [];
      const next = { ...zone.value, storeLocationAssociations: [...others, ...own], updatedAt: at };
      operations.push(replace(zoneEntity, zone, next), auditedChange(origin, toldZone(zone.value, next)));
    }
    if (one) operations.push(save(storeZoneEntity, stored, { ...one, organizationId, storeLocationId }));
    else if (stored) operations.push(remove(storeZoneEntity, stored));
  }
  return operations;
}
