import { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { powertoolsLog } from '../../lib/core/log.ts';
import { parseRoutes, ROUTES_VARIABLE, routeEvents } from '../../lib/events/index.ts';
import { once, requireVariable } from '../../lib/runtime/index.ts';

const deps = once(() => ({
  routes: parseRoutes(requireVariable(ROUTES_VARIABLE)),
  queue: new SQSClient({}),
  log: powertoolsLog('route-events'),
}));

/** The table's stream: hands new events to the queues of the workers that consume them. */
export async function handler(batch: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  return routeEvents(batch.Records, deps());
}
