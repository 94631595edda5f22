import type { Referrer } from '../../../platform/core/reference-refusals.ts';
import type { Table } from '../../../platform/table/index.ts';
import { settingsPartition } from '../destinations/destination.ts';
import { type NotificationTrigger, triggerEntity } from './trigger.ts';

/** The triggers that are limited to a dispatch strategy. 1 call. */
export function findTriggersOfStrategy(
  table: Table,
  organizationId: string,
  strategyId: string,
): Promise<readonly Referrer[]> {
  return referringTriggers(table, organizationId, ({ optionsGroupIds }) =>
    optionsGroupIds.includes(strategyId),
  );
}

/** The triggers that are limited to zones, or that watch couriers entering and leaving them. 1 call. */
export function findTriggersOfZone(
  table: Table,
  organizationId: string,
  zoneId: string,
): Promise<readonly Referrer[]> {
  return referringTriggers(table, organizationId, ({ zoneIds, parameters }) => {
    const watched = parameters.zoneIds;
    return zoneIds.includes(zoneId) || (Array.isArray(watched) && watched.includes(zoneId));
  });
}

async function referringTriggers(
  table: Table,
  organizationId: string,
  refers: (trigger: NotificationTrigger) => boolean,
): Promise<readonly Referrer[]> {
  const settings = await table.readAggregate(settingsPartition(organizationId));
  return settings
    .all(triggerEntity)
    .filter(({ value }) => refers(value))
    .map(({ value }) => ({ type: 'notification_trigger', id: value.id }));
}
