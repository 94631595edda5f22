import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activitiesArea } from '../../../../../functions/api/activities/index.ts';
import { uploadsArea } from '../../../../../functions/api/uploads/index.ts';
import { worker as doBulkWork } from '../../../../../functions/workers/do-bulk-work.ts';
import { worker as splitUploads } from '../../../../../functions/workers/split-uploads.ts';
import { simulatedProviders } from '../../../../../lib/fulfilment/providers/simulators/index.ts';
import { readPortion } from '../../../../../lib/operations/bulk/csv-rows.ts';
import { uploadImportDue, uploadKey } from '../../../../../lib/operations/uploads/index.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { organizationEntity } from '../../../../../lib/platform/organization/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { httpEvent } from '../../../../support/http-event.ts';

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi(simulatedProviders, {
    areas: [uploadsArea, activitiesArea],
    workers: [splitUploads, doBulkWork],
  });
  const at = '2026-03-01T00:00:00.000Z';
  const organization = { id: 'org_test', name: 'Test', listShards: 1, createdAt: at, updatedAt: at };
  await api.deps.table.write([
    create(organizationEntity, organizationEntity.definition.schema.parse(organization)),
  ]);
});
afterEach(() => api.stop());

/** An upload whose file is in the bucket. */
async function uploaded(content: string | Uint8Array, grant = {}): Promise<string> {
  const { json } = await api.call('POST /v1/uploads', {
    body: { kind: 'orders', fileName: 'orders.csv' },
    grant,
  });
  expect(json.uploadUrl).toContain(json.id);
  await api.deps.bucket.put('org_test', uploadKey(json.id), Buffer.from(content), 'text/csv');
  return json.id;
}

const preview = (id: string, body: object = {}) =>
  api.call('POST /v1/uploads/{id}/preview', { params: { id }, body });
const start = (id: string, body: object = {}, grant = {}) =>
  api.call('POST /v1/uploads/{id}/import', { params: { id }, body, grant });
const activity = async (id: string) => (await api.call('GET /v1/activities/{id}', { params: { id } })).json;

/** Imports a file. Returns the activity at its end. */
async function imported(content: string, body: object = {}) {
  const id = await uploaded(content);
  const { status, json } = await start(id, body);
  expect(status).toBe(200);
  await api.drain();
  return { id, activity: await activity(json.id) };
}

const result = async (id: string): Promise<string> => {
  const serve = serveArea(uploadsArea, () => ({ ...api.deps }));
  const headers = { 'accept-encoding': 'gzip' };
  const reply = await serve(httpEvent('GET /v1/uploads/{id}/result', { params: { id }, headers }));
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-encoding': 'gzip',
  });
  return gunzipSync(Buffer.from(reply.body, 'base64')).toString('utf8').replace('\ufeff', '');
};
const orders = async (ids: string) =>
  (await api.call('GET /v1/orders', { query: { ids } })).json.results as { id: string; valueCents: number }[];

const ADDRESS = '"900 Valencia Street, San Francisco, CA 94110"';
const row = (externalId: string, value = '25.90') => `${externalId},${ADDRESS},+14155550101,${value}`;
const HEADER = 'Order number,Dropoff address,Dropoff phone,Value';

