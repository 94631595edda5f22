import { gunzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, vi } from 'vitest';
import { OPERATOR_ACCESS_KEY } from '../../cdk/local/aws-endpoint/answer-aws-calls.ts';
import { localTable } from '../../cdk/local/local-table.ts';
import { s3Bucket } from '../../lib/platform/storage/index.ts';
import { type SentItem, unpackItem } from '../../lib/platform/table/index.ts';
import { act, chain } from '../support/automations.ts';
import { type DispatchStory, eventually } from '../support/dispatch-story.ts';
import { type Delivered, driveToDoor } from '../support/drive-to-door.ts';
import { validOrder } from '../support/orders-api.ts';
import { type Recurring, recurringBread } from '../support/recurring-bread.ts';
import type { TestCloud } from '../support/running-cloud.ts';
import { scenario } from '../support/scenario.ts';

scenario.override('skipsWaits', { scope: 'file' }, true);

/** The recipient who wants to be forgotten. */
const ANN = {
  dropoffFirstName: 'Annabella',
  dropoffLastName: 'Leeworthy',
  dropoffPhoneNumber: '+14155550123',
  dropoffEmail: 'annabella@leeworthy.example',
  dropoffAddressNumber: '8123',
  dropoffAddressFormattedStreet: 'Quarrystone Lane',
  dropoffLat: 37.757_613,
  dropoffLng: -122.421_287,
  dropoffInstructions: 'Ring twice, Leeworthy on the third floor',
  orderMetadata: { customer_id: 'cus-annabella-77' },
};

/** Another one of the same first name in the same street, who stays. */
const OTHER = {
  ...ANN,
  dropoffLastName: 'Smith',
  dropoffPhoneNumber: '+14155550188',
  dropoffEmail: 'other@smith.example',
  dropoffInstructions: 'Ring once',
  orderMetadata: {},
};

/** What nobody may find afterwards, in any spelling. */
const GONE = [/annabella@leeworthy/i, /leeworthy/i, /415\D{0,3}555\D{0,2}0123/, /cus-annabella-77/];

/** What only items about the other one may contain; of coordinates, those at the door too. */
const SHARED = [/annabella/i, /quarrystone lane/i, /37\.757[56]\d|122\.421[23]\d/];

interface Activity {
  readonly id: string;
  readonly status: string;
  readonly result: {
    readonly masked: Readonly<Record<string, number>>;
    readonly deleted: Readonly<Record<string, number>>;
    readonly exported: Readonly<Record<string, number>>;
    readonly stillUnderWay: readonly string[];
    readonly files: readonly string[];
  } | null;
  readonly error: { readonly message: string } | null;
}

/** The bucket of the local cloud, for the person at the laptop. */
function bucketOf({ cloud }: TestCloud) {
  const name = Object.values(cloud.outputs).find((of) => of.BucketName)?.BucketName;
  vi.stubEnv('BUCKET_NAME', name);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', cloud.awsEndpoint);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', OPERATOR_ACCESS_KEY);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  return s3Bucket(cloud.clock);
}

/** Every byte of the table, unpacked, and of the bucket, uncompressed, by where it lies. */
async function everything(local: TestCloud, organizationId: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const { client, tableName } = localTable(local.cloud.awsEndpoint, local.cloud.tableName());
  const table = DynamoDBDocumentClient.from(new DynamoDBClient(client));
  let start: Record<string, unknown> | undefined;
  do {
    const reply = await table.send(new ScanCommand({ TableName: tableName, ExclusiveStartKey: start }));
    // Its keys and those of its indexes too: they are not part of what is unpacked.
    for (const item of reply.Items ?? [])
      found.set(
        `${item.pk} ${item.sk}`,
        JSON.stringify([{ ...item, data: undefined }, item.data ? unpackItem(item as SentItem) : null]),
      );
    start = reply.LastEvaluatedKey;
  } while (start);
  table.destroy();
  const bucket = bucketOf(local);
  let after: string | undefined;
  for (;;) {
    const keys = await bucket.list(organizationId, after);
    if (keys.length === 0) return found;
    for (const key of keys) {
      const content = Buffer.from((await bucket.get(organizationId, key)) ?? []);
      const text = key.endsWith('.gz') ? gunzipSync(content) : content;
      found.set(`bucket ${key}`, text.toString('latin1'));
    }
    after = keys.at(-1);
  }
}

