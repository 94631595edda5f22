import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ProviderAccount,
  type ProviderAccounts,
  providerAccountEntity,
  providerAccounts,
} from '../../../../../../lib/fulfilment/providers/accounts/index.ts';
import { create, remove } from '../../../../../../lib/platform/table/index.ts';
import { memoryCredentials } from '../../../../../support/memory-credentials.ts';
import { startTestTable, type TestTable } from '../../../../../support/test-table.ts';

const ACCOUNT: ProviderAccount = {
  organizationId: 'org_test',
  id: 'prv_carrier',
  kind: 'carrier',
  name: 'Carrier',
  baseUrl: null,
  isEnabled: true,
  chatChannel: null,
  credentialsVersion: 1,
  createdAt: '2026-03-02T09:00:00.000Z',
  updatedAt: '2026-03-02T09:00:00.000Z',
  ownFleet: null,
};

let db: TestTable;
let book: ProviderAccounts;
beforeEach(async () => {
  db = await startTestTable();
  const store = memoryCredentials();
  await store.write(ACCOUNT, { key: 'secret' });
  book = providerAccounts({ ...db.deps, store });
});
afterEach(() => db.stop());

const addAccount = () => db.deps.table.write([create(providerAccountEntity, ACCOUNT)]);
const removeAccount = async () => {
  const stored = await db.deps.table.get(providerAccountEntity, ACCOUNT);
  await db.deps.table.write([remove(providerAccountEntity, stored!)]);
};

describe('an account with a provider', () => {
  it('is opened at once by an instance that remembers that there was none', async () => {
    expect(await book.of('org_test')).toEqual([]);
    await addAccount();
    expect(await book.open('org_test', ACCOUNT.id)).toEqual({
      account: ACCOUNT,
      credentials: { key: 'secret' },
    });
  });

  it('is remembered for half a minute', async () => {
    await addAccount();
    expect(await db.rowsRead(async () => void (await book.open('org_test', ACCOUNT.id)))).toBe(1);
    expect(await db.rowsRead(async () => void (await book.open('org_test', ACCOUNT.id)))).toBe(0);
    await removeAccount();
    db.deps.clock.advance(30_000);
    expect(await book.open('org_test', ACCOUNT.id)).toBeUndefined();
  });
});
