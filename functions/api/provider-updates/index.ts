import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { dispatchDeps } from '../../compose/dispatch-deps.ts';
import type { UpdatesDeps } from './deps.ts';
import { receiveUpdates } from './receive-updates.ts';

/** Where carriers' own messages arrive. */
export const providerUpdatesArea = defineArea<UpdatesDeps>({
  name: 'provider-updates',
  endpoints: [receiveUpdates],
  uses: { table: 'readWrite', credentials: 'read' },
});

export const handler = serveArea(providerUpdatesArea, dispatchDeps);
