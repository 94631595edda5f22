import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownFleet } from '../../../../../lib/fleet/own-fleet/provider/index.ts';
import {
  organizationProviders,
  providerAccounts,
  registerHttpFleet,
} from '../../../../../lib/fulfilment/providers/accounts/index.ts';
import { jsonOverHttp } from '../../../../../lib/fulfilment/providers/adapter/index.ts';
import { httpFleet } from '../../../../../lib/fulfilment/providers/http-fleet/index.ts';
import { type ProviderRegistry, providerRegistry } from '../../../../../lib/fulfilment/providers/index.ts';
import { memoryCredentials } from '../../../../support/memory-credentials.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

let db: TestTable;
let providers: ProviderRegistry;
let register: (name: string) => Promise<unknown>;
beforeEach(async () => {
  db = await startTestTable();
  const store = memoryCredentials();
  const destinations = { allowLoopback: true };
  const book = providerAccounts({ ...db.deps, store });
  const ports = { ...db.deps, book, call: jsonOverHttp(destinations) };
  providers = providerRegistry(
    [],
    organizationProviders(book, (fleet) => httpFleet(ports, fleet), ownFleet({ ...db.deps, book })),
  );
  const deps = { ...db.deps, store, destinations, providers };
  register = (name) =>
    registerHttpFleet(deps, 'org_test', { name, baseUrl: 'https://riders.example', token: 'secret' });
});
afterEach(() => db.stop());

const names = async (needed?: readonly string[] | 'now') =>
  (await providers.of('org_test', needed)).all.map(({ name }) => name);

describe('3 providers of an organization', () => {
  it('are read again when one is named that is not known yet', async () => {
    await register('Early');
    expect(await names()).toEqual(['Early']);
    await register('Late');
    expect(await names(['Late'])).toEqual(['Early', 'Late']);
  });

  it('are read again for a question about now', async () => {
    await register('Early');
    expect(await names()).toEqual(['Early']);
    await register('Late');
    expect(await names('now')).toEqual(['Early', 'Late']);
  });

  it('are remembered while all that are named are known', async () => {
    await register('Early');
    expect(await names()).toEqual(['Early']);
    await register('Late');
    expect(await names(['Early', 'prv_http_early'])).toEqual(['Early']);
  });

  it('are read again while none are known', async () => {
    expect(await names()).toEqual([]);
    await register('First');
    expect(await names()).toEqual(['First']);
  });
});
