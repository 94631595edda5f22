import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { occurrenceEntity, slotEntity } from '../../../../../lib/ordering/windows/occurrence.ts';
import { replace, save } from '../../../../../lib/platform/table/index.ts';
import { startWindowsApi, type WindowsApi } from '../../../../support/windows-api.ts';

let api: WindowsApi;
beforeEach(async () => {
  api = await startWindowsApi();
});
afterEach(() => api.stop());

/** Moves the clock to this instant. */
const waitUntil = (instant: string) =>
  api.db.deps.clock.advance(Date.parse(instant) - api.db.deps.clock.now());

/** The only occurrence of the only window. */
async function occurrence() {
  const { table } = api.db.deps;
  const root = (await api.db.items()).find(({ type }) => type === occurrenceEntity.name);
  const key = String(root?.data.key);
  return { key, stored: (await table.get(occurrenceEntity, { organizationId: 'org_test', key }))! };
}

/** Units taken of all slots. */
async function used(): Promise<number> {
  const slots = (await api.db.items()).filter(({ type }) => type === slotEntity.name);
  return slots.reduce((sum, { data }) => sum + Number(data.used), 0);
}

test('13 parallel bookings after the capacity was reduced do not exceed it', async () => {
  const { table } = api.db.deps;
  const window = await api.window({ maximumCapacity: 4 });
  await api.order('a');
  await api.booking('a', 'book', { deliveryWindowId: window.id });
  const { key } = await occurrence();
  const at = (slot: number) => ({ organizationId: 'org_test', key, slot });
  const slots = await table.getMany(slotEntity, [0, 1, 2, 3].map(at));
  // The unit belongs to the last of four slots, which has no share of a capacity of 3: the other three would each take
  // one.
  await table.write(
    slots.map((stored, slot) => save(slotEntity, stored, { ...at(slot), used: slot === 3 ? 1 : 0 })),
  );
  await api.must('PATCH /v1/delivery-windows', {
    body: { deliveryWindows: [{ id: window.id, version: window.version, maximumCapacity: 3 }] },
  });
  const late = ['e', 'f', 'g'];
  for (const name of late) await api.order(name);
  // Each takes another of the three slots that still have room.
  let choices = 0;
  vi.spyOn(Math, 'random').mockImplementation(() => (choices++ % 3) / 3 + 0.1);
  const replies = await Promise.all(
    late.map((name) => api.booking(name, 'book', { deliveryWindowId: window.id })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  expect(await used()).toBe(3);
});

test.each([
  ['open', 'needs_attention', null],
  ['closing', 'valid', 'confirmed'],
])('13 an order that no longer fits its %s window is %s, its place %s', async (state, status, place) => {
  const { table } = api.db.deps;
  const window = await api.window({ minimumOrderValueCents: 1000 });
  const order = await api.order('a', { deliveryWindowId: window.id, valueCents: 5000 });
  const { stored } = await occurrence();
  await table.write([
    replace(occurrenceEntity, stored, { ...stored.value, state: state as typeof stored.value.state }),
  ]);
  const edit = { params: { id: order.id }, body: { valueCents: 900 } };
  expect(await api.must('PATCH /v1/order/{id}', edit)).toMatchObject({ status, deliveryWindowStatus: place });
});

test.each([
  ['exactly as long before its start', 60, 200],
  ['a minute longer than is left', 61, 400],
])('13 a window whose lead time is %s (%i minutes) answers %i', async (_, leadTimeMinutes, status) => {
  const window = await api.window({ leadTimeMinutes, cutoffTime: '2026-03-03T10:00:00Z' });
  await api.order('a');
  waitUntil('2026-03-03T09:00:00Z');
  expect((await api.booking('a', 'book', { deliveryWindowId: window.id })).status).toBe(status);
});

test.each([
  ['a millisecond before the cutoff', '2026-03-02T17:59:59.999Z', 200],
  ['at the cutoff', '2026-03-02T18:00:00Z', 400],
])('13 a booking that is confirmed %s (%s) answers %i', async (_, instant, status) => {
  const window = await api.window();
  await api.order('a');
  await api.booking('a', 'book', { deliveryWindowId: window.id });
  waitUntil(instant);
  expect((await api.booking('a', 'confirm')).status).toBe(status);
});

test.each([
  ['a millisecond before it expires', '2026-03-02T11:59:59.999Z', 200],
  ['when it expires', '2026-03-02T12:00:00Z', 400],
])('13 a booking that is confirmed %s (%s) answers %i', async (_, instant, status) => {
  const window = await api.window();
  await api.order('a');
  await api.booking('a', 'book', { deliveryWindowId: window.id, expiresAt: '2026-03-02T12:00:00Z' });
  waitUntil(instant);
  expect((await api.booking('a', 'confirm')).status).toBe(status);
});

test('46 1 an order that does not get its window leaves an event, whether it asks for the window or names it', async () => {
  const window = await api.window({ maximumCapacity: 1 });
  await api.order('a', { deliveryWindowId: window.id });
  await api.order('b');
  expect((await api.booking('b', 'book', { deliveryWindowId: window.id })).status).toBe(409);
  await api.order('c', { deliveryWindowId: window.id });
  const dear = await api.window({ minimumOrderValueCents: 1_000_000 });
  await api.order('d', { deliveryWindowId: dear.id });
  const told = await api.db.events('delivery_window.refused');
  expect(told.map(({ data }) => (data as { reason: string }).reason).sort()).toEqual([
    'CAPACITY_EXHAUSTED',
    'CAPACITY_EXHAUSTED',
    'ORDER_VALUE_TOO_LOW',
  ]);
});

test('46 1 the cutoff of a window tells how full it is', async () => {
  const window = await api.window({ maximumCapacity: 4 });
  for (const name of ['a', 'b', 'c']) await api.order(name, { deliveryWindowId: window.id });
  waitUntil(window.cutoffTime);
  await api.settle();
  const [begin] = await api.db.events('delivery_window.closing');
  expect(begin?.data).toMatchObject({ after: null, use: { places: 4, taken: 3, storeLocationId: null } });
});
