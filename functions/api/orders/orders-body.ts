import * as z from 'zod';
import { MAX_ORDERS, orderInput } from '../../../lib/ordering/orders/index.ts';

/** Body of the calls that take several orders, all or none. */
export const ordersBody = z.object({
  orders: z.array(orderInput).max(MAX_ORDERS).meta({ description: 'Orders; all are accepted, or none.' }),
});
