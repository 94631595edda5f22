import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { canceledOrder, orderEntity } from '../../../../../lib/ordering/orders/index.ts';
import { memberEntity, occurrenceEntity } from '../../../../../lib/ordering/windows/occurrence.ts';
import { readAuditLog } from '../../../../../lib/platform/audit/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { replace, Table } from '../../../../../lib/platform/table/index.ts';
import { startWindowsApi, type WindowsApi } from '../../../../support/windows-api.ts';

let api: WindowsApi;
beforeEach(async () => {
  api = await startWindowsApi();
});
afterEach(() => api.stop());

const HOUR = 3_600_000;

/** What is left of a window. */
async function remaining(id: string, query: Record<string, string> = {}) {
  const { json } = await api.call('GET /v1/eligible_delivery_windows', {
    query: { startTime: '2026-03-02T00:00:00Z', endTime: '2026-03-20T00:00:00Z', ...query },
  });
  const all = [...json.eligibleDeliveryWindows, ...json.ineligibleDeliveryWindows];
  return all.find((window: { id: string }) => window.id === id)?.remainingCapacity;
}

test('13 booking holds capacity and gives the order the times of the window; confirming commits it', async () => {
  const window = await api.window();
  await api.order('a');
  const booked = await api.booking('a', 'book', { deliveryWindowId: window.id, requestedCapacity: 2 });
  expect(booked).toMatchObject({
    status: 200,
    json: {
      deliveryWindowId: window.id,
      deliveryWindowStatus: 'booked',
      deliveryWindowRequestedCapacity: 2,
      dropoffStartTime: '2026-03-03T10:00:00.000Z',
      dropoffEndTime: '2026-03-03T12:00:00.000Z',
      status: 'valid',
    },
  });
  expect(await remaining(window.id)).toBe(0);
  expect((await api.booking('a', 'confirm')).json).toMatchObject({ deliveryWindowStatus: 'confirmed' });
  expect((await api.booking('a', 'confirm')).status).toBe(200);
});

test('the audit log of an order has what each step of a booking changed', async () => {
  const window = await api.window();
  const { id } = await api.order('a');
  api.db.deps.clock.advance(1_000);
  await api.booking('a', 'book', { deliveryWindowId: window.id });
  api.db.deps.clock.advance(1_000);
  await api.booking('a', 'confirm');
  const { results } = await readAuditLog(api.db.deps, 'org_test', { entityId: id, limit: 10 });
  const [confirmed, booked] = results.filter(({ action }) => action === 'updated');
  expect(confirmed?.changes).toEqual([
    { field: 'windowBooking.status', before: 'booked', after: 'confirmed' },
  ]);
  expect(booked?.changes).toContainEqual({ field: 'deliveryWindowId', before: null, after: window.id });
});

test('C67 a full window is 409 with what is left, a disabled or closed one 400', async () => {
  const window = await api.window({ maximumCapacity: 1 });
  await api.order('a');
  await api.order('b');
  await api.booking('a', 'book', { deliveryWindowId: window.id });
  expect(await api.booking('b', 'book', { deliveryWindowId: window.id })).toMatchObject({
    status: 409,
    json: { error: { code: 'CONFLICT', details: { remainingCapacity: 0 } } },
  });
  expect(await api.read('b')).toMatchObject({ deliveryWindowId: null });
  const other = await api.window({ startTime: '2026-03-04T10:00:00Z', endTime: '2026-03-04T12:00:00Z' });
  await api.call('PATCH /v1/delivery-window/{id}/disable', { params: { id: other.id } });
  expect(await api.booking('b', 'book', { deliveryWindowId: other.id })).toMatchObject({
    status: 400,
    json: { error: { code: 'DISALLOWED_OPERATION', details: { reason: 'INACTIVE' } } },
  });
  await api.call('PATCH /v1/delivery-window/{id}/enable', { params: { id: other.id } });
  api.db.deps.clock.advance(10 * HOUR);
  expect(await api.booking('b', 'book', { deliveryWindowId: other.id })).toMatchObject({
    status: 400,
    json: { error: { details: { reason: 'CUTOFF_PASSED' } } },
  });
});

test('13 a booking that would have expired already is refused', async () => {
  const window = await api.window();
  await api.order('a');
  const past = '2026-03-02T08:59:59Z';
  const booked = await api.booking('a', 'book', { deliveryWindowId: window.id, expiresAt: past });
  const upserted = await api.call('POST /v1/order/external-identifier/{externalId}/delivery-window', {
    params: { externalId: 'a' },
    body: { deliveryWindowId: window.id, deliveryWindowExpiresAt: past },
  });
  expect([booked.status, upserted.status]).toEqual([422, 422]);
  expect(Object.keys(upserted.json.error.details.fields)).toEqual(['deliveryWindowExpiresAt']);
  expect(await api.read('a')).toMatchObject({ deliveryWindowId: null });
});

