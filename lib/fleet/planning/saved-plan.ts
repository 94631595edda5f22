import type { MovedOrder, RouteAggregate } from '../routes/index.ts';

/** A plan saved as routes: the result of each. */
export interface SavedPlan {
  readonly routes: readonly RouteAggregate[];
  /** Orders that were on other planned routes. */
  readonly moved: readonly (MovedOrder & { readonly toRouteId: string })[];
  readonly failed: readonly { readonly index: number; readonly code: string; readonly message: string }[];
}
