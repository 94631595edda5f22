import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Aggregate } from '../../platform/table/index.ts';
import { destinationEntity, settingsPartition } from './destinations/destination.ts';
import { triggerEntity } from './triggers/trigger.ts';

/** Settings of the organization, to change or show them. 1 call. */
export async function readSettings({ table }: Pick<CoreDeps, 'table'>, organizationId: string) {
  return settingsIn(await table.readAggregate(settingsPartition(organizationId)));
}

/** The same for an event. 1 call of 1 read unit, as long as nobody changes them. */
export async function settingsForEvent({ table }: Pick<CoreDeps, 'table'>, organizationId: string) {
  return settingsIn(await table.readKept(settingsPartition(organizationId)));
}

function settingsIn(aggregate: Aggregate) {
  return {
    triggers: aggregate.all(triggerEntity),
    destinations: aggregate.all(destinationEntity),
  };
}
