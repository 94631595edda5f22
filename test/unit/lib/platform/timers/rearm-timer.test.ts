import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import type { Table } from '../../../../../lib/platform/table/index.ts';
import { defineTimer, readTimer, rearmTimer } from '../../../../../lib/platform/timers/index.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const kind = defineTimer({ kind: 'test', data: z.object({}), summary: 'For this test.' });

let db: TestTable;
beforeEach(async () => {
  db = await startTestTable();
});
afterEach(() => db.stop());

/** A table whose next writes lose a race, this many times. */
function busy(times: number): Table {
  let left = times;
  return new Proxy(db.deps.table, {
    get(inner, name) {
      const value = Reflect.get(inner, name, inner);
      if (name !== 'write') return typeof value === 'function' ? value.bind(inner) : value;
      return async (operations: Parameters<Table['write']>[0]) => {
        left -= 1;
        return left >= 0 ? { ok: false, conflicts: operations } : inner.write(operations);
      };
    },
  });
}

const timer = () => {
  const dueAt = toInstant(db.deps.clock.now() + 60_000);
  return { organizationId: 'org_a', kind, subject: 'x', dueAt, data: {} };
};
const stored = () => readTimer(db.deps.table, timer());

describe('8.3 a timer that is kept armed', () => {
  it('is armed although the first writes met others that left it alone', async () => {
    await rearmTimer({ ...db.deps, table: busy(2) }, timer());
    expect((await stored())?.value).toMatchObject({ state: 'armed', generation: 1 });
  });

  it('is left as it is while it is armed for a time to come', async () => {
    await rearmTimer(db.deps, timer());
    await rearmTimer(db.deps, timer());
    expect((await stored())?.value.generation).toBe(1);
    db.deps.clock.advance(61_000);
    await rearmTimer(db.deps, timer());
    expect((await stored())?.value.generation).toBe(2);
  });

  it('throws when others go on, so that its message comes again', async () => {
    await expect(rearmTimer({ ...db.deps, table: busy(99) }, timer())).rejects.toThrow('too often');
  });
});
