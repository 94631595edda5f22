import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driverChatEntity } from '../../../../../lib/fleet/driver-app/chat.ts';
import { formSubmissionEntity } from '../../../../../lib/fleet/driver-app/form.ts';
import { dutyEntity } from '../../../../../lib/fleet/own-fleet/provider/assignment.ts';
import { travelRowEntity } from '../../../../../lib/fleet/planning/cached-travel.ts';
import { routeOrdersEntity, routePolylineEntity } from '../../../../../lib/fleet/routes/route-items.ts';
import { routePositionEntity } from '../../../../../lib/fleet/routes/route-position.ts';
import { documentEntity, documentKey } from '../../../../../lib/fulfilment/documents/index.ts';
import { eraseItems, type Handling } from '../../../../../lib/operations/personal-data/handle-items.ts';
import { linkedIds } from '../../../../../lib/operations/personal-data/linked-ids.ts';
import { maskingOf } from '../../../../../lib/operations/personal-data/mask.ts';
import type { Part } from '../../../../../lib/operations/personal-data/part.ts';
import { personMatcher } from '../../../../../lib/operations/personal-data/person.ts';
import { NO_TRACES } from '../../../../../lib/operations/personal-data/traces.ts';
import type { Bucket } from '../../../../../lib/platform/storage/index.ts';
import { create, type Operation, scanOrganization } from '../../../../../lib/platform/table/index.ts';
import { shortened } from '../../../../../lib/reactions/notifications/links/short-link.ts';
import { digestEntryEntity } from '../../../../../lib/reactions/notifications/messages/join-digest.ts';
import {
  NEW_NOTIFICATION,
  notificationEntity,
} from '../../../../../lib/reactions/notifications/messages/notification.ts';
import { webhookAttemptEntity, webhookMessageEntity } from '../../../../../lib/reactions/webhooks/message.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const organizationId = 'org_test';
const at = '2026-03-02T09:00:00.000Z';
const PERSON = { phone: '+14155550123', email: 'annabella@leeworthy.example', customerId: null };

const ULID = '01JD8Z6Q4T9V2N5X7C3B1M0K8H';
const OTHER_ULID = '01JD8Z6Q4T9V2N5X7C3B1M0K8J';
const [THEIRS, OTHERS] = [`ord_${ULID}`, `ord_${OTHER_ULID}`];
const DELIVERY = `dlv_${ULID}c1a1`;
const OTHER_DELIVERY = `dlv_${OTHER_ULID}c1a1`;

/** The door, a place 30 metres from it, and one that is 600 metres away. */
const DOOR = { lat: 37.757_613, lng: -122.421_287 };
const AT_DOOR = { lat: 37.757_813, lng: -122.421_507 };
const FAR = { lat: 37.752_213, lng: -122.421_187 };
const ROUNDED = { lat: 37.76, lng: -122.42 };

const TRACES = {
  ...NO_TRACES,
  ids: [THEIRS, `job_${ULID}`],
  texts: ['Annabella', 'Leeworthy'],
  telling: ['Annabella Leeworthy'],
  coordinates: [DOOR.lat, DOOR.lng],
  doors: [DOOR],
};

let db: TestTable;
beforeEach(async () => {
  db = await startTestTable();
});
afterEach(() => db.stop());

const HANDLING: Handling = {
  isPerson: personMatcher(PERSON),
  masking: maskingOf(PERSON, TRACES),
  ids: linkedIds(TRACES.ids),
  open: linkedIds([]),
};

const PART: Part = {
  organizationId,
  activityId: 'act_1',
  phase: 'handle',
  segment: 0,
  turns: 0,
  after: null,
  traces: NO_TRACES,
  open: [],
  own: [],
  about: [],
  masked: {},
  deleted: {},
  collected: {},
  files: 0,
  late: 0,
  expiresAt: 1,
};

async function itemsOfOrganization() {
  const { items } = await scanOrganization(db.deps.table.place, organizationId, { segment: 0, segments: 1 });
  return items;
}

/** Erases Annabella from all items, once. */
async function eraseAll(bucket: Bucket) {
  return eraseItems({ table: db.deps.table, bucket }, PART, await itemsOfOrganization(), HANDLING);
}

async function write(operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) expect((await db.deps.table.write([operation])).ok).toBe(true);
}

/** Erases Annabella from these items, and returns what became of it and of them, by kind. */
async function erased(operations: readonly Operation[], bucket: Bucket = memoryBucket()) {
  await write(operations);
  const { masked, deleted } = await eraseAll(bucket);
  // Again there is nothing to do.
  expect(await eraseAll(bucket)).toMatchObject({ masked: {}, deleted: {} });
  const left = await itemsOfOrganization();
  const of = (type: string) => left.filter((item) => item.type === type).map(({ data }) => data);
  return { masked, deleted, of };
}

