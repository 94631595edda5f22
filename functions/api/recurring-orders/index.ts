import type { OrderDeps } from '../../../lib/ordering/orders/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { orderDeps } from '../orders/deps.ts';
import { changeOccurrenceEndpoint, restoreOccurrence } from './occurrences.ts';
import {
  createRecurring,
  endRecurring,
  getRecurring,
  listRecurring,
  updateRecurring,
} from './recurring-orders.ts';

/** Recurring orders and their occurrences. */
export const recurringOrdersArea = defineArea<OrderDeps>({
  name: 'recurring-orders',
  endpoints: [
    ...[createRecurring, listRecurring, getRecurring, updateRecurring, endRecurring],
    ...[changeOccurrenceEndpoint, restoreOccurrence],
  ],
  uses: { table: 'readWrite', geocodes: true },
});

export const handler = serveArea(recurringOrdersArea, orderDeps);
