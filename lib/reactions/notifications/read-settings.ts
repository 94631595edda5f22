import type { CoreDeps } from '../../platform/runtime/index.ts';
import { destinationEntity, settingsPartition } from './destinations/destination.ts';
import { triggerEntity } from './triggers/trigger.ts';

/** Settings of the organization. 1 call. */
export async function readSettings({ table }: Pick<CoreDeps, 'table'>, organizationId: string) {
  const aggregate = await table.readAggregate(settingsPartition(organizationId));
  return {
    triggers: aggregate.all(triggerEntity),
    destinations: aggregate.all(destinationEntity),
  };
}
