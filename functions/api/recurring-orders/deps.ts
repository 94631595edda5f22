import type { OrderDeps } from '../../../lib/ordering/orders/index.ts';
import type { RecurringEditor } from '../../../lib/ordering/recurring/index.ts';
import { type Context, endpointFor } from '../../../lib/platform/http/index.ts';

/** An endpoint of recurring orders. */
export const recurringEndpoint = endpointFor<OrderDeps>();

/** The caller as the actor of a change. */
export function editorOf({ caller, origin }: Context<OrderDeps>): RecurringEditor {
  return { ...caller, actor: origin.actor };
}
