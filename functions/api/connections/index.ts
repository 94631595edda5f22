import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import {
  createConnectionEndpoint,
  deleteConnectionEndpoint,
  getConnection,
  listConnectionsEndpoint,
  updateConnectionEndpoint,
} from './connections.ts';
import { type ConnectionsDeps, connectionDeps } from './deps.ts';
import { testConnectionEndpoint } from './test-connection.ts';

/** HTTP connections of workflows. Besides the carriers' accounts, only this area may write credentials. */
export const connectionsArea = defineArea<ConnectionsDeps>({
  name: 'connections',
  endpoints: [
    createConnectionEndpoint,
    listConnectionsEndpoint,
    getConnection,
    updateConnectionEndpoint,
    deleteConnectionEndpoint,
    testConnectionEndpoint,
  ],
  uses: { table: 'readWrite', credentials: 'readWrite' },
});

export const handler = serveArea(connectionsArea, connectionDeps);