function placesWith(all: ReadonlyMap<string, string>, pattern: RegExp): readonly string[] {
  return [...all].filter(([, text]) => pattern.test(text)).map(([place]) => place);
}

/** Kinds of items with something, and the folders of files. */
function kindsWith(all: ReadonlyMap<string, string>, pattern: RegExp): readonly string[] {
  const kinds = placesWith(all, pattern).map((place) =>
    place.startsWith('bucket ')
      ? place.slice(0, place.indexOf('/'))
      : (JSON.parse(all.get(place) ?? '') as [{ type: string }])[0].type,
  );
  return [...new Set(kinds)].toSorted();
}

async function ended(story: DispatchStory, id: string): Promise<Activity> {
  return eventually(
    () => story.call<Activity>('GET', `/v1/activities/${id}`),
    ({ status }) => status === 'SUCCESS' || status === 'FAILED',
  );
}

async function run(story: DispatchStory, what: 'exports' | 'erasures', person: object): Promise<Activity> {
  const { id } = await story.call<Activity>('POST', `/v1/activities/${what}`, person);
  return ended(story, id);
}

/** An address with the contact, which text messages shorten. */
const RATE_IT = 'https://shop.example/was/everything/all/right?for={{customer.email}}';

/** The messages of the customer, which name the customer. */
async function notifyCustomers(story: DispatchStory): Promise<void> {
  const { id } = await story.call<{ id: string }>('POST', '/v1/notification-groups', {
    name: 'Customer',
    channels: [
      { type: 'email', recipients: ['{{customer.email}}'] },
      { type: 'sms', recipients: ['{{customer.phone_number}}'] },
    ],
  });
  await story.call('POST', '/v1/notification-triggers', {
    type: 'delivery_status_transition',
    name: 'Arrived',
    notificationGroupIds: [id],
    message: `Dear {{customer.first_name}}, it was delivered. Rate it: ${RATE_IT}`,
    parameters: { deliveryStatus: 'dropoff_complete' },
  });
}

async function delivered(story: DispatchStory, fields: object): Promise<{ id: string; jobId: string }> {
  const order = await story.order(fields);
  await eventually(
    () => story.tasks(order.id),
    (tasks) => tasks.some(({ status }) => status === 'completed'),
  );
  const { jobId } = await story.read(order.id);
  return { id: order.id, jobId: String(jobId) };
}

/** A picture of the door, as the proof of the delivery. */
async function photograph(story: DispatchStory, orderId: string): Promise<void> {
  const picture = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.from('a door; Exif: Annabella Leeworthy'),
  ]);
  const [task] = await story.tasks(orderId);
  const { id, upload: link } = await story.call<{
    id: string;
    upload: { url: string; headers: Record<string, string> };
  }>('POST', `/v1/deliveries/${task?.delivery?.id}/documents`, {
    type: 'proof_of_delivery',
    contentType: 'image/jpeg',
    sizeBytes: picture.length,
  });
  await fetch(link.url, { method: 'PUT', body: picture, headers: link.headers });
  await story.call('POST', `/v1/documents/${id}/complete`, {});
}

async function upload(story: DispatchStory, dispatchStrategyId: string): Promise<void> {
  const { id, uploadUrl } = await story.call<{ id: string; uploadUrl: string }>('POST', '/v1/uploads', {
    kind: 'orders',
    fileName: 'orders.csv',
  });
  const rows = [
    'Order number,Name,Dropoff address,Dropoff phone,Email,Value',
    'A-1,Annabella Leeworthy,"8123 Quarrystone Lane, San Francisco, CA 94110",(415) 555-0123,annabella@leeworthy.example,25.90',
    'A-2,Bob Brown,"100 Market Street, San Francisco, CA 94105",+14155550177,bob@brown.example,12.00',
  ];
  await fetch(uploadUrl, { method: 'PUT', body: rows.join('\n') });
  const importing = await story.call<Activity>('POST', `/v1/uploads/${id}/import`, {
    values: { dispatchStrategyId },
  });
  await ended(story, importing.id);
}

