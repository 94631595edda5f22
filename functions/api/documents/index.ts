import type { DocumentDeps } from '../../../lib/documents/index.ts';
import { defineArea, serveArea } from '../../../lib/http/index.ts';
import { routesOfGroups } from '../../../lib/routes/index.ts';
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
