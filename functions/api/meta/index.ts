import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { checkHealth } from './check-health.ts';
import { type MetaDeps, metaDeps } from './deps.ts';
import { getDocsFile } from './get-docs-file.ts';
import { getOpenapi } from './get-openapi.ts';
import { refuseUnknownRoute } from './refuse-unknown-route.ts';
import { showDocs } from './show-docs.ts';

/** What the service says about itself, and the answer to requests that no route matches. */
export const metaArea = defineArea<MetaDeps>({
  name: 'meta',
  endpoints: [checkHealth, getOpenapi, showDocs, getDocsFile],
  uses: { table: 'read' },
  fallback: refuseUnknownRoute,
});

export const handler = serveArea(metaArea, metaDeps);
