import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tellingItems } from '../../../../../functions/compose/telling-items.ts';
import { eventEntity, redriveEvents } from '../../../../../lib/platform/events/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { anyEvent } from '../../../../support/builders/any-event.ts';
import { startServedTable, startTestTable, type TestTable } from '../../../../support/test-table.ts';

let db: TestTable;
beforeEach(async () => {
  db = await startTestTable('2026-03-02T09:00:00.000Z');
});
afterEach(() => db.stop());

const keep = async (occurredAts: readonly string[]) => {
  for (const [index, occurredAt] of occurredAts.entries()) {
    await db.deps.table.write([create(eventEntity, anyEvent({ id: `evt_${index}`, occurredAt }))]);
  }
};
const redrive = (from: string, to: string) =>
  redriveEvents(
    { ...db.deps, client: db.client, tableName: db.tableName, telling: tellingItems },
    { from, to },
  );
const versions = async () =>
  Object.fromEntries((await db.items()).map(({ data, version }) => [String(data.occurredAt), version]));

describe('handing events out again', () => {
  it('writes those anew that occurred in the time or up to a quarter of an hour before, as they are', async () => {
    const at = (minute: string) => `2026-03-02T08:${minute}.000Z`;
    await keep([at('14:59'), at('15:00'), at('30:00'), at('40:59'), at('41:01')]);
    const before = await db.events();
    expect(await redrive(at('30:00'), at('40:00'))).toBe(3);
    expect(await versions()).toEqual({
      [at('14:59')]: 1,
      [at('15:00')]: 2,
      [at('30:00')]: 2,
      [at('40:59')]: 2,
      [at('41:01')]: 1,
    });
    expect(await db.events()).toEqual(before);
  });

  it('47 1.9: finds the same in several parts of the table at once, here and in a real DynamoDB', async () => {
    for (const start of [startTestTable, startServedTable]) {
      const table = await start('2026-03-02T09:00:00.000Z');
      const occurredAt = '2026-03-02T08:30:00.000Z';
      for (let index = 0; index < 20; index += 1)
        await table.deps.table.write([
          create(eventEntity, anyEvent({ id: `evt_${index}`, aggregateId: `job_${index}`, occurredAt })),
        ]);
      const deps = { ...table.deps, client: table.client, tableName: table.tableName, telling: tellingItems };
      expect(await redriveEvents(deps, { from: occurredAt, to: occurredAt }, 7)).toBe(20);
      expect((await table.items()).map(({ version }) => version)).toEqual(Array(20).fill(2));
      await table.stop();
    }
  });

  it('finds them in a table of many pages', async () => {
    const large = { data: 'x'.repeat(300_000) };
    for (let index = 0; index < 8; index += 1) {
      const event = anyEvent({ id: `evt_${index}`, occurredAt: '2026-03-02T08:00:00.000Z', data: large });
      await db.deps.table.write([create(eventEntity, event)]);
    }
    expect(await redrive('2026-03-02T08:00:00.000Z', '2026-03-02T08:00:00.000Z')).toBe(8);
  });
});
