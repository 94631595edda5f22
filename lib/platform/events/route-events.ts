import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { Log } from '../core/log.ts';
import { type SentItem, unpackItem } from '../table/index.ts';
import { type EventRecord, eventEntity } from './define-event.ts';
import { type ConsumedEvents, isMeant, type QueueWorker } from './define-queue-worker.ts';
import type { Hears } from './listeners.ts';
import type { Telling } from './telling.ts';

/** One route of an event: to a worker or its queue, and the conditions on its data and its organization. */
interface Way extends Pick<ConsumedEvents, 'only' | 'heard'> {
  readonly to: string;
}

/** URLs of the queues that get an event, by its name. */
export type RoutingTable = ReadonlyMap<string, readonly Way[]>;

/** Names of the workers that consume an event, by its name. */
export type EventRoutes = Readonly<Record<string, readonly Way[]>>;

/** Consumers of events, from the workers. */
export function eventRoutesOf(
  workers: readonly Pick<QueueWorker<never>, 'name' | 'consumes'>[],
): EventRoutes {
  const routes: Record<string, Way[]> = {};
  for (const { name: to, consumes } of workers) {
    for (const { name, only, heard } of consumes) {
      const way = { to, ...(only ? { only } : {}), ...(heard ? { heard } : {}) };
      routes[name] = [...(routes[name] ?? []), way];
    }
  }
  return routes;
}

/** The routing table of an installation: the URL of a queue is `prefix` and the name of its worker. */
export function routingTable(routes: EventRoutes, prefix: string): RoutingTable {
  return new Map(
    Object.entries(routes).map(([name, ways]) => [
      name,
      ways.map(({ to, ...way }) => ({ ...way, to: `${prefix}${to}` })),
    ]),
  );
}

/** SQS accepts at most 10 messages in one call. */
const SEND_BATCH = 10;

/** What routing takes. */
export interface RouterDeps {
  readonly routes: RoutingTable;
  readonly queue: SQSClient;
  readonly log: Log;
  /** Whether somebody in an organization listens to an event. */
  readonly listeners: (organizationId: string) => Promise<Hears>;
  /** Items that are events themselves. */
  readonly telling: readonly Telling[];
  /**
   * Gets every event of a batch once its queues have what they get; must not throw. `listeners` asks once for each
   * organization of the batch.
   */
  readonly onRouted?:
    | ((listeners: RouterDeps['listeners'], events: readonly EventRecord[]) => Promise<void>)
    | undefined;
}

/**
 * Hands the events that were written, or written again, to their queues, in stream order. An event to which nobody in
 * its organization listens goes to no queue of listeners. When a send fails, the stream delivers again from the first
 * event that did not reach every queue; queues may then see an event twice.
 */
export async function routeEvents(
  deps: RouterDeps,
  records: readonly DynamoDBRecord[],
): Promise<DynamoDBBatchResponse> {
  const listeners = askOnce(deps.listeners);
  const isHeard = hearing({ listeners, log: deps.log });
  const telling = new Map(deps.telling.map((one) => [one.entity.name, one]));
  const all: EventRecord[] = [];
  const routed = await Promise.all(
    records.map(async (record) => {
      const event = eventOf(record, telling);
      if (!event) return [];
      all.push(event);
      const ways = (deps.routes.get(event.name) ?? []).filter(({ only }) => isMeant(event, only));
      const heard = await Promise.all(ways.map((way) => isHeard(event, way)));
      const sequenceNumber = record.dynamodb?.SequenceNumber ?? '';
      return ways.filter((_, index) => heard[index]).map(({ to }) => ({ to, event, sequenceNumber }));
    }),
  );
  const sends = Map.groupBy(routed.flat(), ({ to }) => to);
  const failed = (
    await Promise.all([...sends].map(([queue, events]) => sendAll(deps, queue, events)))
  ).flat();
  await deps.onRouted?.(listeners, all);
  const order = records.map((record) => record.dynamodb?.SequenceNumber ?? '');
  const first = order.find((sequenceNumber) => failed.includes(sequenceNumber));
  return { batchItemFailures: first === undefined ? [] : [{ itemIdentifier: first }] };
}

/** The same question, asked once for each organization. */
function askOnce(listeners: RouterDeps['listeners']): RouterDeps['listeners'] {
  const asked = new Map<string, Promise<Hears>>();
  return (organizationId) => {
    const hears = asked.get(organizationId) ?? listeners(organizationId);
    asked.set(organizationId, hears);
    return hears;
  };
}

/** Whether an event has listeners where its way asks for one. */
function hearing({
  listeners,
  log,
}: Pick<RouterDeps, 'listeners' | 'log'>): (event: EventRecord, way: Way) => Promise<boolean> {
  return async ({ organizationId }, { heard }) => {
    if (!heard) return true;
    try {
      return await (await listeners(organizationId))(heard);
    } catch (error) {
      // The consumer looks for itself: an unwanted message costs little, a lost one much.
      log.warn('router.listeners-unknown', 'Could not read who listens; the event is sent.', {
        organizationId,
        reason: String(error),
      });
      return true;
    }
  };
}

async function sendAll(
  deps: { queue: SQSClient; log: Log },
  queue: string,
  events: readonly { event: EventRecord; sequenceNumber: string }[],
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

function eventOf(record: DynamoDBRecord, telling: ReadonlyMap<string, Telling>): EventRecord | undefined {
  const image = record.dynamodb?.NewImage;
  // An event is written again only to deliver it again (`redriveEvents`).
  if (record.eventName === 'REMOVE' || !image) return undefined;
  // What was changed to forget a person says nothing new.
  if (record.eventName === 'MODIFY' && image.forgets?.BOOL === true) return undefined;
  const told = telling.get(image.type?.S ?? '');
  if (!told && image.type?.S !== eventEntity.name) return undefined;
  const { data } = unpackItem(withBytes(unmarshall(image as Record<string, AttributeValue>)));
  if (told) return told.eventOf(data);
  // Changes are only for the audit log, and messages are small.
  const { changes: _, ...event } = eventEntity.definition.schema.parse(data);
  return event;
}

/** Lambda gets the bytes of a record as base64: those of a packed value and of its row in the list. */
function withBytes(item: Record<string, unknown>): SentItem {
  const bytesOf = (part: unknown) => (typeof part === 'string' ? Buffer.from(part, 'base64') : part);
  const row = 'row' in item ? { row: bytesOf(item.row) } : {};
  return { ...item, data: bytesOf(item.data), ...row } as SentItem;
}
