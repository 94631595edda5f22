import type { DocumentDeps } from '../../../lib/fulfilment/documents/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { documentDeps } from '../documents/deps.ts';
import { announceDriverDocument, completeDriverDocument } from './documents.ts';
import { getDriverWork } from './get-work.ts';
import { sendDriverReports } from './send-reports.ts';

/** The work of the driver who is signed in on a phone. */
export const driverArea = defineArea<DocumentDeps>({
  name: 'driver',
  endpoints: [getDriverWork, sendDriverReports, announceDriverDocument, completeDriverDocument],
  uses: { table: 'readWrite', bucket: 'readWrite' },
});

export const handler = serveArea(driverArea, documentDeps);
