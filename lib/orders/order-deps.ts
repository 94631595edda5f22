import type { CoreDeps } from '../runtime/index.ts';
import type { AssessmentDeps } from './assessment/assess-order.ts';

/** What changing orders needs. */
export interface OrderDeps extends CoreDeps, Omit<AssessmentDeps, keyof CoreDeps> {
  /** Version that the caller of a request expects the order to have (`If-Match`). */
  readonly expectedVersion?: number | undefined;
}
