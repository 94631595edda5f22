import type { Referrer } from '../../../platform/core/reference-refusals.ts';
import type { Table } from '../../../platform/table/index.ts';
import { settingsPartition } from '../destinations/destination.ts';
import { triggerEntity } from './trigger.ts';

/** The triggers that are limited to a dispatch strategy. 1 call. */
export async function findTriggersOfStrategy(
  table: Table,
  organizationId: string,
  strategyId: string,
): Promise<readonly Referrer[]> {
  const settings = await table.readAggregate(settingsPartition(organizationId));
  return settings
    .all(triggerEntity)
    .filter(({ value }) => value.optionsGroupIds.includes(strategyId))
    .map(({ value }) => ({ type: 'notification_trigger', id: value.id }));
}