test('13 revoking frees the capacity and unlinks the order', async () => {
  const window = await api.window({ maximumCapacity: 1 });
  await api.order('a');
  await api.booking('a', 'book', { deliveryWindowId: window.id });
  expect((await api.booking('a', 'revoke')).json).toMatchObject({
    deliveryWindowId: null,
    deliveryWindowStatus: null,
    dropoffStartTime: null,
  });
  expect(await remaining(window.id)).toBe(1);
});

test('13 an unconfirmed booking lapses at expiresAt, a confirmed one does not', async () => {
  const window = await api.window();
  const expiresAt = '2026-03-02T10:00:00Z';
  for (const externalId of ['a', 'b']) {
    await api.order(externalId);
    await api.booking(externalId, 'book', { deliveryWindowId: window.id, expiresAt });
  }
  await api.booking('b', 'confirm');
  api.db.deps.clock.advance(HOUR);
  expect((await api.booking('a', 'confirm')).status).toBe(400);
  await api.settle();
  expect(await api.read('a')).toMatchObject({ deliveryWindowId: null, deliveryWindowStatus: null });
  expect(await api.read('b')).toMatchObject({ deliveryWindowStatus: 'confirmed' });
  expect(await remaining(window.id)).toBe(1);
});

test('13 after the cutoff the confirmed orders are dispatched together, with errors beside successes', async () => {
  const window = await api.window({ maximumCapacity: 5 });
  for (const externalId of ['a', 'b', 'held']) {
    await api.order(externalId);
    await api.booking(externalId, 'book', { deliveryWindowId: window.id });
  }
  await api.booking('a', 'confirm');
  await api.booking('b', 'confirm');
  const flawed = (await api.call('PATCH /v1/order/{id}', { params: { id: 'b' }, body: { valueCents: -1 } }))
    .json;
  expect(flawed.status).toBe('needs_attention');
  api.db.deps.clock.advance(9 * HOUR);
  await api.settle();
  const a = await api.read('a');
  expect(a).toMatchObject({ status: 'dispatched', jobId: expect.stringMatching(/^job_/) });
  expect(await api.read('held')).toMatchObject({ deliveryWindowId: null });
  const log = await readAuditLog(api.db.deps, 'org_test', { entityId: a.id, limit: 10 });
  expect(log.results.find(({ action }) => action === 'dispatched')).toMatchObject({
    actor: { type: 'system', id: 'close-windows' },
    cause: 'timer:window-cutoff',
  });
  const told = await api.db.events('shift.dispatched');
  expect(told.map(({ data }) => data)).toMatchObject([
    { created_job_ids: [a.jobId], errors: { [flawed.id]: expect.any(String) }, deliveryWindowId: window.id },
  ]);
});

test.each(['book', 'confirm'] as const)(
  '13 an order whose %s is written just after its window closed is settled like the others',
  async (step) => {
    const window = await api.window();
    await api.order('a');
    const body = { deliveryWindowId: window.id };
    // The first booking opens the window.
    await api.order('first');
    await api.booking('first', 'book', body);
    if (step === 'confirm') await api.booking('a', 'book', body);
    const { table } = api.db.deps;
    beforeNextBooking(async () => {
      const stored = await table.get(occurrenceEntity, { organizationId: 'org_test', key: window.id });
      await table.write([replace(occurrenceEntity, stored!, { ...stored!.value, state: 'closed' })]);
    });
    expect((await api.booking('a', step, step === 'book' ? body : undefined)).status).toBe(200);
    await api.settle();
    const order = await api.read('a');
    if (step === 'confirm') {
      expect(order).toMatchObject({ status: 'dispatched', deliveryWindowStatus: 'confirmed' });
      const told = await api.db.events('shift.dispatched');
      expect(told.map(({ data }) => data)).toMatchObject([{ created_job_ids: [order.jobId] }]);
    } else {
      expect(order).toMatchObject({ status: 'valid', deliveryWindowId: null, deliveryWindowStatus: null });
    }
  },
);

