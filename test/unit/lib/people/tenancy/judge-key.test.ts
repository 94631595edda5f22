import { expect, it } from 'vitest';
import { credentialEntity } from '../../../../../lib/people/tenancy/credential.ts';
import { judgeKey } from '../../../../../lib/people/tenancy/judge-key.ts';
import { hashSecret } from '../../../../../lib/people/tenancy/secret.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
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
  const judged = await judgeKey(db.deps, 'dos_secret', undefined, new Map());
  expect('grant' in judged ? 'grant' : judged.refusal).toBe(verdict);
});
