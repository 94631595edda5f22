import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Operation } from '../../platform/table/index.ts';
import type { AssessmentDeps } from './assessment/assess-order.ts';
import type { OrderAutomations } from './order-automations.ts';

/** What changing orders needs. */
export interface OrderDeps extends CoreDeps, Omit<AssessmentDeps, keyof CoreDeps> {
  /** Version that the caller of a request expects the order to have (`If-Match`). */
  readonly expectedVersion?: number | undefined;
  /** The organization's synchronous workflows; absent where none run, as in tests of orders alone. */
  readonly automations?: OrderAutomations | undefined;
  /** Additional writes of the transaction that changes the order, such as the journal entry of a bulk action. */
  readonly beside?: readonly Operation[] | undefined;
}
