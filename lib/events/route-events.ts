import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import type { Log } from '../core/log.ts';
import { type EventRecord, eventEntity } from './define-event.ts';

/** URLs of the queues that get an event, by its name. */
export type RoutingTable = ReadonlyMap<string, readonly string[]>;

/** Environment variable with the routes: JSON of queue URL to names of events, written by the stack. */
export const ROUTES_VARIABLE = 'ROUTES';

/** The routing table from the stack's variable. */
export function parseRoutes(json: string): RoutingTable {
  const table = new Map<string, string[]>();
  for (const [queueUrl, names] of Object.entries(routesSchema.parse(JSON.parse(json)))) {
    for (const name of names) table.set(name, [...(table.get(name) ?? []), queueUrl]);
  }
  return table;
}

const routesSchema = z.record(z.string(), z.array(z.string()));

/** SQS takes at most 10 messages in one call. */
const SEND_BATCH = 10;

/**
 * Hands the events that were written, or written again, to their queues, in stream order. When a send fails, the stream
 * is told to deliver again from the first event that did not get everywhere; queues may then see an event twice.
 */
export async function routeEvents(
  records: readonly DynamoDBRecord[],
  deps: { routes: RoutingTable; queue: SQSClient; log: Log },
): Promise<DynamoDBBatchResponse> {
  const sends = new Map<string, { event: EventRecord; sequenceNumber: string }[]>();
  for (const record of records) {
    const event = eventOf(record);
    for (const queue of (event && deps.routes.get(event.name)) ?? []) {
      const waiting = sends.get(queue) ?? [];
      if (event) waiting.push({ event, sequenceNumber: record.dynamodb?.SequenceNumber ?? '' });
      sends.set(queue, waiting);
    }
  }
  const failed = (
    await Promise.all([...sends].map(([queue, events]) => sendAll(queue, events, deps)))
  ).flat();
  const order = records.map((record) => record.dynamodb?.SequenceNumber ?? '');
  const first = order.find((sequenceNumber) => failed.includes(sequenceNumber));
  return { batchItemFailures: first === undefined ? [] : [{ itemIdentifier: first }] };
}

async function sendAll(
  queue: string,
  events: readonly { event: EventRecord; sequenceNumber: string }[],
  deps: { queue: SQSClient; log: Log },
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (let start = 0; start < events.length; start += SEND_BATCH) {
    const batch = events.slice(start, start + SEND_BATCH);
    try {
      const reply = await deps.queue.send(
        new SendMessageBatchCommand({
          QueueUrl: queue,
          Entries: batch.map(({ event }, index) => ({
            Id: String(index),
            MessageBody: JSON.stringify(event),
            // Standard queues share fairly between groups: one organization's backlog does not delay another's.
            MessageGroupId: event.organizationId,
          })),
        }),
      );
      failed.push(...(reply.Failed ?? []).map(({ Id }) => batch[Number(Id)]?.sequenceNumber ?? ''));
    } catch (error) {
      deps.log.error(
        'router.send-failed',
        'Could not hand events to a queue.',
        { queue, events: batch.length },
        error,
      );
      failed.push(...batch.map(({ sequenceNumber }) => sequenceNumber));
    }
  }
  return failed;
}

function eventOf(record: DynamoDBRecord): EventRecord | undefined {
  const image = record.dynamodb?.NewImage;
  // An event is written again only to be handed out again (`redriveEvents`).
  if (record.eventName === 'REMOVE' || !image || image.type?.S !== eventEntity.name) return undefined;
  const item = unmarshall(image as Record<string, AttributeValue>);
  return eventEntity.definition.schema.parse(item.data);
}
