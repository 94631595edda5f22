import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { changeNotes } from '../../lib/platform/changes/index.ts';
import { listenersIn, queueClient, routeEvents, routingTable } from '../../lib/platform/events/index.ts';
import { coreDeps, once, requireVariable } from '../../lib/platform/runtime/index.ts';
import { eventListeners } from '../compose/event-listeners.ts';
import { eventRoutes } from '../compose/event-routes.ts';
import { madeFrom } from '../compose/made-from.ts';
import { tellingItems } from '../compose/telling-items.ts';

/** A queue's address without the name of its worker. */
const QUEUE_URL_PREFIX = 'QUEUE_URL_PREFIX';

const deps = once(() => {
  const { table, log, clock } = coreDeps();
  return {
    routes: routingTable(eventRoutes, requireVariable(QUEUE_URL_PREFIX)),
    queue: queueClient(),
    log,
    listeners: listenersIn(table, eventListeners),
    telling: tellingItems,
    onRouted: changeNotes({ table, clock, log }, madeFrom),
  };
});

/** The consumer of the table's stream: sends new events to the queues of the workers that consume them. */
export async function handler(batch: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  return routeEvents(deps(), batch.Records);
}
