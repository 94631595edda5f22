import { expect, it } from 'vitest';
import { createApiKey } from '../../../../../functions/api/tenancy/create-api-key.ts';
import { createUser } from '../../../../../functions/api/tenancy/create-user.ts';
import { updateUser } from '../../../../../functions/api/tenancy/update-user.ts';
import { credentialEntity } from '../../../../../lib/people/tenancy/credential.ts';
import { emptyMemory, judgeKey } from '../../../../../lib/people/tenancy/judge-key.ts';
import { hashSecret } from '../../../../../lib/people/tenancy/secret.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { startTenancyApi } from '../../../../support/tenancy-api.ts';
import { startTestTable } from '../../../../support/test-table.ts';

const NOW = '2026-03-02T09:00:00.000Z';

it.each([
  ['without an end is good', null, 'grant'],
  ['is good to its last millisecond', '2026-03-02T09:00:00.001Z', 'grant'],
  ['is over at its end', NOW, 'expired'],
  ['is over after its end', '2026-03-01T09:00:00.000Z', 'expired'],
])('a key that %s', async (_what, expiresAt, verdict) => {
  const db = await startTestTable(NOW);
  const credential = credentialEntity.definition.schema.parse({
    hash: hashSecret('dos_secret'),
    id: 'key_1',
    keyId: 'key_1',
    name: 'Key',
    organizations: [{ id: 'org_a', listShards: 1 }],
    permissions: ['READ_ORDER'],
    storeLocationIds: null,
    driverGroupIds: null,
    expiresAt,
    retiredAt: null,
    currentHash: null,
  });
  await db.deps.table.write([create(credentialEntity, credential)]);
  const judged = await judgeKey(db.deps, 'dos_secret', undefined, emptyMemory());
  expect('grant' in judged ? 'grant' : judged.refusal).toBe(verdict);
});

it("49.1.1 a key's user costs no read while nothing about the organization's people changes", async () => {
  const api = await startTenancyApi();
  const email = 'ada@example.com';
  const { json: user } = await api.call(createUser.routeKey, { body: { email, roleIds: ['role_admin'] } });
  const { json } = await api.callAs(createApiKey.routeKey, {
    key: await api.signIn(email),
    body: { name: 'Key' },
  });
  const memory = emptyMemory();
  const reads = () =>
    api.db.rowsRead(async () => {
      expect(await judgeKey(api.deps, json.key, undefined, memory)).toHaveProperty('grant');
    });
  const [cold, warm] = [await reads(), await reads()];
  expect([cold, warm]).toEqual([3, 2]);

  const params = { user_id: user.id };
  await api.call(updateUser.routeKey, { params, body: { firstName: 'Ada' } });
  expect(await reads()).toBe(2);
  await api.call(updateUser.routeKey, { params, body: { storeLocationIds: ['store_1'] } });
  expect([await reads(), await reads()]).toEqual([3, 2]);
  await api.stop();
});
