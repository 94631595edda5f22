import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { powertoolsLog } from '../../lib/platform/core/log.ts';
import { queueClient, routeEvents, routingTable } from '../../lib/platform/events/index.ts';
import { once, requireVariable } from '../../lib/platform/runtime/index.ts';
import { eventRoutes } from '../compose/event-routes.ts';

/** A queue's address without the name of its worker. */
const QUEUE_URL_PREFIX = 'QUEUE_URL_PREFIX';

const deps = once(() => ({
  routes: routingTable(eventRoutes, requireVariable(QUEUE_URL_PREFIX)),
  queue: queueClient(),
  log: powertoolsLog('route-events'),
}));

/** The consumer of the table's stream: sends new events to the queues of the workers that consume them. */
export async function handler(batch: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  return routeEvents(deps(), batch.Records);
}