/** Orders of two days for Annabella, once they have been made. */
async function repeat(story: DispatchStory): Promise<{ readonly id: string; readonly orders: number }> {
  const { dropoffLat: _lat, dropoffLng: _lng, ...contact } = ANN;
  const bread = recurringBread(1, 'FREQ=DAILY;COUNT=2');
  const { id } = await story.call<Recurring>('POST', '/v1/recurring/orders', {
    ...bread,
    order: { ...bread.order, ...contact },
  });
  const { occurrences } = await eventually(
    () => story.call<Recurring>('GET', `/v1/recurring/orders/${id}`),
    (one) => one.occurrences.length > 0 && one.occurrences.every(({ status }) => status === 'made'),
  );
  return { id, orders: occurrences.filter(({ status }) => status === 'made').length };
}

/** What agents, dispatchers and integrations say about Annabella: with an order's id, and by name or address alone. */
async function talkAbout(local: TestCloud, story: DispatchStory, orderId: string): Promise<void> {
  const email = 'planner@shop.example';
  await story.call('POST', '/v1/organization-management/users/invite', { email, roleIds: ['role_planner'] });
  const signedIn = await local.request<{ token: string }>('POST', '/_local/sign-in', { body: { email } });
  const agent = await story.call<{ id: string }>('POST', '/v1/agents', {
    name: 'Dispatcher',
    instructions: 'Answer questions about deliveries.',
    tools: ['getOrder', 'listOrders'],
  });
  await story.call('PUT', `/v1/agents/${agent.id}/files/people.md`, {
    content: 'Annabella Leeworthy of 8123 Quarrystone Lane pays cash.',
  });
  const ask = (tool: string, given: object) => `call: ${JSON.stringify({ tool, arguments: given })}`;
  const say = (text: string) =>
    local.request<{ id: string }>('POST', `/v1/agents/${agent.id}/messages`, {
      key: signedIn.body.token,
      body: { text },
    });
  await say(`Where is it?\n${ask('getOrder', { id: orderId })}\nsay: Annabella Leeworthy has it.`);
  await local.untilIdle();
  await say('say: Annabella Leeworthy called from 415 555 0123.');
  await say('say: A dog lives at 8123 Quarrystone Lane.');
  await local.request('PUT', '/v1/organization-management/me/saved-views', {
    key: signedIn.body.token,
    body: {
      list: 'orders',
      views: [{ name: 'The one with the dog', query: 'search=Leeworthy%2C+Annabella' }],
    },
  });
  await story.call('POST', `/v1/agents/${agent.id}/runs`, {
    question: `Who is annabella@leeworthy.example?\n${ask('listOrders', { limit: 10 })}\nsay: A recipient.`,
  });
  const courier = await story.call<{ id: string }>('POST', '/v1/courier', {
    firstName: 'Rosa',
    lastName: 'Diaz',
    phoneNumber: '+14155550111',
    enabled: true,
  });
  await story.call('POST', '/v1/driver-phones/messages', {
    courierId: courier.id,
    text: 'Annabella Leeworthy is not at home before nine.',
  });
  await story.call('POST', `/v1/order/${orderId}/events`, {
    name: 'called',
    payload: { by: 'Annabella Leeworthy', from: '(415) 555-0123' },
  });
  await local.untilIdle();
}

/** A driver of the own fleet brings a package to Annabella: what the phone sends names her by her first name alone. */
function drive(local: TestCloud, story: DispatchStory) {
  return driveToDoor(local, story, ANN, {
    // A few metres from the door.
    latitude: ANN.dropoffLat + 0.000_021,
    longitude: ANN.dropoffLng - 0.000_018,
    photo: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('signed Annabella Leeworthy')]),
    receiver: 'Annabella herself',
    message: 'Annabella has no lift.',
    note: 'Handed to Annabella at Quarrystone Lane',
  });
}

interface Execution {
  readonly id: string;
  readonly status: string;
}

/** A workflow that a custom event starts: its event, its questions to a model and its messages name Annabella. */
async function runWorkflow(local: TestCloud, story: DispatchStory, orderId: string): Promise<string> {
  await story.call('POST', '/v1/custom-event-definitions', { key: 'called_back', name: 'Called back' });
  const workflow = await story.call<{ id: string }>('POST', '/v1/workflows', {
    name: 'Called back',
    status: 'active',
    ...chain([
      act('summarize', {
        text: '{{custom_event.payload.about}}',
        instructions: 'say: {{order.dropoffFirstName}}',
      }),
      act('send_sms', { to: '{{custom_event.payload.phone}}', body: 'Dear {{custom_event.payload.name}}' }),
    ]),
    trigger: { triggerType: 'event', eventName: 'called_back' },
  });
  await story.call('POST', `/v1/order/${orderId}/events`, {
    name: 'called_back',
    payload: {
      name: 'Annabella Leeworthy',
      phone: '+14155550123',
      email: 'annabella@leeworthy.example',
      about: 'Annabella wants it at the back door.',
    },
  });
  await local.untilIdle();
  const path = `/v1/workflows/${workflow.id}/executions`;
  const { results } = await story.call<{ results: readonly Execution[] }>('GET', path);
  expect(results).toMatchObject([{ status: 'completed' }]);
  return results[0]!.id;
}

