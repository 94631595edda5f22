import { eventRoutes } from '../../../functions/compose/event-routes.ts';
import { queueWorkers } from '../../../functions/workers/index.ts';
import { type EventRecord, isMeant } from '../../../lib/platform/events/index.ts';
import { defineInvariant } from './define-invariant.ts';

export const eventsReachConsumers = defineInvariant({
  name: 'events-reach-consumers',
  number: 5,
  sentence: 'Each event reaches every worker that consumes it, and no queue keeps a message for ever.',
  atEnd({ world, queues }, report) {
    for (const { data } of world.items('event')) {
      const event = data as unknown as EventRecord;
      for (const { to, only } of eventRoutes[event.name] ?? []) {
        if (isMeant(event, only) && queues.of(to).deliveriesOf(event.id).length === 0)
          report(`${to} never got ${event.name} of ${event.aggregateId} [${event.id}].`);
      }
    }
    for (const { name } of queueWorkers) {
      for (const body of queues.of(name).waiting())
        report(`${name} was never done with ${body.slice(0, 300)}`);
    }
  },
});
