import type { CoreDeps } from '../runtime/index.ts';
import type { AssessmentDeps } from './assessment/assess-order.ts';
import type { OrderAutomations } from './order-automations.ts';

/** What changing orders needs. */
export interface OrderDeps extends CoreDeps, Omit<AssessmentDeps, keyof CoreDeps> {
  /** Version that the caller of a request expects the order to have (`If-Match`). */
  readonly expectedVersion?: number | undefined;
  /** The organization's synchronous workflows; absent where there are none to be run, as in tests of orders alone. */
  readonly automations?: OrderAutomations | undefined;
}