/** Runs `meanwhile` once, before the next write of a booking. */
function beforeNextBooking(meanwhile: () => Promise<void>): void {
  const { write } = Table.prototype;
  const spy = vi.spyOn(Table.prototype, 'write').mockImplementation(async function (this: Table, operations) {
    if (operations.some((one) => one.kind === 'put' && one.item.type === memberEntity.name)) {
      spy.mockRestore();
      await meanwhile();
    }
    return write.call(this, operations);
  });
}

test('13 the cutoff and the times of booked orders move with the window', async () => {
  const window = await api.window();
  await api.order('a');
  await api.booking('a', 'book', { deliveryWindowId: window.id });
  await api.booking('a', 'confirm');
  const moved = await api.call('PATCH /v1/delivery-windows', {
    body: {
      deliveryWindows: [
        { id: window.id, startTime: '2026-03-03T14:00:00Z', endTime: '2026-03-03T16:00:00Z' },
      ],
    },
  });
  expect(moved.json.deliveryWindows[0].cutoffTime).toBe('2026-03-02T22:00:00.000Z');
  await api.settle();
  expect(await api.read('a')).toMatchObject({
    dropoffStartTime: '2026-03-03T14:00:00.000Z',
    deliveryWindowStatus: 'confirmed',
  });
  api.db.deps.clock.advance(10 * HOUR);
  await api.settle();
  expect(await api.read('a')).toMatchObject({ status: 'valid' });
  api.db.deps.clock.advance(3 * HOUR);
  await api.settle();
  expect(await api.read('a')).toMatchObject({ status: 'dispatched' });
});

test('an order that names a window is booked into it; one that cannot be needs attention', async () => {
  const window = await api.window({ maximumCapacity: 1 });
  expect(await api.order('a', { deliveryWindowId: window.id })).toMatchObject({
    status: 'valid',
    deliveryWindowStatus: 'confirmed',
    dropoffStartTime: '2026-03-03T10:00:00.000Z',
  });
  const full = await api.order('b', { deliveryWindowId: window.id });
  expect(full).toMatchObject({ status: 'needs_attention', deliveryWindowStatus: null });
  expect(Object.keys(full.validationErrors)).toEqual(['deliveryWindowId']);
  const edited = await api.call('PATCH /v1/order/{id}', {
    params: { id: 'a' },
    body: { dropoffStartTime: '2026-03-05T10:00:00Z' },
  });
  expect(edited.json).toMatchObject({ status: 'needs_attention', deliveryWindowStatus: 'confirmed' });
});

test('an archived order gives its place back', async () => {
  const window = await api.window({ maximumCapacity: 1 });
  const order = await api.order('a', { deliveryWindowId: window.id });
  await api.call('DELETE /v1/order/{id}', { params: { id: order.id } });
  await api.settle();
  expect(await remaining(window.id)).toBe(1);
});

test('a canceled order gives its place back', async () => {
  const window = await api.window({ maximumCapacity: 1 });
  const { id } = await api.order('a', { deliveryWindowId: window.id });
  const { table } = api.db.deps;
  const stored = await table.get(orderEntity, { organizationId: 'org_test', id });
  if (!stored) throw new Error('The order is not there.');
  const canceled = canceledOrder(stored, { reason: null, occurredAt: '2026-03-02T09:30:00.000Z' });
  if (isRefusal(canceled)) throw new Error(canceled.message);
  await table.write(canceled);
  await api.settle();
  expect(await remaining(window.id)).toBe(1);
  expect(await api.read('a')).toMatchObject({ status: 'canceled', deliveryWindowStatus: null });
});

test('an edit keeps the place as long as the order fits the window, and gives it back when it does not', async () => {
  const window = await api.window({
    maximumCapacity: 1,
    minimumOrderValueCents: 1000,
    allowedTags: ['cold'],
  });
  const order = await api.order('a', { deliveryWindowId: window.id, tags: ['cold'], valueCents: 5000 });
  const edit = (body: object) => {
    api.db.deps.clock.advance(1000);
    return api.must('PATCH /v1/order/{id}', { params: { id: order.id }, body });
  };
  expect(await edit({ valueCents: 2000 })).toMatchObject({ deliveryWindowStatus: 'confirmed' });
  expect(await edit({ valueCents: 900 })).toMatchObject({
    status: 'needs_attention',
    deliveryWindowId: window.id,
    deliveryWindowStatus: null,
    validationErrors: { deliveryWindowId: expect.stringContaining('1000 cents') },
  });
  expect(await remaining(window.id)).toBe(1);
  expect(await edit({ valueCents: 1000 })).toMatchObject({
    status: 'valid',
    deliveryWindowStatus: 'confirmed',
    validationErrors: {},
  });
  expect(await remaining(window.id)).toBe(0);
});

