import { eventListeners } from '../../../functions/compose/event-listeners.ts';
import { eventRoutes } from '../../../functions/compose/event-routes.ts';
import { queueWorkers } from '../../../functions/workers/index.ts';
import { type EventRecord, type Heard, isMeant } from '../../../lib/platform/events/index.ts';
import { aggregateOf, partitionPattern } from '../../../lib/platform/table/index.ts';
import type { World } from '../world/world.ts';
import { defineInvariant } from './define-invariant.ts';

/** Number of the last change of each partition, and that of the change with which an event was written. */
interface Changes {
  readonly ofPartitions: Map<string, number>;
  readonly ofEvents: Map<string, number>;
}

const changesOf = new WeakMap<World, Changes>();

export const eventsReachConsumers = defineInvariant({
  name: 'events-reach-consumers',
  number: 5,
  sentence:
    'Each event reaches every worker that consumes it, unless the worker only wants events with a listener and there is none; and no queue keeps a message for ever.',
  watch({ world }) {
    const changes: Changes = { ofPartitions: new Map(), ofEvents: new Map() };
    changesOf.set(world, changes);
    world.listen(({ sequence, keys, before, after }) => {
      if (after?.type === 'event' && !before) changes.ofEvents.set(String(keys.sk), sequence);
      else changes.ofPartitions.set(String(keys.pk), sequence);
    });
  },
  atEnd({ world, queues }, report) {
    for (const { sk, data } of world.items('event')) {
      const event = data as unknown as EventRecord;
      for (const { to, only, heard } of eventRoutes[event.name] ?? []) {
        const isDue = isMeant(event, only) && (!heard || isHeard(world, event, heard, String(sk)));
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
function isHeard(world: World, { organizationId }: EventRecord, { by, as }: Heard, sk: string): boolean {
  const listeners = eventListeners.find(({ name }) => name === by);
  const { ofPartitions, ofEvents } = changesOf.get(world)!;
  return as.some((key) => {
    const partition = listeners!.partition(organizationId, key);
    const pk = partitionPattern(partition).replace('*', partition.id);
    if ((ofPartitions.get(pk) ?? 0) > (ofEvents.get(sk) ?? 0)) return false;
    const items = world.partition(pk) as Parameters<typeof aggregateOf>[0];
    return listeners!.hear(aggregateOf(items, world.now()))(key);
  });
}
