import type { DispatchDeps } from '../../../fulfilment/dispatch/index.ts';
import type { OrderDeps } from '../../../ordering/orders/index.ts';

/** What executing runs needs: everything that their effects change. */
export type RunDeps = OrderDeps &
  DispatchDeps & {
    /** Cutoff of a delivery window; undefined for an unknown window. Absent when cutoffs are not available. */
    readonly cutoffs?:
      | ((organizationId: string, deliveryWindowId: string) => Promise<string | undefined>)
      | undefined;
  };