/** An order that is sent with an Idempotency-Key, whose reply is kept, and archived. */
async function archiveOrder(local: TestCloud, story: DispatchStory): Promise<void> {
  const body = { ...validOrder, ...ANN };
  const { key } = story;
  const headers = { 'Idempotency-Key': 'order-of-annabella' };
  const created = await local.request<{ id: string }>('POST', '/v1/order', { key, headers, body });
  await story.call('DELETE', `/v1/order/${created.body.id}`);
}

/** Kinds of items, and folders, in which Annabella is before the erasure: without one of them it would prove less. */
const WITH_ANNABELLA = [
  'agentFileContent',
  'agentRun',
  'agentStep',
  'auditEntry',
  'bucket documents',
  'bucket uploads',
  'configuration',
  'delivery',
  'denyEntry',
  'driverChat',
  'event',
  'formSubmission',
  'idempotencyRecord',
  'job',
  'notification',
  'order',
  'recurringOrder',
  'savedViews',
  'shortLink',
  'task',
  'webhookMessage',
  'workflowRunLeg',
  'workflowRunWork',
];

describe('47 3.1: a recipient', () => {
  scenario(
    'is exported whole, and after an erasure is nowhere in the table or the bucket',
    async ({ local, story }) => {
      const dispatchStrategyId = await story.strategy(['FleetSimulatorFast']);
      await notifyCustomers(story);
      const [theirs, other] = [
        await delivered(story, { ...ANN, dispatchStrategyId }),
        await delivered(story, { ...OTHER, dispatchStrategyId }),
      ];
      await story.call('POST', '/v1/notes', {
        jobId: theirs.jobId,
        note: 'Mrs Leeworthy called 415 555 0123.',
      });
      await photograph(story, theirs.id);
      await talkAbout(local, story, theirs.id);
      const driven = await drive(local, story);
      const workflowRun = await runWorkflow(local, story, driven.id);
      await archiveOrder(local, story);
      await upload(story, dispatchStrategyId);
      const repeated = await repeat(story);
      await local.untilIdle();
      await story.call('POST', '/v1/organization-management/notifications/deny-list', {
        type: 'email',
        value: ANN.dropoffEmail,
      });
      const me = await story.call<{ organizationId: string }>('GET', '/v1/organization-management/me');
      const before = await everything(local, me.organizationId);
      for (const pattern of [...GONE, ...SHARED])
        expect(placesWith(before, pattern).length, String(pattern)).toBeGreaterThan(0);
      const named = /annabella|leeworthy|415\D{0,3}555\D{0,2}0123/i;
      expect(kindsWith(before, named)).toEqual(expect.arrayContaining(WITH_ANNABELLA));
      expect(kindsWith(before, SHARED[2]!)).toEqual(expect.arrayContaining(['courierDuty', 'position']));

      const person = {
        phone: '+1 415 555 0123',
        email: 'Annabella@leeworthy.example',
        customerId: 'cus-annabella-77',
      };
      const exported = await run(story, 'exports', person);
      expect(exported).toMatchObject({
        status: 'SUCCESS',
        result: { exported: { order: 4 + repeated.orders, recurringOrder: 1, notification: 5 } },
      });
      expect(exported.result?.files.some((key) => key.startsWith('uploads/'))).toBe(true);
      const { url } = await story.call<{ url: string }>('GET', `/v1/activities/${exported.id}/export`);
      const file = (await (await fetch(url)).json()) as {
        records: { kind: string; data: { id?: string } }[];
      };
      expect(file.records.some(({ kind, data }) => kind === 'order' && data.id === theirs.id)).toBe(true);
      const ofOthers = file.records.filter((record) => JSON.stringify(record).includes(other.id));
      expect(ofOthers.map(({ kind }) => kind)).toEqual([]);

      // The row of the file and what repeats are orders that nobody has dispatched: they stay until they are over.
      const first = await run(story, 'erasures', person);
      expect(first.status).toBe('SUCCESS');
      const stays = first.result?.stillUnderWay ?? [];
      expect(stays).toContain(repeated.id);
      expect(stays).toHaveLength(1 + 1 + repeated.orders);
      await story.call('POST', `/v1/recurring/orders/${repeated.id}/end`, {});
      await local.untilIdle();
      for (const id of stays.filter((one) => one.startsWith('ord_'))) {
        const { status } = await story.read(id);
        if (status !== 'archived') await story.call('DELETE', `/v1/order/${id}`);
      }
      await local.untilIdle();
      const second = await run(story, 'erasures', person);
      expect(second).toMatchObject({ status: 'SUCCESS', result: { stillUnderWay: [] } });
      await local.untilIdle();

      const after = await everything(local, me.organizationId);
      for (const pattern of GONE) expect(placesWith(after, pattern), String(pattern)).toEqual([]);
      for (const pattern of SHARED) {
        const left = placesWith(after, pattern).filter(
          // What a carrier keeps is the carrier's: the simulated ones keep where they were.
          (place) => !isOf(other, after.get(place) ?? '') && !place.includes('#simulated#'),
        );
        expect(left, String(pattern)).toEqual([]);
      }
      expect([...after.keys()].filter((place) => place.startsWith('bucket documents/'))).toEqual([]);
      // The numbers stay, and everything can still be read.
      const order = await story.call<Record<string, unknown>>('GET', `/v1/order/${theirs.id}`);
      expect(order).toMatchObject({
        status: 'dispatched',
        dropoffFirstName: '[erased]',
        dropoffAddressZip: '94110',
        valueCents: 2_500,
      });
      expect(await story.tasks(theirs.id)).toMatchObject([{ status: 'completed' }]);
      await expectAtDoor(story, driven);
      const steps = JSON.stringify(await story.call('GET', `/v1/workflow-executions/${workflowRun}`));
      expect(steps).toContain('[erased] wants it at the back door.');
      expect(steps).toContain('"custom_event.payload.name":"[erased]"');
      expect(await story.call('GET', `/v1/order/${other.id}`)).toMatchObject({
        dropoffFirstName: 'Annabella',
        dropoffLastName: 'Smith',
      });
      const list = await story.call<{ totalCount: number }>('GET', '/v1/orders?limit=10');
      // Without the one that was archived.
      expect(list.totalCount).toBe(4);
      await story.call('GET', `/v1/jobs/${theirs.jobId}`);
      await story.call('GET', '/v1/jobs?limit=10');
      await story.call('GET', `/v1/notifications?orderId=${theirs.id}&limit=10`);
      await story.call('GET', '/v1/webhooks/messages?limit=50');
      // Again: nothing is left to do.
      const third = await run(story, 'erasures', person);
      expect(third).toMatchObject({ status: 'SUCCESS', result: { masked: {}, deleted: {} } });
      vi.unstubAllEnvs();
    },
    240_000,
  );
});

function isOf({ id, jobId }: { readonly id: string; readonly jobId: string }, text: string): boolean {
  return text.includes(id) || text.includes(jobId);
}

/** What a driver sent from the door can be read, without the recipient. */
async function expectAtDoor(
  story: DispatchStory,
  { jobId, deliveryId, courierId }: Delivered,
): Promise<void> {
  const ofCourier = (what: string) =>
    story.call<object>('GET', `/v1/driver-phones/${what}?courierId=${courierId}`);
  const forms = await ofCourier('form-submissions');
  expect(forms).toMatchObject({ submissions: [{ deliveryId, answers: [{ value: '[erased] herself' }] }] });
  expect(await ofCourier('messages')).toMatchObject({ messages: [{ text: '[erased] has no lift.' }] });
  const [task] = await story.tasksOf(jobId);
  expect(task?.delivery).toMatchObject({
    status: 'dropoff_complete',
    dropoffNote: 'Handed to [erased] at [erased]',
    proofOfDelivery: [
      { podType: 'photo_proof_of_delivery', coordinates: { latitude: 37.76, longitude: -122.42 } },
    ],
  });
}
