import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import type { DocumentDeps } from '../../../lib/fulfilment/documents/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { documentDeps } from './deps.ts';
import { completeDocument, createDocument, getDocument, listOrderDocuments } from './documents.ts';

/** Photos, labels and other files of deliveries. */
export const documentsArea = defineArea<DocumentDeps>({
  name: 'documents',
  endpoints: [createDocument, completeDocument, getDocument, listOrderDocuments],
  routesOf: routesOfGroups,
  uses: { table: 'readWrite', bucket: 'readWrite' },
});

export const handler = serveArea(documentsArea, documentDeps);
