import type { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect, it } from 'vitest';
import { tellingItems } from '../../../../../functions/compose/telling-items.ts';
import { silentLog } from '../../../../../lib/platform/core/log.ts';
import {
  eventRoutesOf,
  eventsWith,
  type Heard,
  heardBy,
  type RouterDeps,
  routeEvents,
  routingTable,
} from '../../../../../lib/platform/events/index.ts';

/** The stream record of the `n`th event. */
function inserted(n: number, name: string, says: Record<string, unknown> = {}): DynamoDBRecord {
  const data = {
    id: `evt_${n}`,
    name,
    organizationId: 'org_a',
    aggregateType: 'order',
    aggregateId: 'ord_1',
    occurredAt: '2026-11-22T10:00:00.000Z',
    data: says,
  };
  return {
    eventName: 'INSERT',
    dynamodb: { SequenceNumber: String(n), NewImage: marshall({ type: 'event', data }) },
  } as DynamoDBRecord;
}

/**
 * Routes the records. Returns what each queue got, and where the stream must resume. `refuses` says which entries fail.
 */
async function routed(
  records: readonly DynamoDBRecord[],
  refuses: (queue: string, id: string) => boolean,
  listeners: RouterDeps['listeners'] = async () => async () => false,
) {
  const got: Record<string, string[]> = {};
  const queue = {
    async send({ input }: SendMessageBatchCommand) {
      const { QueueUrl = '', Entries = [] } = input;
      expect(Entries.length).toBeLessThanOrEqual(10);
      const ids = Entries.map(({ MessageBody = '' }) => JSON.parse(MessageBody).id as string);
      if (ids.some((id) => refuses(QueueUrl, `${id}!`))) throw new Error('The queue does not answer.');
      got[QueueUrl] = [...(got[QueueUrl] ?? []), ...ids.filter((id) => !refuses(QueueUrl, id))];
      const Failed = Entries.filter((_, index) => refuses(QueueUrl, ids[index]!));
      return { Failed };
    },
  } as unknown as SQSClient;
  const consumer = (name: string, ...events: string[]) => ({
    name,
    consumes: events.map((event) => ({ name: event, summary: '' })),
  });
  const picky = {
    name: 'picky',
    consumes: [eventsWith({ name: 'made', summary: '' }, { by: 'own', isNew: true })],
  };
  const patient = {
    name: 'patient',
    consumes: [
      heardBy({ name: 'made', summary: '' }, { name: 'own' }, ['made', 'any']),
      { name: 'moved', summary: '' },
    ],
  };
  const consumers = [consumer('both', 'made', 'moved'), consumer('one', 'made'), picky, patient];
  const routes = routingTable(eventRoutesOf(consumers), 'https://queues/dev-');
  const { batchItemFailures } = await routeEvents(
    { routes, queue, log: silentLog, listeners, telling: tellingItems },
    records,
  );
  return { got, beginsAgainAt: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
}

it('every queue gets the events that it takes, ten at a time and in order, and nothing else', async () => {
  const records = Array.from({ length: 23 }, (_, n) => inserted(n, n % 2 === 0 ? 'made' : 'moved'));
  const writtenAgain = { ...inserted(23, 'made'), eventName: 'MODIFY' } as DynamoDBRecord;
  const expired = { ...inserted(30, 'made'), eventName: 'REMOVE' } as DynamoDBRecord;
  const all = [...records, writtenAgain, expired, inserted(31, 'unheard')];
  const { got, beginsAgainAt } = await routed(all, () => false);
  expect(got['https://queues/dev-both']).toEqual([...records, writtenAgain].map((_, n) => `evt_${n}`));
  expect(got['https://queues/dev-one']).toEqual(
    got['https://queues/dev-both']!.filter((_, n) => n % 2 === 0 || n === 23),
  );
  expect(beginsAgainAt).toEqual([]);
});

it('the stream begins again at the first event that a queue refused, in the order of the stream', async () => {
  const records = [0, 1, 2, 3].map((n) => inserted(n, 'made'));
  const refused = (queue: string, id: string) =>
    (queue.endsWith('-one') && id === 'evt_2') || (queue.endsWith('-both') && id === 'evt_3');
  expect((await routed(records, refused)).beginsAgainAt).toEqual(['2']);
});

it('the stream begins again at the first event of a call that failed, and the other queues get theirs', async () => {
  const records = Array.from({ length: 12 }, (_, n) => inserted(n, 'made'));
  const { got, beginsAgainAt } = await routed(
    records,
    (queue, id) => queue.endsWith('-both') && id === 'evt_11!',
  );
  expect(beginsAgainAt).toEqual(['10']);
  expect(got['https://queues/dev-one']).toHaveLength(12);
  expect(got['https://queues/dev-both']).toHaveLength(10);
});

it('a worker that asked for some events of a kind gets those whose data say so', async () => {
  const records = [
    inserted(0, 'made'),
    inserted(1, 'made', { by: 'own', isNew: true, more: 1 }),
    inserted(2, 'made', { by: 'own' }),
    inserted(3, 'made', { by: 'other', isNew: true }),
    inserted(4, 'moved', { by: 'own', isNew: true }),
  ];
  const { got } = await routed(records, () => false);
  expect(got['https://queues/dev-picky']).toEqual(['evt_1']);
  expect(got['https://queues/dev-one']).toHaveLength(4);
});

it('47 2: an event goes to a worker of listeners only while somebody in its organization listens', async () => {
  const records = [inserted(0, 'made'), inserted(1, 'moved'), inserted(2, 'made'), inserted(3, 'made')];
  const asked: string[] = [];
  const listeners = async (organizationId: string) => {
    asked.push(organizationId);
    return async ({ by, as }: Heard) => by === 'own' && as.includes('any');
  };
  const without = await routed(records, () => false);
  expect(without.got['https://queues/dev-patient']).toEqual(['evt_1']);
  expect(without.got['https://queues/dev-one']).toHaveLength(3);
  const withOne = await routed(records, () => false, listeners);
  expect(withOne.got['https://queues/dev-patient']).toEqual(['evt_0', 'evt_1', 'evt_2', 'evt_3']);
  expect(asked).toEqual(['org_a']);
});

it('47 2: an event is sent when the listeners of its organization cannot be read', async () => {
  const { got } = await routed(
    [inserted(0, 'made')],
    () => false,
    async () => {
      throw new Error('The table does not answer.');
    },
  );
  expect(got['https://queues/dev-patient']).toEqual(['evt_0']);
});
