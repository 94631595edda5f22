import type { DispatchDeps } from '../../dispatch/index.ts';
import type { OrderDeps } from '../../orders/index.ts';

/** What carrying runs needs: whatever their effects change. */
export type RunDeps = OrderDeps &
  DispatchDeps & {
    /** When bookings of a delivery window close; undefined for one that there is not. Absent: nobody can tell. */
    readonly cutoffs?:
      | ((organizationId: string, deliveryWindowId: string) => Promise<string | undefined>)
      | undefined;
  };
