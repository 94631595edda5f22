import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { actOnOrders } from './act-on-orders.ts';
import { bulkOrders, getBulkOrders } from './bulk-operations.ts';
import { type OperationDeps, operationDeps } from './deps.ts';
import { addInternalNote, listInternalNotes, removeInternalNote } from './internal-notes.ts';
import { resolveOrders } from './resolve-orders.ts';

/** Work of people at their desks: operations on many orders at once, and notes for each other. */
export const orderOperationsArea = defineArea<OperationDeps>({
  name: 'order-operations',
  endpoints: [
    resolveOrders,
    actOnOrders,
    bulkOrders,
    getBulkOrders,
    listInternalNotes,
    addInternalNote,
    removeInternalNote,
  ],
  routesOf: routesOfGroups,
  uses: { table: 'readWrite', bucket: 'readWrite' },
});

export const handler = serveArea(orderOperationsArea, operationDeps);
