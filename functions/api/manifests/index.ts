import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import type { DispatchAndManifestDeps } from '../../../lib/fulfilment/documents/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { manifestDeps } from './deps.ts';
import { dispatchAndManifest } from './dispatch-and-manifest.ts';
import { manifestOrders } from './manifest-orders.ts';

/** Lists of the packages that providers take over. */
export const manifestsArea = defineArea<DispatchAndManifestDeps>({
  name: 'manifests',
  endpoints: [manifestOrders, dispatchAndManifest],
  routesOf: routesOfGroups,
  uses: { table: 'readWrite', bucket: 'readWrite', credentials: 'read', geocodes: true },
});

export const handler = serveArea(manifestsArea, manifestDeps);