const submission = (id: string, deliveryId: string) =>
  create(formSubmissionEntity, {
    organizationId,
    courierId: 'cou_1',
    id,
    formKey: 'door',
    formName: 'At the door',
    driverName: 'Kim',
    deliveryId,
    routeId: null,
    stopId: null,
    submittedAt: at,
    answers: [{ key: 'receiver', label: 'Who?', value: 'Annabella herself' }],
  });

describe('47 3.1: what names a delivery only', () => {
  it('is of the order of that delivery; the first name that others share stays with theirs', async () => {
    const message = (deliveryId: string) => ({
      id: deliveryId,
      from: 'driver' as const,
      author: 'Kim',
      text: 'Annabella has no lift.',
      deliveryId,
      at,
    });
    const chat = create(driverChatEntity, {
      organizationId,
      courierId: 'cou_1',
      messages: [message(DELIVERY), message(OTHER_DELIVERY)],
      readAt: null,
      updatedAt: at,
    });
    const { masked, of } = await erased([submission('1', DELIVERY), submission('2', OTHER_DELIVERY), chat]);
    expect(masked).toEqual({ formSubmission: 1, driverChat: 1 });
    const answers = of('formSubmission').map(({ answers }) => (answers as { value: string }[])[0]?.value);
    expect(answers).toEqual(['[erased] herself', 'Annabella herself']);
    const texts = (of('driverChat')[0]!.messages as { text: string }[]).map(({ text }) => text);
    expect(texts).toEqual(['[erased] has no lift.', 'Annabella has no lift.']);
  });
});

describe('47 3.1: what names nothing', () => {
  const messageOf = (id: string, jobId: string) =>
    create(webhookMessageEntity, {
      organizationId,
      id,
      eventId: `evt_${id}`,
      eventType: 'delivery.updated',
      timestamp: at,
      tags: [],
      body: { data: { jobId } },
      leaseUntil: at,
    });
  const attemptOf = (msgId: string) =>
    create(webhookAttemptEntity, {
      organizationId,
      id: `atm_${msgId}`,
      msgId,
      endpointId: 'ep_1',
      url: 'https://shop.example',
      status: 'fail',
      responseStatusCode: 500,
      responseDurationMs: 5,
      response: 'Annabella is unknown here',
      triggerType: 'scheduled',
      timestamp: at,
    });

  it('is about what its aggregate names: the reply of a receiver', async () => {
    const { masked, of } = await erased([
      messageOf('msg_1', `job_${ULID}`),
      attemptOf('msg_1'),
      messageOf('msg_2', `job_${OTHER_ULID}`),
      attemptOf('msg_2'),
    ]);
    expect(masked).toEqual({ webhookAttempt: 1 });
    expect(of('webhookAttempt').map(({ response }) => response)).toEqual([
      '[erased] is unknown here',
      'Annabella is unknown here',
    ]);
  });

  const notificationOf = (id: string, jobId: string, body: string) =>
    create(notificationEntity, {
      ...NEW_NOTIFICATION,
      organizationId,
      id,
      triggerId: null,
      destinationId: null,
      jobId,
      orderId: null,
      channel: 'sms',
      recipient: 'planner@shop.example',
      subject: null,
      body,
      createdAt: at,
      listShard: 0,
    });

  it('is about the message for which it stands: an entry of a digest', async () => {
    const entry = (notificationId: string) =>
      create(digestEntryEntity, {
        organizationId,
        digestId: 'ntf_digest',
        notificationId,
        at,
        text: 'Annabella got it.',
      });
    const { masked, of } = await erased([
      notificationOf('ntf_1', `job_${ULID}`, 'It came.'),
      notificationOf('ntf_2', `job_${OTHER_ULID}`, 'It came.'),
      entry('ntf_1'),
      entry('ntf_2'),
    ]);
    expect(masked).toEqual({ digestEntry: 1 });
    expect(of('digestEntry').map(({ text }) => text)).toEqual(['[erased] got it.', 'Annabella got it.']);
  });

  it('is deleted with the message that leads to it: a short link to an address with the contact', async () => {
    const long = (of: string) => `https://shop.example/how/was/it?for=annabella%40leeworthy.example&of=${of}`;
    const [mine, other] = ['ntf_1', 'ntf_2'].map((id) =>
      shortened(`See ${long(id)}`, { organizationId, id }, Date.parse(at)),
    );
    const { deleted } = await erased([
      ...mine!.operations,
      ...other!.operations,
      notificationOf('ntf_1', `job_${ULID}`, mine!.text),
      notificationOf('ntf_2', `job_${OTHER_ULID}`, other!.text),
    ]);
    expect(deleted).toEqual({ shortLink: 1 });
    const links = (await db.items()).filter(({ type }) => type === 'shortLink');
    expect(links.map(({ data }) => data.url)).toEqual([long('ntf_2')]);
  });
});

