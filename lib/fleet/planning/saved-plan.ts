import type { RouteAggregate } from '../routes/index.ts';

/** A plan saved as routes: the result of each. */
export interface SavedPlan {
  readonly routes: readonly RouteAggregate[];
  readonly failed: readonly { readonly index: number; readonly code: string; readonly message: string }[];
}