describe('4.8 CSV upload: preview', () => {
  it('finds out separator, encoding and mapping, and names errors by cell', async () => {
    const id = await uploaded(
      Buffer.from(
        'Order;Address;Weight (kg);Value\nA-1;M\xfcnchner Str. 1;2,5;12,50\nA-2;x;heavy;7\n',
        'latin1',
      ),
    );
    const { status, json } = await preview(id);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      encoding: 'windows-1252',
      delimiter: ';',
      columns: ['Order', 'Address', 'Weight (kg)', 'Value'],
      mapping: {
        Order: 'externalId',
        Address: 'dropoffAddress',
        'Weight (kg)': 'weight',
        Value: 'valueCents',
      },
      hasMore: false,
      errors: [{ row: 2, column: 'Weight (kg)', field: 'weight', value: 'heavy' }],
    });
    expect(json.rows[0]).toEqual(['A-1', 'Münchner Str. 1', '2,5', '12,50']);
  });

  it('shows 500 rows and says that there are more', async () => {
    const id = await uploaded(`Order\n${Array.from({ length: 501 }, (_, index) => `n-${index}`).join('\n')}`);
    const { json } = await preview(id);
    expect([json.rows.length, json.hasMore]).toEqual([500, true]);
  });

  it('names what a new order needs and no column fills', async () => {
    const missing = async (header: string) => (await preview(await uploaded(`${header}\nx\n`))).json.missing;
    expect(await missing('Order number')).toEqual([
      'dropoffFirstName',
      'dropoffPhoneNumber',
      'dropoffAddress',
      'pickupFirstName',
      'pickupPhoneNumber',
      'pickupAddress',
      'valueCents',
    ]);
    expect(await missing('Store number,Company,Street,Phone')).toEqual(['valueCents']);
    expect(await missing('Pickup store,Dropoff store,Value,Delivery mode')).toEqual([]);
  });

  it('takes a corrected mapping and refuses one that cannot be', async () => {
    const id = await uploaded('A,B\n1,2\n');
    expect(
      (await preview(id, { mapping: { A: 'referenceId', B: 'orderMetadata.dock' } })).json.mapping,
    ).toEqual({
      A: 'referenceId',
      B: 'orderMetadata.dock',
    });
    for (const mapping of [{ C: 'externalId' }, { A: 'nothing' }, { A: 'tags', B: 'tags' }]) {
      expect(await preview(id, { mapping })).toMatchObject({
        status: 422,
        json: { error: { code: 'VALIDATION_ERRORS' } },
      });
    }
    expect((await start(id, { mapping: { A: null } })).status).toBe(422);
  });

  it('a file that is not there, is empty, or is somebody else’s is refused', async () => {
    const { json } = await api.call('POST /v1/uploads', { body: { kind: 'orders', fileName: 'x.csv' } });
    expect(await preview(json.id)).toMatchObject({ status: 409 });
    expect(await preview(await uploaded(''))).toMatchObject({ status: 400 });
    expect((await preview('upl_none')).status).toBe(404);
    const grant = { storeLocationIds: ['store_1'] };
    expect((await api.call('GET /v1/uploads/{id}', { params: { id: json.id }, grant })).status).toBe(404);
    expect((await start(json.id, {}, { permissions: ['WRITE_UPLOAD'] })).status).toBe(403);
  });
});

