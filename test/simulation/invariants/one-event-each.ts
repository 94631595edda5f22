import { WEBHOOK_EVENT_TYPES } from '../../../lib/reactions/webhooks/index.ts';
import { defineInvariant } from './define-invariant.ts';

const told = new Set<string>(WEBHOOK_EVENT_TYPES);

export const oneEventEach = defineInvariant({
  name: 'one-event-each',
  number: 5,
  sentence: 'Each status of a delivery or a task has exactly one event.',
  atEnd({ world }, report) {
    const events = world
      .items('event')
      .map(({ data }) => data as { name: string; data: Record<string, unknown> });
    const count = (name: string, field: string, id: unknown) =>
      events.filter((event) => event.name === name && event.data[field] === id).length;
    for (const { data: delivery } of world.items('delivery')) {
      for (const { status } of delivery.statusHistory as readonly { status: string }[]) {
        const found = count(`delivery.${status}`, 'deliveryId', delivery.id);
        if (found !== 1) report(`${delivery.id} became ${status}, and there are ${found} events of it.`);
      }
    }
    for (const { data: task } of world.items('task')) {
      const name = `task.${task.status}`;
      if (task.status === 'created') continue;
      const found = count(name, 'taskId', task.id);
      if (found !== 1) report(`${task.id} is ${task.status}, and there are ${found} events of it.`);
    }
  },
});

export const everybodyHears = defineInvariant({
  name: 'everybody-hears',
  number: 5,
  sentence: 'An endpoint that is there from the beginning gets each message at least once.',
  atEnd({ world, merchants, receivers }, report) {
    const got = new Set(receivers.received.map(({ url, id }) => `${url} ${id}`));
    const messages = world.items('webhookMessage').map(({ data }) => data);
    const byEvent = new Map(messages.map((message) => [message.eventId, message]));
    for (const { organizationId, known } of merchants) {
      const [first] = known.endpoints;
      if (!first) continue;
      for (const { data: event } of world.items('event')) {
        if (event.organizationId !== organizationId || !told.has(String(event.name))) continue;
        const message = byEvent.get(event.id);
        if (!message) report(`${event.name} [${event.id}] of ${event.aggregateId} has no message.`);
        else if (!got.has(`${first.url} ${message.id}`))
          report(`${first.url} never got ${message.id} (${event.name}).`);
      }
    }
  },
});
