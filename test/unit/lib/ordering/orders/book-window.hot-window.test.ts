import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mapConcurrently } from '../../../../../lib/platform/core/map-concurrently.ts';
import { Table } from '../../../../../lib/platform/table/index.ts';
import { startWindowsApi, type WindowsApi } from '../../../../support/windows-api.ts';

const BOOKINGS = 200;
const PLACES = 40;

let api: WindowsApi;
beforeAll(async () => {
  api = await startWindowsApi();
  await mapConcurrently(
    Array.from({ length: BOOKINGS }, (_, index) => `hot-${index}`),
    10,
    (externalId) => api.order(externalId),
  );
}, 60_000);
afterAll(() => api.stop());

test('13 200 parallel bookings of 40 places end with 40, with few writes that were turned away', async () => {
  const window = await api.window({ maximumCapacity: PLACES });
  const writes = vi.spyOn(Table.prototype, 'write');
  const replies = await Promise.all(
    Array.from({ length: BOOKINGS }, (_, index) =>
      api.booking(`hot-${index}`, 'book', { deliveryWindowId: window.id }),
    ),
  );
  const outcomes = await Promise.all(writes.mock.results.map(({ value }) => value));
  writes.mockRestore();
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(PLACES);
  expect(statuses.filter((status) => status === 409)).toHaveLength(BOOKINGS - PLACES);
  const slots = (await api.db.items()).filter(({ type }) => type === 'windowSlot');
  expect(slots.reduce((sum, { data }) => sum + Number(data.used), 0)).toBe(PLACES);
  // Each order opens the window or finds it open, and tries to book it once; hardly any has to retry.
  const lost = outcomes.filter(({ ok }) => !ok);
  expect(outcomes.length).toBeGreaterThanOrEqual(PLACES);
  expect(outcomes.length).toBeLessThan(2.5 * BOOKINGS);
  expect(lost.length).toBeLessThan(2 * BOOKINGS);
}, 60_000);
