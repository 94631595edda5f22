import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { create, defineEntity, remove, replace, Table } from '../../../../../lib/platform/table/index.ts';
import { startServedTable, startTestTable, type TestTable } from '../../../../support/test-table.ts';

const schema = z.object({ organizationId: z.string(), id: z.string(), text: z.string() });
type Rule = z.infer<typeof schema>;

const rule = defineEntity<Rule, Pick<Rule, 'organizationId' | 'id'>>({
  name: 'rule',
  schema,
  partition: ({ organizationId }) => ({ organizationId, type: 'rules', id: 'all' }),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
  isKept: true,
});
const RULES = { organizationId: 'org_1', type: 'rules', id: 'all' };
const anyRule = (id: string, text = id): Rule => ({ organizationId: 'org_1', id, text });

const textsIn = async (table: Table) =>
  (await table.readKept(RULES)).all(rule).map(({ value }) => value.text);

describe.each([
  ['in memory', () => startTestTable()],
  ['of a real DynamoDB', () => startServedTable()],
])('47 1.5: settings that are read for every event, in a table %s', (_, start) => {
  /** What the real client sends: each command's kind. */
  async function calls(db: TestTable, work: () => Promise<unknown>): Promise<readonly string[]> {
    const sent: string[] = [];
    db.client.middlewareStack.add(
      (next, context) => (call) => {
        sent.push(String(context.commandName));
        return next(call);
      },
      { step: 'initialize', name: `calls-${Math.random()}` },
    );
    await work();
    return [...sent];
  }

  it('are read once, and then by their stamp, until somebody changes them', async () => {
    const db = await start();
    const { table } = db.deps;
    await table.write([create(rule, anyRule('a')), create(rule, anyRule('b'))]);
    const sent = await calls(db, async () => {
      expect(await textsIn(table)).toEqual(['a', 'b']);
      expect(await textsIn(table)).toEqual(['a', 'b']);
      // A request's table, which acts for somebody, remembers the same.
      expect(
        await textsIn(table.actingFor({ actor: { type: 'system', id: 'x', name: 'x' }, cause: 'x' })),
      ).toEqual(['a', 'b']);
    });
    expect(sent.map((name) => name.replace(/(?:Item)?Command$/, ''))).toEqual(['Query', 'Get', 'Get']);
    await db.stop();
  });

  it('47 2: are read once for all who ask at once, and again for who asks later', async () => {
    const db = await start();
    const { table } = db.deps;
    await table.write([create(rule, anyRule('a'))]);
    const sent = await calls(db, async () => {
      expect(await Promise.all([textsIn(table), textsIn(table)])).toEqual([['a'], ['a']]);
      const before = textsIn(table);
      await Promise.resolve();
      const after = textsIn(table);
      expect(await Promise.all([before, after])).toEqual([['a'], ['a']]);
    });
    expect(sent.map((name) => name.replace(/(?:Item)?Command$/, ''))).toEqual(['Query', 'Get', 'Get']);
    await db.stop();
  });

  it('47 2: of an organization have one stamp together, which changes with each of them', async () => {
    const db = await start();
    const { table } = db.deps;
    const textsNow = async () => {
      const read = await table.keptOf('org_1');
      const rules = (await read(RULES)).all(rule).map(({ value }) => value.text);
      return [...rules, ...(await read({ ...RULES, id: 'others' })).all(rule).map(({ value }) => value.text)];
    };
    await table.write([create(rule, anyRule('a'))]);
    const sent = await calls(db, async () => {
      expect(await textsNow()).toEqual(['a']);
      expect(await textsNow()).toEqual(['a']);
    });
    expect(sent.map((name) => name.replace(/(?:Item)?Command$/, ''))).toEqual([
      'Get',
      'Query',
      'Query',
      'Get',
    ]);
    // Another instance of a function has written it.
    const other = new Table({ client: db.client, tableName: db.tableName, clock: db.deps.clock });
    await other.write([create(rule, anyRule('b'))]);
    expect(await textsNow()).toEqual(['a', 'b']);
    await other.write([create(rule, { ...anyRule('c'), organizationId: 'org_2' })]);
    expect(await textsNow()).toEqual(['a', 'b']);
    await db.stop();
  });

  it('show every change at once to whoever remembers them: new, changed and deleted', async () => {
    const db = await start();
    const { table } = db.deps;
    expect(await textsIn(table)).toEqual([]);
    await table.write([create(rule, anyRule('a'))]);
    expect(await textsIn(table)).toEqual(['a']);
    const stored = (await table.get(rule, { organizationId: 'org_1', id: 'a' }))!;
    await table.write([replace(rule, stored, anyRule('a', 'changed'))]);
    expect(await textsIn(table)).toEqual(['changed']);
    const changed = (await table.get(rule, { organizationId: 'org_1', id: 'a' }))!;
    await table.write([remove(rule, changed)]);
    expect(await textsIn(table)).toEqual([]);
    // What lists and changes them sees no stamp.
    expect((await table.readAggregate(RULES)).all(rule)).toEqual([]);
    await db.stop();
  });

  it('keep the conditions of a write: a lost race is refused and changes nothing', async () => {
    const db = await start();
    const { table } = db.deps;
    await table.write([create(rule, anyRule('a'))]);
    expect(await textsIn(table)).toEqual(['a']);
    const outcome = await table.write([create(rule, anyRule('a', 'again'))]);
    expect(outcome).toMatchObject({ ok: false, conflicts: [{ kind: 'put' }] });
    expect(await textsIn(table)).toEqual(['a']);
    await db.stop();
  });
});