test('a condition that a window gets later does not take the places of those who have them', async () => {
  const window = await api.window();
  const order = await api.order('a', { deliveryWindowId: window.id });
  const change = { id: window.id, version: window.version, allowedTags: ['cold'] };
  await api.must('PATCH /v1/delivery-windows', { body: { deliveryWindows: [change] } });
  await api.settle();
  const edited = await api.call('PATCH /v1/order/{id}', {
    params: { id: order.id },
    body: { dropoffInstructions: 'Ring twice' },
  });
  expect(edited.json).toMatchObject({ deliveryWindowStatus: 'confirmed' });
  expect(await api.call('PATCH /v1/delivery-windows', { body: { deliveryWindows: [change] } })).toMatchObject(
    { status: 409, json: { error: { code: 'CONFLICT', details: { version: 2 } } } },
  );
});

test('a recurring window is booked by occurrence, each with a capacity of its own', async () => {
  const window = await api.window({ rrule: 'FREQ=DAILY', maximumCapacity: 1 });
  await api.order('a');
  await api.order('b');
  expect((await api.booking('a', 'book', { deliveryWindowId: window.id })).status).toBe(404);
  const third = `${window.id}|10:00|12:00|2026-03-03`;
  const fourth = `${window.id}|10:00|12:00|2026-03-04`;
  expect((await api.booking('a', 'book', { deliveryWindowId: third })).json.dropoffStartTime).toBe(
    '2026-03-03T10:00:00.000Z',
  );
  expect((await api.booking('b', 'book', { deliveryWindowId: third })).status).toBe(409);
  expect((await api.booking('b', 'book', { deliveryWindowId: fourth })).status).toBe(200);
  expect([await remaining(third), await remaining(fourth)]).toEqual([0, 0]);
  // Moving to another day frees the first one.
  const fifth = `${window.id}|10:00|12:00|2026-03-05`;
  expect((await api.booking('b', 'book', { deliveryWindowId: fifth })).status).toBe(200);
  expect([await remaining(fourth), await remaining(fifth)]).toEqual([1, 0]);
});

test('eligible windows say why others are not', async () => {
  const open = await api.window({ priceCents: 300, windowMetadata: { lane: 'A' } });
  const tagged = await api.window({ allowedTags: ['cold'], startTime: '2026-03-03T08:00:00Z' });
  const dear = await api.window({ minimumOrderValueCents: 100_000, startTime: '2026-03-03T09:00:00Z' });
  const order = await api.order('a');
  const { json } = await api.call('GET /v1/eligible_delivery_windows', {
    query: {
      externalOrderId: 'a',
      startTime: '2026-03-02T00:00:00Z',
      endTime: '2026-03-04T00:00:00Z',
      requestedCapacity: '2',
    },
  });
  expect(order.status).toBe('valid');
  expect(json.eligibleDeliveryWindows).toMatchObject([
    {
      id: open.id,
      remainingCapacity: 2,
      maximumCapacity: 2,
      windowMetadata: { lane: 'A' },
      score: expect.any(Number),
    },
  ]);
  const reasons = Object.fromEntries(
    json.ineligibleDeliveryWindows.map((window: { id: string; ineligibleReason: string }) => [
      window.id,
      window.ineligibleReason,
    ]),
  );
  expect(reasons).toEqual({ [tagged.id]: 'TAG_NOT_ALLOWED', [dear.id]: 'ORDER_VALUE_TOO_LOW' });
});

test('C68 a window with bookings is not deleted; without them it is, and can be restored', async () => {
  const window = await api.window();
  const order = await api.order('a', { deliveryWindowId: window.id });
  const path = { params: { id: window.id } };
  expect(await api.call('DELETE /v1/delivery-window/{id}', path)).toMatchObject({
    status: 409,
    json: { error: { code: 'CONFLICT', details: { usedBy: [order.id] } } },
  });
  await api.booking('a', 'revoke');
  expect((await api.call('DELETE /v1/delivery-window/{id}', path)).json.isDeleted).toBe(true);
  expect(await remaining(window.id)).toBeUndefined();
  expect((await api.call('PATCH /v1/delivery-window/{id}/restore', path)).json.isDeleted).toBe(false);
  expect(await remaining(window.id)).toBe(2);
});