describe('47 3.1: a position at the door', () => {
  const wayOf = (routeId: string, orderId: string) => [
    create(
      routeOrdersEntity,
      routeOrdersEntity.definition.schema.parse({
        organizationId,
        routeId,
        index: 0,
        orders: [routeOrder(orderId)],
      }),
    ),
    create(routePolylineEntity, { organizationId, routeId, encodedPolyline: `line of ${routeId}` }),
    ...[AT_DOOR, FAR].map((place, slot) =>
      create(routePositionEntity, { organizationId, routeId, slot, ...place, at, accuracy: null }),
    ),
  ];
  const routeOrder = (id: string) => ({
    id,
    externalId: null,
    storeLocationIds: [],
    tags: [],
    pickup: null,
    dropoff: null,
    pickupFrom: null,
    pickupTo: null,
    dropoffFrom: null,
    dropoffTo: null,
    weight: null,
    volume: null,
    items: null,
    requires: [],
    minimumVehicleSize: null,
    sequencePriority: null,
    sequenceGroup: null,
    flaw: null,
    pod: [],
    deliveryStatus: null,
  });

  it('is rounded on the way of a route that brought the order, whose line is deleted; other routes stay', async () => {
    const { masked, deleted, of } = await erased([...wayOf('rte_1', THEIRS), ...wayOf('rte_2', OTHERS)]);
    expect(masked).toEqual({ routePosition: 1 });
    expect(deleted).toEqual({ routePolyline: 1 });
    const way = (routeId: string) =>
      of('routePosition').flatMap((one) => (one.routeId === routeId ? [{ lat: one.lat, lng: one.lng }] : []));
    expect(way('rte_1')).toEqual([ROUNDED, FAR]);
    expect(way('rte_2')).toEqual([AT_DOOR, FAR]);
    expect(of('routePolyline').map(({ encodedPolyline }) => encodedPolyline)).toEqual(['line of rte_2']);
  });

  it('is rounded where a courier was last, and is no place of kept travel', async () => {
    const duty = (id: string, place: typeof FAR) =>
      create(dutyEntity, { organizationId, id, assignmentIds: [], position: { ...place, at } });
    const textOf = ({ lat, lng }: typeof FAR) => `${lat.toFixed(4)},${lng.toFixed(4)}`;
    const travel = (origin: typeof FAR, to: typeof FAR) =>
      create(travelRowEntity, {
        organizationId,
        conditions: 'car',
        origin: textOf(origin),
        pairs: `${textOf(to)} 612 5431 20781`,
        day: 20_781,
      });
    const { deleted, of } = await erased([
      duty('cou_1', AT_DOOR),
      duty('cou_2', FAR),
      travel(AT_DOOR, FAR),
      travel(FAR, AT_DOOR),
      travel({ ...FAR, lat: 37.7 }, FAR),
    ]);
    const positions = of('courierDuty').map(({ id, position }) => [id, position]);
    expect(positions.toSorted()).toEqual([
      ['cou_1', { ...ROUNDED, at }],
      ['cou_2', { ...FAR, at }],
    ]);
    expect(deleted).toEqual({ travelRow: 2 });
  });
});

describe('47 3.1: the papers of a job of several orders', () => {
  const paper = (number: number, orderId: string | null, file?: string) => ({
    organizationId,
    jobId: `job_${ULID}`,
    id: `doc_${ULID}c1a1d${number}`,
    deliveryId: DELIVERY,
    orderId,
    type: 'proof_of_delivery' as const,
    contentType: 'image/jpeg',
    sizeBytes: 3,
    state: 'stored' as const,
    createdAt: at,
    ...(file ? { file } : {}),
  });

  it('are deleted with their files for the order of the person, and stay for others', async () => {
    const papers = [paper(1, THEIRS), paper(2, null), paper(3, OTHERS), paper(4, THEIRS, 'manifests/abc')];
    const bucket = memoryBucket();
    for (const one of papers)
      await bucket.put(organizationId, documentKey(one), new Uint8Array([0xff, 0xd8, 0xff]), 'image/jpeg');
    const { deleted, of } = await erased(
      papers.map((one) => create(documentEntity, one)),
      bucket,
    );
    expect(deleted).toEqual({ document: 3, file: 3 });
    expect(of('document').map(({ orderId }) => orderId)).toEqual([OTHERS]);
    expect([...bucket.objects.keys()]).toEqual([`${organizationId}/${documentKey(papers[2]!)}`]);
  });

  it('are erased to the end after a crash between a file and its record', async () => {
    const manifest = paper(1, THEIRS, 'manifests/abc');
    const bucket = memoryBucket();
    await bucket.put(organizationId, 'manifests/abc', new Uint8Array([0x25, 0x50]), 'application/pdf');
    await write([create(documentEntity, manifest)]);
    const crashing: Bucket = {
      ...bucket,
      async remove(...given) {
        await bucket.remove(...given);
        throw new Error('crashed');
      },
    };
    await expect(eraseAll(crashing)).rejects.toThrow('crashed');
    expect(await itemsOfOrganization()).toHaveLength(1);
    expect((await eraseAll(bucket)).deleted).toEqual({ document: 1 });
    expect([bucket.objects.size, await itemsOfOrganization()]).toEqual([0, []]);
  });
});
