import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activitiesArea } from '../../../../../functions/api/activities/index.ts';
import { storesArea } from '../../../../../functions/api/stores/index.ts';
import { uploadsArea } from '../../../../../functions/api/uploads/index.ts';
import { worker as doBulkWork } from '../../../../../functions/workers/do-bulk-work.ts';
import { worker as splitUploads } from '../../../../../functions/workers/split-uploads.ts';
import { searchGazetteer } from '../../../../../lib/engines/geocoding/gazetteer/search-gazetteer.ts';
import { uploadKey } from '../../../../../lib/operations/uploads/index.ts';
import { organizationEntity } from '../../../../../lib/platform/organization/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { MERCHANT_FILES } from '../../../../support/merchant-files/files.ts';

let api: DispatchApi;
let storeId: string;
beforeEach(async () => {
  api = await startDispatchApi([], {
    areas: [uploadsArea, activitiesArea, storesArea],
    workers: [splitUploads, doBulkWork],
    extra: () => ({ geocoder: { geocode: async (query: never) => searchGazetteer(query) } }),
  });
  const at = '2026-03-01T00:00:00.000Z';
  const organization = { id: 'org_test', name: 'Test', listShards: 1, createdAt: at, updatedAt: at };
  await api.deps.table.write([
    create(organizationEntity, organizationEntity.definition.schema.parse(organization)),
  ]);
  const store = await api.must('POST /v1/store_locations', {
    body: {
      name: 'Bakery',
      phoneNumber: '+14155550100',
      address: '1 Mission Street, San Francisco, CA 94105',
    },
  });
  storeId = store.id;
});
afterEach(() => api.stop());

async function uploaded(content: string | Uint8Array): Promise<string> {
  const { json } = await api.call('POST /v1/uploads', { body: { kind: 'orders', fileName: 'orders' } });
  await api.deps.bucket.put('org_test', uploadKey(json.id), Buffer.from(content), 'text/csv');
  return json.id;
}

const preview = (id: string, body: object = {}) =>
  api.must('POST /v1/uploads/{id}/preview', { params: { id }, body });

async function imported(content: string | Uint8Array, body: object = {}) {
  const id = await uploaded(content);
  const started = await api.must('POST /v1/uploads/{id}/import', { params: { id }, body });
  await api.drain();
  const activity = await api.must('GET /v1/activities/{id}', { params: { id: started.id } });
  return { id, activity };
}

const result = async (id: string, rows = 'all'): Promise<string> =>
  String(await api.must('GET /v1/uploads/{id}/result', { params: { id }, query: { rows } })).replace(
    '\ufeff',
    '',
  );

const allOrders = async () => {
  const { results } = await api.must('GET /v1/orders', { query: { limit: '50' } });
  return Promise.all(
    (results as { id: string }[]).map(({ id }) => api.must('GET /v1/order/{id}', { params: { id } })),
  );
};

describe('43 1.7 files as merchants have them are imported without a mapping', () => {
  it.each(MERCHANT_FILES)('$title', async ({ content, values = {}, dateOrder, format, orders }) => {
    const body = {
      values: { pickupStoreLocationId: storeId, ...values },
      timeZone: 'America/New_York',
      ...(dateOrder && { dateOrder }),
    };
    const seen = await preview(await uploaded(content), body);
    expect(seen).toMatchObject({ format, errors: [], problems: [], ambiguousDates: [], missing: [] });
    const { id, activity } = await imported(content, body);
    expect([activity.status, await result(id)]).toEqual(['SUCCESS', expect.not.stringContaining('failed')]);
    const made = await allOrders();
    expect(made.map(({ status, validationErrors }) => [status, validationErrors])).toEqual(
      orders.map(() => ['valid', {}]),
    );
    for (const order of orders) expect(made).toContainEqual(expect.objectContaining(withItems(order)));
  });
});

/** Items have more fields than a file has. */
function withItems(order: Readonly<Record<string, unknown>>) {
  if (!Array.isArray(order.items)) return order;
  return { ...order, items: order.items.map((item) => expect.objectContaining(item)) };
}

const GOOD = '"900 Valencia Street, San Francisco, CA 94110",Ada,+14155550101,20';
const HEADER = 'Order number,Address,Name,Phone,Value';

