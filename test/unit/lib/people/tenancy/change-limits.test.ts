import { expect, it } from 'vitest';
import { tenancyDeps } from '../../../../../functions/compose/tenancy-deps.ts';
import { changeLimits, createOrganization } from '../../../../../lib/people/tenancy/index.ts';
import { emptyMemory, judgeKey } from '../../../../../lib/people/tenancy/judge-key.ts';
import { authorize } from '../../../../../lib/platform/http/authorize.ts';
import { readVerdict, writeVerdict } from '../../../../../lib/platform/http/key-verdict.ts';
import { startTestTable } from '../../../../support/test-table.ts';

it('47 1.5: an operator changes what one organization may send and how its lists are partitioned, for existing keys too', async () => {
  const db = await startTestTable();
  const deps = { ...tenancyDeps(db.deps), randomSecret: () => Buffer.alloc(32, 1) };
  const { organization, key } = await createOrganization(deps, { name: 'Shop' });
  const callerOf = async () => {
    const verdict = readVerdict(writeVerdict(await judgeKey(deps, key, undefined, emptyMemory())));
    const caller = authorize({
      verdict: verdict!,
      permission: 'READ_ORDER',
      forLimited: { stores: 'narrowed', groups: 'narrowed' },
      organizationHeader: undefined,
      nowMs: deps.clock.now(),
    });
    if (!('listShards' in caller)) throw new Error('The key is refused.');
    return [caller.listShards, caller.requestsPerSecond];
  };
  expect(await callerOf()).toEqual([1, undefined]);

  await changeLimits(deps, organization.id, { requestsPerSecond: 200, listShards: 8 });
  expect(await callerOf()).toEqual([8, 200]);

  const fewer = await changeLimits(deps, organization.id, { listShards: 4 });
  expect(fewer).toMatchObject({ message: expect.stringContaining('at least 8') });
  await changeLimits(deps, organization.id, { requestsPerSecond: null });
  expect(await callerOf()).toEqual([8, undefined]);
});
