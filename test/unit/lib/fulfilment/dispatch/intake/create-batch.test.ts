import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../../functions/api/jobs/job-schemas.ts';
import {
  createBatchJob,
  type JobDeps,
  superviseTask,
} from '../../../../../../lib/fulfilment/dispatch/index.ts';
import { readJob } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import type { Operation, Table } from '../../../../../../lib/platform/table/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { type FaultyProvider, faultyProvider } from '../../../../../support/faulty-provider.ts';

let one: FaultyProvider;
let api: DispatchApi;
beforeEach(async () => {
  one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  api = await startDispatchApi([one.provider]);
});
afterEach(() => api.stop());

const ACTOR = { organizationId: 'org_test', storeLocationIds: null, listShards: 1 };
const JOB_ID = 'job_01KJQ8Z6Q4T9V2N5X7C3B1M0K8';
const packages = Array.from({ length: 40 }, (_, index) => ({
  ...jobBodyExample,
  packageExternalIdentifier: `box-${index}`,
}));

/** So many that it never accepts. */
const REFUSALS = Array<'refuse'>(40).fill('refuse');

/** Its process ends at the `nth` write, which is made nevertheless when `isWritten`. */
function crashing(nth: number, isWritten: boolean): JobDeps {
  let count = 0;
  const table = new Proxy(api.deps.table, {
    get(inner: Table, name) {
      const value = Reflect.get(inner, name, inner);
      if (name !== 'write') return typeof value === 'function' ? value.bind(inner) : value;
      return async (operations: readonly Operation[]) => {
        count += 1;
        if (count < nth) return inner.write(operations);
        if (count === nth && isWritten) await inner.write(operations);
        throw new Error('crash');
      };
    },
  });
  return { ...api.deps, table, ids: { next: () => JOB_ID } };
}

const read = () => readJob(api.deps.table, 'org_test', JOB_ID);
const make = (deps: JobDeps, optionsGroupId?: string) =>
  createBatchJob(deps, ACTOR, { packages, externalIdentifier: 'round', optionsGroupId });

describe('2.2 a batch larger than one transaction', () => {
  it.each([1, 2, 3, 4, 5])(
    'is not seen when its maker ends at write %i, and is removed or made whole',
    async (nth) => {
      for (const isWritten of [false, true]) {
        await expect(make(crashing(nth, isWritten))).rejects.toThrow('crash');
        const seen = await read();
        expect(seen?.configurations.length ?? 40).toBe(40);
        const list = await api.must('GET /v1/jobs', {});
        expect(list.totalCount).toBe(seen ? 1 : 0);
        await api.pass(130_000);
        const after = await read();
        const left = (await api.db.items()).filter(({ type }) =>
          /configuration|intake|claim|identifier|task|delivery/.test(type),
        );
        if (after) expect(after.configurations).toHaveLength(40);
        else expect(left.map(({ type }) => type)).toEqual([]);
        if (after) return;
      }
    },
  );

  it('is made by a repetition of the request that was interrupted', async () => {
    const { id } = await api.strategy({ enableAutoDispatch: true });
    for (const nth of [2, 3, 4]) await expect(make(crashing(nth, true), id)).rejects.toThrow('crash');
    const job = await make(crashing(99, true), id);
    expect(isRefusal(job) ? job.message : job.configurations.length).toBe(40);
    await api.drain();
    expect(one.held()).toHaveLength(40);
  });

  it('is handed over whole when the worker is interrupted at any write, and by several at once', async () => {
    const { id } = await api.strategy({ enableAutoDispatch: true });
    await make(crashing(99, true), id);
    const events = await api.db.events('job.batch_advanced');
    for (const nth of [1, 2, 3, 4, 5]) {
      await superviseTask(crashing(nth, nth % 2 === 0), events[0]!).catch(() => undefined);
    }
    expect(new Set(one.held()).size).toBe(one.held().length);
    await Promise.allSettled([api.deps, api.deps].map((deps) => superviseTask(deps, events[0]!)));
    for (let minutes = 0; minutes < 6; minutes += 1) await api.pass(130_000);
    expect(one.held()).toHaveLength(40);
    const statuses = (await read())!.tasks.map(({ value }) => value.status);
    expect(new Set(statuses)).toEqual(new Set(['running']));
  });

  it('4.3: goes to the next provider when the first refuses in doubt and the worker dies at any write from then on', async () => {
    for (const nth of [1, 2, 3, 4, 5]) {
      await api.stop();
      one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100, creates: ['late', ...REFUSALS] });
      const two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 200 });
      api = await startDispatchApi([one.provider, two.provider]);
      const { id } = await api.strategy({ enableAutoDispatch: true });
      const both = { packages: packages.slice(0, 2), externalIdentifier: 'round', optionsGroupId: id };
      await createBatchJob(crashing(99, true), ACTOR, both);
      const [event] = await api.db.events('job.batch_advanced');
      // The lease is written; then the answer is lost together with the worker.
      await superviseTask(crashing(4, false), event!).catch(() => undefined);
      api.db.deps.clock.advance(100_000);
      await superviseTask(crashing(nth, true), event!).catch(() => undefined);
      for (let minutes = 0; minutes < 10; minutes += 1) await api.pass(130_000);
      expect([nth, one.held(), two.held().length]).toEqual([nth, [], 2]);
    }
  });
});