describe('43 1.3 the result tells the truth', () => {
  it('flawed rows can be corrected in their own file and uploaded again: nothing is made twice', async () => {
    const file = [
      HEADER,
      `,${GOOD}`,
      ',Nowhere 5,Bo,+14155550102,30',
      'F-3,500 Castro Street,Cy,+14155550103,a lot',
    ];
    const values = { pickupStoreLocationId: storeId };
    const first = await imported(file.join('\n'), { values });
    expect(first.activity).toMatchObject({
      status: 'FAILED',
      progress: { total: 3, handled: 3, done: 1, needsAttention: 1, failed: 1, skipped: 0 },
    });
    const flawed = await result(first.id, 'flawed');
    expect(flawed.split('\n')[0]).toContain('Row,What is wrong');
    expect(flawed).toMatch(/Nowhere 5,Bo,.*was not found on the map.*,ord_\w+/);
    expect(flawed).not.toContain('Ada');
    const corrected = flawed.replace('Nowhere 5', '1200 Folsom Street').replace('a lot', '12');
    const second = await imported(corrected, { values });
    expect(second.activity).toMatchObject({ status: 'SUCCESS', progress: { total: 2, done: 2 } });
    expect((await allOrders()).map(({ status }) => status)).toEqual(['valid', 'valid', 'valid']);
  });

  it('the preview shows what will be wrong in each row, with counts, before anything is imported', async () => {
    const file = [
      HEADER,
      `P-1,${GOOD}`,
      'P-2,500 Castro Street,Bo,12,20',
      'P-3,500 Castro Street,Cy,+14155550103,x',
    ];
    const seen = await preview(await uploaded(file.join('\n')), {
      values: { pickupStoreLocationId: storeId },
    });
    expect(seen.counts).toEqual({ rows: 3, good: 1, needingAttention: 1, unreadable: 1 });
    expect(seen.problems).toMatchObject([{ row: 2, column: 'Phone', field: 'dropoffPhoneNumber' }]);
    expect(seen.errors).toMatchObject([{ row: 3, column: 'Value' }]);
    expect((await api.must('GET /v1/orders')).totalCount).toBe(0);
  });
});

describe('43 1.1 the round trip of an export', () => {
  const exported = async () => String(await api.must('GET /v1/orders/export')).replace('\ufeff', '');

  it('changes nothing, and then only the cell that was edited', async () => {
    const body = { values: { pickupStoreLocationId: storeId } };
    await imported([HEADER, `E-1,${GOOD}`, `,${GOOD}`].join('\n'), body);
    const before = await allOrders();
    const text = await exported();
    const same = await imported(text);
    expect(same.activity).toMatchObject({ status: 'SUCCESS', progress: { total: 2, skipped: 2 } });
    expect(await allOrders()).toEqual(before);
    const edited = await imported(text.replace(',20.00,', ',25.00,'));
    expect(edited.activity).toMatchObject({ status: 'SUCCESS', progress: { total: 2, done: 1, skipped: 1 } });
    const after = await allOrders();
    expect(after.map(({ valueCents, status }) => [valueCents, status]).toSorted()).toEqual([
      [2000, 'valid'],
      [2500, 'valid'],
    ]);
  });

  it('an edited line, an edited part and an edited point each move the place; the rest follows', async () => {
    const body = { values: { pickupStoreLocationId: storeId } };
    await imported([HEADER, `G-1,${GOOD}`].join('\n'), body);
    const edit = async (from: string | RegExp, to: string) => {
      const { activity } = await imported((await exported()).replace(from, to));
      expect(activity).toMatchObject({ status: 'SUCCESS', progress: { done: 1 } });
      return (await allOrders())[0];
    };
    const line = await edit(
      '900 Valencia Street, San Francisco, CA 94110',
      '500 Castro Street, San Francisco, CA 94114',
    );
    expect(line).toMatchObject({ status: 'valid', dropoffAddressZip: '94114', dropoffAddressNumber: '500' });
    const part = await edit(/,500 Castro St,/, ',700 Castro St,');
    expect(part.dropoffAddress).toContain('700 Castro St');
    expect(part).toMatchObject({ status: 'valid', dropoffAddressNumber: '700' });
    const point = await edit(`,${part.dropoffLat},`, ',37.7611,');
    expect(point).toMatchObject({
      status: 'valid',
      dropoffLat: 37.7611,
      dropoffAddressFormattedStreet: '700 Castro St',
    });
  });
});