describe('4.8 CSV upload: import', () => {
  it('makes an order of each row; an invalid row does not block the others and is in the result file', async () => {
    const { id, activity: done } = await imported(
      [HEADER, row('u-1'), row('u-2', 'a lot'), row('u-3')].join('\n'),
    );
    expect(done).toMatchObject({
      action: 'act_process_csv_upload',
      status: 'FAILED',
      progress: { total: 3, handled: 3, done: 0, needsAttention: 2, skipped: 0, failed: 1 },
      result: { done: 0, needsAttention: 2, skipped: 0, failed: 1 },
      error: { code: 'VALIDATION_ERRORS', message: expect.stringContaining('rows=flawed') },
    });
    expect((await orders('u-1,u-2,u-3')).map(({ valueCents }) => valueCents)).toEqual([2590, 2590]);
    const lines = (await result(id)).trim().split('\n');
    expect(lines[0]).toBe('row,outcome,order_id,message');
    expect(lines[1]).toMatch(/^1,needs_attention,ord_\w+,.*pickup/);
    expect(lines[2]).toContain('2,failed,,"Value: ""a lot"" is not an amount, such as 25.90."');
  });

  it('an order that breaks a rule is made and needs attention (3.1)', async () => {
    await imported('Order number,Dropoff address\nu-9,\n');
    const [order] = (await api.call('GET /v1/orders', { query: { ids: 'u-9' } })).json.results;
    expect(order.status).toBe('needs_attention');
  });

  it('the same file twice has no second effect, with external ids or without', async () => {
    const file = [HEADER, row('same-1'), row('', '3'), row('', '3')].join('\n');
    const first = await imported(file);
    const [before] = await orders('same-1');
    const counted = async () => (await api.call('GET /v1/orders')).json.totalCount;
    const count = await counted();
    await api.call('PATCH /v1/order/{id}', { params: { id: before!.id }, body: { valueCents: 1 } });
    const second = await imported(file);
    expect(second.activity).toMatchObject({
      status: 'SUCCESS',
      result: { done: 0, skipped: 3, failed: 0, importedBefore: first.activity.id },
    });
    expect(await counted()).toBe(count);
    expect((await orders('same-1'))[0]!.valueCents).toBe(1);
    expect(await result(second.id)).toContain('imported before');
  });

  it('starting it twice, or its event coming twice, does its work once', async () => {
    const id = await uploaded([HEADER, row('twice-1'), row('')].join('\n'));
    const [a, b] = await Promise.all([start(id), start(id)]);
    expect(a.json.id).toBe(b.json.id);
    await api.drain();
    const [event] = await api.db.events(uploadImportDue.name);
    await splitUploads.handle({ ...api.deps }, event!);
    await api.drain();
    expect((await api.call('GET /v1/orders')).json.totalCount).toBe(2);
    expect((await start(id)).json).toMatchObject({ id: a.json.id, status: 'FAILED' });
  });

  it('a file that breaks off, or has more than 50,000 rows, fails as a whole before anything is written', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => row(`b-${index}`)).join('\n');
    const broken = await imported(`${HEADER}\n${many}\n"open`);
    expect((await start(await uploaded(`${HEADER}\n"open`))).status).toBe(400);
    expect(broken.activity).toMatchObject({ status: 'FAILED', error: { code: 'INVALID_VALUE' } });
    const long = await imported(`Order\n${'x\n'.repeat(50_001)}`);
    expect(long.activity.error.message).toContain('more than 50000 rows');
    expect((await api.call('GET /v1/orders')).json.totalCount).toBe(0);
  });

  it('takes 50,000 rows, in portions of 500', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => row(`m-${index}`));
    const { json } = await start(await uploaded([HEADER, ...rows].join('\n')));
    const [event] = await api.db.events(uploadImportDue.name);
    await splitUploads.handle({ ...api.deps }, event!);
    expect(await activity(json.id)).toMatchObject({
      status: 'IN_PROGRESS',
      progress: { total: 50_000, handled: 0 },
    });
    const rowsFrom = (row: number) =>
      readPortion(api.deps.bucket, 'org_test', `uploads/${json.id}/rows`, row);
    expect(await rowsFrom(0)).toHaveLength(500);
    expect((await rowsFrom(49_999)).at(-1)).toMatchObject({ data: { externalId: 'm-49999' }, message: null });
  });

  it('canceling it stops it between portions of 500 rows', async () => {
    const id = await uploaded(`Order\n${Array.from({ length: 10 }, (_, index) => `c-${index}`).join('\n')}`);
    const { json } = await start(id);
    await api.call('POST /v1/activities/{id}/cancel', { params: { id: json.id } });
    await api.drain();
    expect((await api.call('GET /v1/orders')).json.totalCount).toBe(0);
    expect(await result(id)).toBe('row,outcome,order_id,message\n');
  });
});

describe('4.8.3 package values', () => {
  it('above 1,000 have to be confirmed, and above 100,000 are refused', async () => {
    const file = [
      HEADER,
      row('v-1', '1000'),
      row('v-2', '"1,000.01"'),
      row('v-3', '100000'),
      row('v-4', '100000.01'),
    ].join('\n');
    const { json } = await preview(await uploaded(file));
    expect(json.confirmations.map((one: { row: number }) => one.row)).toEqual([2, 3]);
    expect(json.errors).toMatchObject([{ row: 4, field: 'valueCents', value: '100000.01' }]);
    expect((await imported(file)).activity.progress).toMatchObject({ needsAttention: 1, failed: 3 });
    expect((await imported(file, { confirmHighValues: true })).activity.progress).toMatchObject({
      needsAttention: 3,
      failed: 1,
    });
    expect((await orders('v-3'))[0]!.valueCents).toBe(10_000_000);
  });
});

