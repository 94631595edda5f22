import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineAttention, defineAttentionStore } from '../../../../../lib/fulfilment/attention/index.ts';
import { defineEvent, eventEntity } from '../../../../../lib/platform/events/index.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const leaks = defineAttention({ title: 'Leak', open: 'new', acknowledged: 'seen', resolved: ['dry'] });
const schema = z.object({ organizationId: z.string(), id: z.string(), ...leaks.fields(z.string()) });
const changed = defineEvent({
  name: 'leak.changed',
  schema: z.object({ status: z.string(), place: z.string() }),
  summary: 'A leak was found or looked at.',
});
const house = { organizationId: 'org_a', type: 'house', id: 'h1' };
const store = defineAttentionStore<z.infer<typeof schema>, { status: string; place: string }, string>({
  name: 'leak',
  schema,
  partition: () => house,
  events: ({ value: { status } }, _before, place) => [{ kind: changed, data: { status, place } }],
});
const AT = '2026-03-02T09:00:00.000Z';
const key = { organizationId: 'org_a', id: 'leak_1' };

let db: TestTable;
beforeEach(async () => {
  db = await startTestTable();
});
afterEach(() => db.stop());

const raise = () => db.deps.table.write(store.plan(undefined, { ...key, ...leaks.raised(AT) }, 'roof'));
const turn = (status: 'seen' | 'dry', by: string, meanwhile = async (): Promise<unknown> => undefined) =>
  store.change(
    db.deps,
    { what: 'flag', id: key.id },
    async () => {
      const stored = (await db.deps.table.get(store.entity, key))!;
      await meanwhile();
      return { stored, facts: 'roof' };
    },
    (leak, at) => leaks.turned(leak, status, by, at),
  );
const told = async () =>
  (await db.deps.table.readLog(eventEntity, house, { limit: 10 })).map(({ value }) => value.data);

describe('3.5 the store of what a person should look at', () => {
  it('raises the same cause once', async () => {
    expect(await raise()).toEqual({ ok: true });
    expect(await raise()).toMatchObject({ ok: false });
    expect(await told()).toEqual([{ status: 'new', place: 'roof' }]);
  });

  it('writes a change with its event, and neither when nothing changes', async () => {
    await raise();
    expect(await turn('dry', 'Kim')).toMatchObject({
      value: { status: 'dry', resolvedBy: 'Kim' },
      version: 2,
    });
    expect(await turn('dry', 'Lee')).toMatchObject({ value: { resolvedBy: 'Kim' }, version: 2 });
    expect(await told()).toHaveLength(2);
  });

  it('decides again after another was faster', async () => {
    await raise();
    let isFirst = true;
    const late = await turn('seen', 'Lee', async () => {
      if (isFirst) {
        isFirst = false;
        await turn('dry', 'Kim');
      }
    });
    expect(late).toMatchObject({ value: { status: 'dry', acknowledgedBy: null }, version: 2 });
    expect(await told()).toHaveLength(2);
  });
});
