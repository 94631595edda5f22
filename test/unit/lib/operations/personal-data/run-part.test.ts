import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driverChatEntity } from '../../../../../lib/fleet/driver-app/chat.ts';
import { dutyEntity } from '../../../../../lib/fleet/own-fleet/provider/assignment.ts';
import {
  type Person,
  runPersonalDataPart,
  startPersonalData,
} from '../../../../../lib/operations/personal-data/index.ts';
import { personalDataDue } from '../../../../../lib/operations/personal-data/part.ts';
import { activityEntity } from '../../../../../lib/platform/activities/index.ts';
import { organizationEntity } from '../../../../../lib/platform/organization/index.ts';
import type { Bucket } from '../../../../../lib/platform/storage/index.ts';
import { create, type Table } from '../../../../../lib/platform/table/index.ts';
import { agentFileContentEntity } from '../../../../../lib/reactions/agents/files/agent-file.ts';
import { agentStepEntity } from '../../../../../lib/reactions/agents/runs/run.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { leaveTable } from '../../../../support/leave-table.ts';

const ORGANIZATION = 'org_test';
const DAY_MS = 24 * 3_600_000;

const ANN = {
  dropoffFirstName: 'Annabella',
  dropoffLastName: 'Leeworthy',
  dropoffPhoneNumber: '+14155550123',
  dropoffEmail: 'annabella@leeworthy.example',
  dropoffInstructions: 'Ring twice, Leeworthy on the third floor',
};
const PLACE = {
  dropoffAddressNumber: '8123',
  dropoffAddressFormattedStreet: 'Quarrystone Lane',
  dropoffLat: 37.757_613,
  dropoffLng: -122.421_287,
};
const PERSON = { phone: ANN.dropoffPhoneNumber, email: ANN.dropoffEmail, customerId: null };
const GONE = /leeworthy|415\D{0,3}555\D{0,2}0123/i;

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi([faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 }).provider]);
  const at = '2026-03-01T00:00:00.000Z';
  const organization = { id: ORGANIZATION, name: 'Test', listShards: 1, createdAt: at, updatedAt: at };
  await api.deps.table.write([
    create(organizationEntity, organizationEntity.definition.schema.parse(organization)),
  ]);
});
afterEach(() => api.stop());

async function dispatched(fields: object): Promise<string> {
  const { id } = await api.order(fields);
  await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
  await api.drain();
  return id;
}