describe('43 1.2 address columns are joined', () => {
  const one = async (header: string, cells: string, values: object = {}) => {
    const file = `Order number,Name,Phone,Value,${header}\nJ-1,Ada,+14155550101,20,${cells}\n`;
    const { activity, id } = await imported(file, { values: { pickupStoreLocationId: storeId, ...values } });
    return activity.status === 'SUCCESS' ? (await allOrders())[0] : result(id);
  };

  it.each([
    ['Address,City,State,Zip', '900 Valencia Street,San Francisco,CA,94110'],
    ['Street,City,Zip', '900 Valencia Street,San Francisco,94110'],
    ['House number,Street,City,Zip', '900,Valencia Street,San Francisco,94110'],
    ['Address,Unit', '"900 Valencia Street, San Francisco, CA 94110",Apt 4'],
    ['Address,City', '"900 Valencia Street, San Francisco, CA 94110",San Francisco'],
    ['Address,Latitude,Longitude', '"900 Valencia Street, San Francisco",37.7583,-122.4215'],
    ['Address,Coordinates', '900 Valencia Street,"37.7583, -122.4215"'],
    [
      'Street,City,Zip,Country,Lat,Lng',
      '900 Valencia St,San Francisco,94110,United States,37.7583,-122.4215',
    ],
  ])('%s', async (header, cells) => {
    const order = await one(header, cells);
    expect(order).toMatchObject({ status: 'valid', validationErrors: {}, dropoffAddressCountry: 'US' });
    expect(order.dropoffAddressFormattedStreet).toBe('900 Valencia St');
    expect(order.dropoffLat).toBeCloseTo(37.7583, 2);
  });

  it('a point far from its address is a mistake that is reported', async () => {
    expect(await one('Address,Coordinates', '900 Valencia Street,"-122.4215, 37.7583"')).toContain(
      'from its coordinates',
    );
  });
});

describe('43 1.5 and 1.6 what a file alone does not tell', () => {
  const dates = (...days: string[]) =>
    ['Order number,Delivery date', ...days.map((day, index) => `D-${index},${day}`)].join('\n');

  it('dates that can be read in two ways are asked about, and decided by the column where it tells', async () => {
    const id = await uploaded(dates('03/05/2026', '04/05/2026'));
    expect(await preview(id)).toMatchObject({ ambiguousDates: ['Delivery date'], dateOrder: null });
    const refused = await api.call('POST /v1/uploads/{id}/import', { params: { id }, body: {} });
    expect(refused).toMatchObject({ status: 422, json: { error: { code: 'VALIDATION_ERRORS' } } });
    expect(refused.json.error.message).toContain('Delivery date');
    const told = await preview(await uploaded(dates('03/05/2026', '03/13/2026')));
    expect(told).toMatchObject({ ambiguousDates: [], dateOrder: 'month-first' });
  });

  it('rows of one number that are apart, or differ, are reported and overwrite nothing', async () => {
    const values = { pickupStoreLocationId: storeId };
    const rows = [
      HEADER,
      `S-1,${GOOD}`,
      `S-2,${GOOD}`,
      'S-1,500 Castro Street,Bo,+14155550102,30',
      `S-2,${GOOD}`,
    ];
    const { id, activity } = await imported(rows.join('\n'), { values });
    expect(activity.progress).toMatchObject({ done: 2, failed: 2 });
    expect(await result(id)).toContain('is in row 1 already');
    const twice = await imported([HEADER, `T-1,${GOOD}`, `T-1,${GOOD.replace('20', '30')}`].join('\n'), {
      values,
    });
    expect(twice.activity.progress).toMatchObject({ done: 1, failed: 1 });
    expect(await result(twice.id)).toContain('is not what the first row of the order has');
  });

  it('a column that is guessed but can never be used fills nothing', async () => {
    const file =
      'Order number,Date,Address\nN-1,2020-01-05,900 Valencia Street\nN-2,2020-01-06,500 Castro Street\n';
    expect((await preview(await uploaded(file))).mapping).toMatchObject({
      Date: null,
      Address: 'dropoffAddress',
    });
  });

  it('a value for the whole file cannot name an order or an unknown field', async () => {
    const id = await uploaded(`${HEADER}\nV-1,${GOOD}\n`);
    for (const values of [{ externalId: 'x' }, { id: 'ord_1' }, { constructor: 'x' }, { nothing: 'x' }]) {
      const refused = await api.call('POST /v1/uploads/{id}/preview', { params: { id }, body: { values } });
      expect(refused).toMatchObject({ status: 422, json: { error: { code: 'VALIDATION_ERRORS' } } });
    }
  });
});

