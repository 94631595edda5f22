import type { Referrer } from '../../../platform/core/reference-refusals.ts';
import type { Table } from '../../../platform/table/index.ts';
import { settingsPartition } from '../destinations/destination.ts';
import { triggerEntity } from './trigger.ts';

/** The triggers that are limited to zones, or that watch couriers entering and leaving them. 1 call. */
export async function findTriggersOfZone(
  table: Table,
  organizationId: string,
  zoneId: string,
): Promise<readonly Referrer[]> {
  const settings = await table.readAggregate(settingsPartition(organizationId));
  return settings
    .all(triggerEntity)
    .filter(({ value: { zoneIds, parameters } }) => {
      const watched = parameters.zoneIds;
      return zoneIds.includes(zoneId) || (Array.isArray(watched) && watched.includes(zoneId));
    })
    .map(({ value }) => ({ type: 'notification_trigger', id: value.id }));
}
