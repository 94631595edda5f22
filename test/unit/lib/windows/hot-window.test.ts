import { afterAll, beforeAll, expect, test } from 'vitest';
import { sideBySide } from '../../../../lib/core/side-by-side.ts';
import { startWindowsApi, type WindowsApi } from '../../../support/windows-api.ts';

const BOOKINGS = 200;
const PLACES = 40;

let api: WindowsApi;
beforeAll(async () => {
  api = await startWindowsApi();
  await sideBySide(
    Array.from({ length: BOOKINGS }, (_, index) => `hot-${index}`),
    10,
    (externalId) => api.order(externalId),
  );
}, 60_000);
afterAll(() => api.stop());

test('13 200 parallel bookings of 40 places end with 40, with few writes that were turned away', async () => {
  const window = await api.window({ maximumCapacity: PLACES });
  const { table } = api.db.deps;
  const write = table.write.bind(table);
  let attempts = 0;
  let lost = 0;
  table.write = async (operations) => {
    attempts += 1;
    const outcome = await write(operations);
    if (!outcome.ok) lost += 1;
    return outcome;
  };
  const replies = await Promise.all(
    Array.from({ length: BOOKINGS }, (_, index) =>
      api.booking(`hot-${index}`, 'book', { deliveryWindowId: window.id }),
    ),
  );
  table.write = write;
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(PLACES);
  expect(statuses.filter((status) => status === 409)).toHaveLength(BOOKINGS - PLACES);
  const slots = (await api.db.items()).filter(({ type }) => type === 'windowSlot');
  expect(slots.reduce((sum, { data }) => sum + Number(data.used), 0)).toBe(PLACES);
  // Each order opens the window or finds it open, and tries to book it once; hardly any has to try again.
  expect(attempts).toBeLessThan(2.5 * BOOKINGS);
  expect(lost).toBeLessThan(2 * BOOKINGS);
}, 60_000);