/** A table whose writes and a bucket whose puts end in a crash as often as said, before or after they were done. */
function crashing(seed: number) {
  let state = seed;
  let crashes = 0;
  const draw = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const risked = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (draw() < 0.15) {
      crashes += 1;
      throw new Error('crashed before');
    }
    const result = await work();
    if (draw() < 0.15) {
      crashes += 1;
      throw new Error('crashed after');
    }
    return result;
  };
  const table = new Proxy(api.deps.table, {
    get(target, name) {
      if (name === 'write')
        return (...given: Parameters<Table['write']>) => risked(() => target.write(...given));
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const bucket: Bucket = {
    ...api.deps.bucket,
    put: (...given) => risked(() => api.deps.bucket.put(...given)),
    remove: (...given) => risked(() => api.deps.bucket.remove(...given)),
  };
  return { deps: { ...api.deps, table, bucket }, crashes: () => crashes, draw };
}

/** Has the events of the work handled, each twice and in any order, until all went well once. */
async function carriedOut(what: 'erase' | 'export', seed = 1, person: Person = PERSON) {
  const started = await startPersonalData(
    api.deps,
    { organizationId: ORGANIZATION, keyId: 'key_1' },
    what,
    person,
  );
  if (!('stored' in started)) throw new Error('It did not start.');
  const { id } = started.stored.value;
  const { deps, crashes, draw } = crashing(seed);
  const handled = new Map<string, number>();
  for (let round = 0; round < 500; round += 1) {
    const open = (await api.db.events(personalDataDue.name)).filter(
      (event) => (event.data as { activityId: string }).activityId === id && (handled.get(event.id) ?? 0) < 2,
    );
    if (open.length === 0) break;
    api.db.deps.clock.advance(1);
    const event = open[Math.floor(draw() * open.length)]!;
    await runPersonalDataPart({ ...deps, turnMs: 0 }, event).then(
      () => handled.set(event.id, (handled.get(event.id) ?? 0) + 1),
      // Its message comes again.
      () => undefined,
    );
  }
  const activity = await api.deps.table.get(activityEntity, { organizationId: ORGANIZATION, id });
  return { id, activity: activity!.value, crashes: crashes() };
}

/** Where a text lies in table and bucket. */
async function placesOf(pattern: RegExp): Promise<readonly string[]> {
  const items = (await api.db.items()).map((item) => [item.type, JSON.stringify(item.data)] as const);
  const files = [...api.deps.bucket.objects].map(([key, content]) => {
    const bytes = key.endsWith('.gz') ? gunzipSync(content) : content;
    return [key, Buffer.from(bytes).toString()] as const;
  });
  return [...items, ...files].filter(([, text]) => pattern.test(text)).map(([place]) => place);
}

describe('47 3.1: an erasure', () => {
  it('finds what has left the table, and leaves others there readable', async () => {
    const orderId = await dispatched(ANN);
    const otherId = await dispatched({ dropoffFirstName: 'Annabella', dropoffPhoneNumber: '+14155550177' });
    api.db.deps.clock.advance(401 * DAY_MS);
    await leaveTable(api.deps);
    expect((await placesOf(GONE)).every((place) => place.includes('/left/'))).toBe(true);
    expect((await placesOf(GONE)).length).toBeGreaterThan(0);

    const { activity } = await carriedOut('erase');
    expect(activity).toMatchObject({ status: 'SUCCESS', result: { stillUnderWay: [] } });
    expect(await placesOf(GONE)).toEqual([]);
    const read = async (id: string) => (await api.call('GET /v1/order/{id}', { params: { id } })).json;
    expect(await read(orderId)).toMatchObject({ id: orderId, dropoffFirstName: '[erased]' });
    expect(await read(otherId)).toMatchObject({ dropoffFirstName: 'Annabella' });
  });

  it.each([1, 2, 3, 4])(
    'reaches its end through crashes, with messages that come twice and in any order (%i)',
    async (seed) => {
      await dispatched(ANN);
      const left = await dispatched(ANN);
      api.db.deps.clock.advance(401 * DAY_MS);
      await leaveTable(api.deps);
      const stays = await dispatched({ ...ANN, dropoffInstructions: 'Third floor' });
      await api.call('DELETE /v1/order/{id}', { params: { id: stays } });
      await api.drain();
      const { activity, crashes } = await carriedOut('erase', seed);
      expect(crashes).toBeGreaterThan(0);
      expect(activity.status).toBe('SUCCESS');
      const under = (activity.result as { stillUnderWay: string[] }).stillUnderWay;
      if (under.length === 0) expect(await placesOf(GONE)).toEqual([]);
      else expect(under).not.toContain(left);
    },
  );
});

describe('47 3.1: a person', () => {
  const read = async (id: string) => (await api.call('GET /v1/order/{id}', { params: { id } })).json;
  const archive = async (id: string) => {
    await api.must('DELETE /v1/order/{id}', { params: { id } });
    await api.drain();
  };

  it("is found by the shop's id of the customer alone: name, contacts and address of the recipient go", async () => {
    const orderMetadata = { customer_id: 'cus-77' };
    const { id } = await api.order({ ...ANN, ...PLACE, orderMetadata });
    const other = await api.order({ ...PLACE, dropoffFirstName: 'Otto', dropoffPhoneNumber: '+14155550177' });
    await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
    await api.drain();
    const { jobId } = await read(id);
    await api.must('POST /v1/jobs/{jobId}/cancel', { params: { jobId }, body: {} });
    for (const one of [id, other.id]) await archive(one);
    const { activity } = await carriedOut('erase', 1, { phone: null, email: null, customerId: 'cus-77' });
    expect(activity.status).toBe('SUCCESS');
    expect(activity.result).toMatchObject({ stillUnderWay: [] });
    for (const pattern of [GONE, /annabella/i, /cus-77/]) expect(await placesOf(pattern)).toEqual([]);
    expect(await read(id)).toMatchObject({
      pickupBusinessName: expect.not.stringContaining('erased'),
      dropoffFirstName: '[erased]',
      dropoffAddressNumber: '[erased]',
      dropoffAddressFormattedStreet: '[erased]',
      dropoffLat: 37.76,
    });
    expect(await read(other.id)).toMatchObject({ dropoffFirstName: 'Otto', dropoffAddressNumber: '8123' });
  });

  it('is forgotten under former names, numbers and addresses too; what the store was before stays', async () => {
    const { id } = await api.order({
      ...ANN,
      ...PLACE,
      dropoffLastName: 'Oldfield',
      dropoffPhoneNumber: '+14155550199',
      dropoffLat: 37.7011,
      pickupFirstName: 'Formerclerk',
    });
    await api.must('PATCH /v1/order/{id}', {
      params: { id },
      body: { ...ANN, ...PLACE, pickupFirstName: 'Newclerk' },
    });
    await archive(id);
    const former = /oldfield|415\D{0,3}555\D{0,2}0199|37\.7011/i;
    expect((await placesOf(former)).length).toBeGreaterThan(0);
    await carriedOut('erase');
    for (const pattern of [GONE, former]) expect(await placesOf(pattern), String(pattern)).toEqual([]);
    expect(await placesOf(/formerclerk/i)).toContain('event');
  });
});

describe('47 3.1: what agents and drivers wrote', () => {
  const at = '2026-03-02T09:00:00.000Z';
  const wrote = (text: string, deliveryId: string | null = null) => ({
    id: 'msg_1',
    from: 'driver' as const,
    author: 'Dora',
    text,
    deliveryId,
    at,
  });
  const chat = (courierId: string, text: string) =>
    create(driverChatEntity, {
      organizationId: ORGANIZATION,
      courierId,
      messages: [wrote(text)],
      readAt: null,
      updatedAt: at,
    });
  const step = (index: number, text: string, output: string) =>
    create(agentStepEntity, {
      organizationId: ORGANIZATION,
      runId: 'agr_1',
      index,
      at,
      text,
      calls: [{ id: 'c1', tool: 'listOrders', input: {}, output, outcome: 'done' }],
      inputTokens: 1,
      outputTokens: 1,
      createdAt: at,
    });
  const file = (name: string, content: string) =>
    create(agentFileContentEntity, {
      organizationId: ORGANIZATION,
      agentId: 'agt_1',
      name,
      fileVersion: 1,
      content,
    });

  async function archived(fields: object): Promise<string> {
    const { id } = await api.order(fields);
    await api.must('DELETE /v1/order/{id}', { params: { id } });
    await api.drain();
    return id;
  }

  it('is erased by full name or address, where nothing else says whom it is about', async () => {
    await archived({ ...ANN, ...PLACE });
    const found = '{"dropoffLat":37.757613,"dropoffLng":-122.421287,"customer":"Annabella Leeworthy"}';
    await api.deps.table.write([
      chat('cou_1', 'Annabella Leeworthy has a dog'),
      chat('cou_2', 'The gate of 8123 Quarrystone Lane is shut'),
      step(0, 'I look for annabella leeworthy.', found.slice(0, -3)),
      file('people.md', 'Annabella Leeworthy pays cash. Bob Brown, 8125 Quarrystone Lane, does not.'),
    ]);
    const { activity } = await carriedOut('erase');
    expect(activity).toMatchObject({ status: 'SUCCESS', result: { stillUnderWay: [] } });
    for (const pattern of [GONE, /8123 quarry/i, /37\.757613/, /122\.421287/])
      expect(await placesOf(pattern), String(pattern)).toEqual([]);
    const items = await api.db.items();
    const content = items.find(({ type }) => type === agentFileContentEntity.name)?.data.content;
    expect(content).toBe('[erased] pays cash. Bob Brown, 8125 [erased], does not.');
  });

  it('stays where a first name or a street alone stands, which others share', async () => {
    await archived({ ...ANN, ...PLACE });
    const kept = ['Annabella Smith has a dog', 'Quarrystone Lane is closed', 'Ring twice'];
    await api.deps.table.write(kept.map((text, index) => chat(`cou_${index}`, text)));
    await carriedOut('erase');
    const texts = (await api.db.items())
      .filter(({ type }) => type === driverChatEntity.name)
      .map(({ data }) => (data.messages as { text: string }[])[0]?.text);
    expect(texts.toSorted()).toEqual(kept);
  });

  it('leaves the orders of others at the same address as they are', async () => {
    const theirs = await archived({ ...ANN, ...PLACE });
    const others = await archived({
      ...PLACE,
      dropoffFirstName: 'Otto',
      dropoffPhoneNumber: '+14155550177',
    });
    await carriedOut('erase');
    const read = async (id: string) => (await api.call('GET /v1/order/{id}', { params: { id } })).json;
    expect(await read(theirs)).toMatchObject({ dropoffAddressNumber: '[erased]' });
    expect(await read(others)).toMatchObject({
      dropoffFirstName: 'Otto',
      dropoffAddressNumber: '8123',
      dropoffLat: 37.757613,
    });
  });
});

describe('47 3.1: an export', () => {
  it('does not show what an agent read about others as well', async () => {
    const orderId = await dispatched(ANN);
    const otherId = await dispatched({ dropoffFirstName: 'Otto', dropoffPhoneNumber: '+14155550177' });
    const at = '2026-03-02T09:00:00.000Z';
    const step = (index: number, output: string) =>
      create(agentStepEntity, {
        organizationId: ORGANIZATION,
        runId: 'agr_1',
        index,
        at,
        text: '',
        calls: [{ id: 'c1', tool: 'listOrders', input: {}, output, outcome: 'done' }],
        inputTokens: 1,
        outputTokens: 1,
        createdAt: at,
      });
    const both = `${orderId} Annabella Leeworthy, ${otherId} Otto`;
    await api.deps.table.write([step(0, both), step(1, `${orderId} Annabella Leeworthy`)]);
    const { id } = await carriedOut('export');
    const file = api.deps.bucket.objects.get(`${ORGANIZATION}/personal-data/${id}.json`);
    const { records } = JSON.parse(Buffer.from(file ?? []).toString()) as {
      records: { kind: string; data: object; withheld?: string }[];
    };
    const steps = records.filter(({ kind }) => kind === agentStepEntity.name);
    expect(steps.map(({ withheld, data }) => [withheld ?? null, 'calls' in data]).toSorted()).toEqual([
      [null, true],
      ['It is about others as well.', false],
    ]);
    expect(JSON.stringify(records)).not.toMatch(/Otto/);
  });

  it('does not show where a courier is', async () => {
    await dispatched({ ...ANN, ...PLACE });
    const position = { lat: PLACE.dropoffLat, lng: PLACE.dropoffLng, at: '2026-03-02T09:00:00.000Z' };
    await api.deps.table.write([
      create(dutyEntity, { organizationId: ORGANIZATION, id: 'cou_1', assignmentIds: [], position }),
    ]);
    const { activity } = await carriedOut('export');
    const { exported } = activity.result as { exported: Record<string, number> };
    expect(exported).toMatchObject({ order: 1 });
    expect(exported).not.toHaveProperty(dutyEntity.name);
  });

  it('has what has left the table, and nothing of others', async () => {
    const orderId = await dispatched(ANN);
    const otherId = await dispatched({ dropoffFirstName: 'Annabella', dropoffPhoneNumber: '+14155550177' });
    api.db.deps.clock.advance(401 * DAY_MS);
    await leaveTable(api.deps);
    const { activity, id } = await carriedOut('export');
    expect(activity).toMatchObject({ status: 'SUCCESS', result: { exported: { order: 1, job: 1 } } });
    const file = api.deps.bucket.objects.get(`${ORGANIZATION}/personal-data/${id}.json`);
    const text = Buffer.from(file ?? []).toString();
    expect(text).toContain(orderId);
    expect(text).not.toContain(otherId);
  });

  it.each([1, 2])('has everything once, crashes or not (%i)', async (seed) => {
    await dispatched(ANN);
    const { activity, id, crashes } = await carriedOut('export', seed);
    expect(crashes).toBeGreaterThan(0);
    expect(activity.status).toBe('SUCCESS');
    const file = api.deps.bucket.objects.get(`${ORGANIZATION}/personal-data/${id}.json`);
    const { records } = JSON.parse(Buffer.from(file ?? []).toString()) as {
      records: { kind: string; of: object; data: object }[];
    };
    expect(records.filter(({ kind }) => kind === 'order')).toHaveLength(1);
    const texts = records.map((record) => JSON.stringify(record));
    expect(new Set(texts).size).toBe(texts.length);
    const parts = [...api.deps.bucket.objects.keys()].filter((key) => key.includes(`personal-data/${id}/`));
    expect(parts).toEqual([]);
  });
});