describe('43 1.4 import templates', () => {
  const FILE = `Nr,Where,Who,Tel,Worth,Day\nK-1,"900 Valencia Street, San Francisco, CA 94110",Ada,+14155550101,20,03/05/2026\n`;
  const columns = ['Nr', 'Where', 'Who', 'Tel', 'Worth', 'Day'];
  const template = () => ({
    name: 'Till',
    columns,
    mapping: {
      Nr: 'externalId',
      Where: 'dropoffAddress',
      Who: 'dropoffFirstName',
      Tel: 'dropoffPhoneNumber',
      Worth: 'valueCents',
      Day: 'dropoffDate',
    },
    values: { pickupStoreLocationId: storeId },
    dateOrder: 'month-first',
  });
  const save = (body: object) => api.must('POST /v1/import-templates', { body });

  it('are offered for files with the same columns, and say what the caller does not', async () => {
    const saved = await save(template());
    await save({ ...template(), name: 'Other', columns: ['Nr'] });
    const id = await uploaded(FILE);
    const seen = await preview(id);
    expect(seen.templates).toEqual([{ id: saved.id, name: 'Till' }]);
    expect((await preview(id, { templateId: saved.id })).counts).toMatchObject({ good: 1 });
    const { activity } = await imported(FILE, { templateId: saved.id });
    expect(activity.status).toBe('SUCCESS');
    expect((await allOrders())[0]).toMatchObject({
      externalId: 'K-1',
      dropoffEndTime: '2026-03-05T23:59:59.999Z',
    });
  });

  it('are replaced by version, deleted, and unknown afterwards', async () => {
    const { id } = await save(template());
    const put = (body: object, headers: Record<string, string> = {}) =>
      api.call('PUT /v1/import-templates/{id}', { params: { id }, body, headers });
    expect((await put({ ...template(), name: 'Till 2' })).json).toMatchObject({ name: 'Till 2', version: 2 });
    expect((await put(template(), { 'if-match': '1' })).status).toBe(409);
    const headers = { 'if-match': '1' };
    expect((await api.call('DELETE /v1/import-templates/{id}', { params: { id }, headers })).status).toBe(
      409,
    );
    await api.must('DELETE /v1/import-templates/{id}', { params: { id } });
    expect((await put(template())).status).toBe(404);
    const upload = await uploaded(FILE);
    const refused = await api.call('POST /v1/uploads/{id}/preview', {
      params: { id: upload },
      body: { templateId: id },
    });
    expect(refused.status).toBe(404);
    expect((await api.must('GET /v1/import-templates')).totalCount).toBe(0);
  });

  it('of a limited caller are those of its limits', async () => {
    await save(template());
    const grant = { storeLocationIds: ['store_1'] };
    expect((await api.call('GET /v1/import-templates', { grant })).json.totalCount).toBe(0);
    await api.call('POST /v1/import-templates', { body: template(), grant });
    expect((await api.call('GET /v1/import-templates', { grant })).json.totalCount).toBe(1);
    expect((await api.must('GET /v1/import-templates')).totalCount).toBe(2);
  });

  it('fit into an item: settings that are too large are refused', async () => {
    const wide = (size: number) =>
      Object.fromEntries(Array.from({ length: size }, (_, at) => [`c${at}${'ü'.repeat(200)}`, null]));
    const values = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, 'x']));
    for (const body of [
      { mapping: wide(201) },
      { values },
      { mapping: wide(200), columns: Object.keys(wide(200)) },
    ]) {
      const refused = await api.call('POST /v1/import-templates', { body: { ...template(), ...body } });
      expect(refused.status).toBe(422);
    }
  });

  it('are 100 at most', async () => {
    for (let made = 0; made < 100; made += 1) await save({ name: `T ${made}`, columns: ['a'] });
    const refused = await api.call('POST /v1/import-templates', { body: template() });
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'CONFLICT' } } });
  });
});
