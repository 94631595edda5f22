import type { AccountDeps } from '../../../lib/fulfilment/providers/accounts/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { deleteProviderCredentials, getProviderAccount, setProviderCredentials } from './credentials.ts';
import { accountDeps } from './deps.ts';
import {
  createHttpFleet,
  deleteHttpFleet,
  getHttpFleet,
  listHttpFleets,
  updateHttpFleet,
} from './http-fleets.ts';

/** Accounts of organizations with carriers and partners. */
export const providerAccountsArea = defineArea<AccountDeps>({
  name: 'provider-accounts',
  endpoints: [
    createHttpFleet,
    listHttpFleets,
    getHttpFleet,
    updateHttpFleet,
    deleteHttpFleet,
    setProviderCredentials,
    getProviderAccount,
    deleteProviderCredentials,
  ],
  uses: { table: 'readWrite', credentials: 'readWrite' },
});

export const handler = serveArea(providerAccountsArea, accountDeps);
