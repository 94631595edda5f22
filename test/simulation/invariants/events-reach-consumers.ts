import { eventListeners } from '../../../functions/compose/event-listeners.ts';
import { eventRoutes } from '../../../functions/compose/event-routes.ts';
import { queueWorkers } from '../../../functions/workers/index.ts';
import { type EventRecord, eventEntity, type Heard, isMeant } from '../../../lib/platform/events/index.ts';
import { aggregateOf, partitionPattern } from '../../../lib/platform/table/index.ts';
import { eventOfItem } from '../../support/event-of-item.ts';
import type { World } from '../world/world.ts';
import { dataOf, defineInvariant } from './define-invariant.ts';

/** Number of the last change of each partition, and the events by their ids with that of the change that they were written with. */
interface Changes {
  readonly ofPartitions: Map<string, number>;
  readonly events: Map<string, { readonly event: EventRecord; readonly sequence: number }>;
}

const changesOf = new WeakMap<World, Changes>();

export const eventsReachConsumers = defineInvariant({
  name: 'events-reach-consumers',
  number: 5,
  sentence:
    'Each event reaches every worker that consumes it, unless the worker only wants events with a listener and there is none; and no queue keeps a message for ever.',
  watch({ world }) {
    const changes: Changes = { ofPartitions: new Map(), events: new Map() };
    changesOf.set(world, changes);
    world.listen(({ sequence, keys, before, after }) => {
      const event = after && eventOfItem({ type: String(after.type), data: dataOf(after) ?? {} });
      if (event && !changes.events.has(event.id)) changes.events.set(event.id, { event, sequence });
      if (after?.type !== eventEntity.name || before) changes.ofPartitions.set(String(keys.pk), sequence);
    });
  },
  atEnd({ world, queues }, report) {
    for (const { event, sequence } of changesOf.get(world)!.events.values()) {
      for (const { to, only, heard } of eventRoutes[event.name] ?? []) {
        const isDue = isMeant(event, only) && (!heard || isHeard(world, event, heard, sequence));
        if (isDue && queues.of(to).deliveriesOf(event.id).length === 0)
          report(`${to} never got ${event.name} of ${event.aggregateId} [${event.id}].`);
      }
    }
    for (const { name } of queueWorkers) {
      for (const body of queues.of(name).waiting())
        report(`${name} was never done with ${body.slice(0, 300)}`);
    }
  },
});

/** Whether somebody listened to an event all the time: the settings are the same as when it was written. */
function isHeard(
  world: World,
  { organizationId }: EventRecord,
  { by, as }: Heard,
  sequence: number,
): boolean {
  const listeners = eventListeners.find(({ name }) => name === by);
  const { ofPartitions } = changesOf.get(world)!;
  return as.some((key) => {
    const partition = listeners!.partition(organizationId, key);
    const pk = partitionPattern(partition).replace('*', partition.id);
    if ((ofPartitions.get(pk) ?? 0) > sequence) return false;
    const items = world.partition(pk) as Parameters<typeof aggregateOf>[0];
    return listeners!.hear(aggregateOf(items, world.now()))(key);
  });
}