test('C68 neither does a change of isDeleted delete a window with bookings; two rows of one window are refused', async () => {
  const window = await api.window();
  const order = await api.order('a', { deliveryWindowId: window.id });
  const patch = (...rows: object[]) =>
    api.call('PATCH /v1/delivery-windows', {
      body: { deliveryWindows: rows.map((row) => ({ id: window.id, ...row })) },
    });
  expect(await patch({ isDeleted: true })).toMatchObject({
    status: 409,
    json: { error: { details: { usedBy: [order.id] } } },
  });
  const twice = await patch({ name: 'A' }, { name: 'B' });
  expect(twice.status).toBe(422);
  expect(Object.keys(twice.json.error.details.fields)).toEqual(['deliveryWindows[1].id']);
});

test('41 2.3 an upsert creates a window of each row without an id, also beside one of the same store, zone and times', async () => {
  const row = { startTime: '2026-03-06T10:00:00Z', endTime: '2026-03-06T12:00:00Z', maximumCapacity: 5 };
  const upsert = async (rows: object[]) =>
    (await api.must('POST /v1/delivery-windows/upsert', { body: { deliveryWindows: rows } })).deliveryWindows;
  const [first, second] = await upsert([row, row]);
  const [third, changed] = await upsert([row, { id: first.id, maximumCapacity: 7 }]);
  expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  expect(changed).toMatchObject({ id: first.id, maximumCapacity: 7, version: 2 });
  const { deliveryWindows } = await api.must('GET /v1/delivery-windows');
  expect(
    deliveryWindows
      .map(({ id, maximumCapacity }: { id: string; maximumCapacity: number }) => [id, maximumCapacity])
      .toSorted(),
  ).toEqual(
    [
      [first.id, 7],
      [second.id, 5],
      [third.id, 5],
    ].toSorted(),
  );
});

test('an unknown id among several windows refuses all of them', async () => {
  const first = await api.window();
  const refused = await api.call('PATCH /v1/delivery-windows', {
    body: {
      deliveryWindows: [
        { id: first.id, name: 'X' },
        { id: 'dw_none', name: 'Y' },
      ],
    },
  });
  expect(refused).toMatchObject({ status: 422, json: { error: { details: { unknownIds: ['dw_none'] } } } });
});

test('the bookings of a window are listed by occurrence, with their orders and what became of them', async () => {
  const window = await api.window({ rrule: 'FREQ=DAILY;COUNT=3', maximumCapacity: 5 });
  const days = ['2026-03-03', '2026-03-04'].map((date) => `${window.id}|10:00|12:00|${date}`);
  for (const [externalId, day] of [
    ['a', 0],
    ['b', 0],
    ['c', 1],
  ] as const) {
    await api.order(externalId);
    expect(await api.booking(externalId, 'book', { deliveryWindowId: days[day] })).toMatchObject({
      status: 200,
    });
  }
  await api.booking('a', 'confirm');
  const list = async (id: string, query: Record<string, string> = {}) =>
    (await api.call('GET /v1/delivery-window/{id}/bookings', { params: { id }, query })).json;
  const all = await list(window.id);
  expect(all.isComplete).toBe(true);
  expect(all.occurrences.map(({ id }: { id: string }) => id)).toEqual(days);
  const names = (reply: typeof all) =>
    reply.occurrences.map(({ bookings }: { bookings: { externalId: string; status: string }[] }) =>
      bookings.map(({ externalId, status }) => `${externalId} ${status}`).toSorted(),
    );
  expect(names(all)).toEqual([['a confirmed', 'b booked'], ['c booked']]);
  expect(names(await list(days[1] ?? ''))).toEqual([['c booked']]);
  expect(names(await list(window.id, { since: '2026-03-03T12:00:00Z' }))).toEqual([['c booked']]);
  const short = await list(window.id, { limit: '2' });
  expect(short.isComplete).toBe(false);
  expect(names(short)).toEqual([['a confirmed', 'b booked']]);
  await api.booking('b', 'revoke');
  expect(names(await list(days[0] ?? ''))).toEqual([['a confirmed']]);
  const ofAnotherStore = await api.call('GET /v1/delivery-window/{id}/bookings', {
    params: { id: window.id },
    grant: { storeLocationIds: ['store_other'] },
  });
  expect(names(ofAnotherStore.json).flat()).toEqual([]);
  const ofAnotherOrganization = await api.call('GET /v1/delivery-window/{id}/bookings', {
    params: { id: window.id },
    grant: { organizations: [{ id: 'org_other', listShards: 1 }] },
  });
  expect(ofAnotherOrganization.status).toBe(404);
  expect(
    await api.call('GET /v1/delivery-window/{id}/bookings', { params: { id: 'dw_none' } }),
  ).toMatchObject({
    status: 404,
    json: { error: { code: 'NOT_FOUND' } },
  });
});
