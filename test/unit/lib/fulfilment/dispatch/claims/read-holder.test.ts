import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../../functions/api/jobs/job-schemas.ts';
import { createBatchJob, type JobDeps } from '../../../../../../lib/fulfilment/dispatch/index.ts';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import type { Table } from '../../../../../../lib/platform/table/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';
import { gated, startWork } from '../../../../../support/stepper.ts';

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi([faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 }).provider]);
});
afterEach(() => api.stop());

const ACTOR = { organizationId: 'org_test', storeLocationIds: null, listShards: 1 };
const JOB_ID = 'job_01KJQ8Z6Q4T9V2N5X7C3B1M0K8';
const make = (deps: JobDeps, names: readonly string[], externalIdentifier: string) => {
  const packages = names.map((packageExternalIdentifier) => ({
    ...jobBodyExample,
    packageExternalIdentifier,
  }));
  return createBatchJob(deps, ACTOR, { packages, externalIdentifier });
};

/** Reads after the first of which, of the job `JOB_ID`, `others` happens. */
function overtaken(others: () => Promise<void>): Table {
  let isDone = false;
  return new Proxy(api.deps.table, {
    get(inner: Table, name) {
      const value = Reflect.get(inner, name, inner);
      if (typeof value !== 'function') return value;
      return async (...parameters: readonly unknown[]) => {
        const reply = await value.apply(inner, parameters);
        const isLook = name !== 'write' && JSON.stringify(parameters).includes(JOB_ID);
        if (isLook && !isDone) {
          isDone = true;
          await others();
        }
        return reply;
      };
    },
  });
}

describe('7 two batches at the same time', () => {
  it.each([
    { name: 'package', second: [['box-1', 'box-3'], 'round-2'], code: 'RESOURCE_ALREADY_EXISTS' },
    { name: 'external identifier', second: [['box-3', 'box-4'], 'round-1'], code: 'ALREADY_EXISTS' },
  ] as const)(
    'one of them gets the $name that both want, also when it is created while the other looks',
    async ({ second: [names, identifier], code }) => {
      const first = await startWork('first', async (gate) => {
        const table = gated(api.deps.table, ['write'], gate);
        await make({ ...api.deps, table, ids: { next: () => JOB_ID } }, ['box-1', 'box-2'], 'round-1');
      });
      // Intake, then packages; it stops before the write that creates the job.
      for (let writes = 0; writes < 2; writes += 1) await first.release();
      const table = overtaken(first.release);
      const second = await make({ ...api.deps, table }, names, identifier);
      expect(first.outcome()).toEqual({ ok: true });
      expect(isRefusal(second) && second.kind.code).toBe(code);
    },
  );

  it('of ten that share a package, one is created', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) => make(api.deps, ['shared', `box-${n}`], `round-${n}`)),
    );
    expect(made.filter((one) => !isRefusal(one))).toHaveLength(1);
  });
});