describe('4.8 CSV export', () => {
  it('is read back by an import without a mapping, formulas and all', async () => {
    await api.order({ externalId: 'exp-1', description: '=1+1', tags: ['a', 'b'], valueCents: 12_345 });
    const { json: text } = await api.call('GET /v1/orders/export', { query: { ids: 'exp-1' } });
    expect(text).toContain("'=1+1");
    expect(text).toContain('123.45');
    const { json } = await preview(await uploaded(text));
    expect(json.errors).toEqual([]);
    expect(json.mapping).toMatchObject({
      externalId: 'externalId',
      id: 'id',
      tags: 'tags',
      valueCents: 'valueCents',
    });
    const { activity: done } = await imported(text);
    expect(done.progress).toMatchObject({ skipped: 1 });
    const order = (await api.call('GET /v1/order/{id}', { params: { id: 'exp-1' } })).json;
    expect(order).toMatchObject({ description: '=1+1', tags: ['a', 'b'], valueCents: 12_345 });
  });

  it('leaves negative numbers as they are: only texts can be formulas', async () => {
    const dropoff = {
      ...{ dropoffAddress: null, dropoffAddressFormattedStreet: '900 Valencia St' },
      ...{ dropoffAddressCity: 'San Francisco', dropoffAddressZip: '94110', dropoffAddressCountry: 'US' },
      ...{ dropoffLat: 37.757, dropoffLng: -122.421 },
    };
    await api.order({ externalId: 'exp-west', description: '-1', ...dropoff });
    const { json: text } = await api.call('GET /v1/orders/export', { query: { ids: 'exp-west' } });
    expect(text).toContain(',37.757,-122.421,');
    expect(text).toContain(",'-1,");
    expect((await imported(text)).activity.progress).toMatchObject({ skipped: 1 });
  });

  it('has the orders of its filters, within the scope', async () => {
    await api.order({ externalId: 'exp-a' });
    await api.order({ externalId: 'exp-b' });
    const lines = async (query: object, grant = {}) =>
      String((await api.call('GET /v1/orders/export', { query: { ...query }, grant })).json)
        .trim()
        .split('\n').length - 1;
    expect(await lines({})).toBe(2);
    expect(await lines({ search: 'exp-a' })).toBe(1);
    // No order has a delivery yet.
    expect(await lines({ deliveryStatus: 'created' })).toBe(0);
    expect(await lines({}, { storeLocationIds: ['store_x'] })).toBe(0);
  });
});

describe('49.1.3 names of Object.prototype as columns', () => {
  const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

  it.each(NAMES)('a column %s is one that fills no field: the import ends', async (name) => {
    const file = `${HEADER},${name}\n${row('A-1')},x\n`;
    const mapping = {
      'Order number': 'externalId',
      'Dropoff address': 'dropoffAddress',
      'Dropoff phone': 'dropoffPhoneNumber',
      Value: 'valueCents',
    };
    const seen = await preview(await uploaded(file), { mapping });
    expect(seen.status).toBe(200);
    const { activity: end } = await imported(file, { mapping });
    expect(end).toMatchObject({ status: 'FAILED', result: { needsAttention: 1, failed: 0 } });
  });

  it('a file whose reading fails by an error of the program ends as failed, with its reason', async () => {
    const id = await uploaded(`${HEADER}\n${row('B-1')}\n`);
    const { json } = await start(id);
    const { bucket } = api.deps;
    const broken = {
      ...api.deps,
      bucket: new Proxy(bucket, {
        get: (target, name) =>
          name === 'put'
            ? () => {
                throw new TypeError('undefined is not a function');
              }
            : Reflect.get(target, name),
      }),
    };
    const due = (await api.db.events(uploadImportDue.name)).at(-1)!;
    await splitUploads.handle(broken as never, due);
    const end = await activity(json.id);
    expect(end).toMatchObject({ status: 'FAILED', error: { message: expect.stringContaining('Row 1') } });
  });
});

describe('49 1.2 and 1.3 files of limited callers, and huge ones', () => {
  const store = { storeLocationIds: ['store_north'] };
  const LINE = `${HEADER}\n${row('L-1')}\n`;

  it('a file that a limited caller could not import is not skipped for others', async () => {
    const own = await uploaded(LINE, store);
    await start(own, {}, store);
    await api.drain();
    const { activity } = await imported(LINE);
    expect(activity.progress).toMatchObject({ skipped: 0, failed: 0, total: 1 });
  });

  it('a preview says the same of every store outside of the limit, whether it exists or not', async () => {
    const id = await uploaded(LINE, store);
    const { json } = await api.call('POST /v1/uploads/{id}/preview', {
      params: { id },
      body: {},
      grant: store,
    });
    expect(json.problems).toEqual([
      { row: 1, column: '', field: '', value: '', message: expect.stringContaining('limited to the store') },
    ]);
  });

  it('a preview shows as many rows as fit into a reply', async () => {
    const wide = Array.from({ length: 60 }, (_, index) => `w-${index},${'x'.repeat(190_000)}`).join('\n');
    const { status, json } = await preview(await uploaded(`Order number,Note\n${wide}\n`));
    expect(status).toBe(200);
    expect(json).toMatchObject({ hasMore: true, counts: { rows: json.rows.length } });
    expect(Buffer.byteLength(JSON.stringify(json))).toBeLessThan(5_000_000);
    expect(json.rows.length).toBeGreaterThan(5);
  });
});
