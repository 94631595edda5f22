import type { OrderAutomations } from '../../../ordering/orders/index.ts';
import { createWithWorkflows, type SynchronousDeps, validateWithWorkflows } from './run-in-request.ts';

/**
 * The organization's synchronous workflows, run inside the request that creates or changes an order. The engine is loaded
 * with the first of them.
 */
export function synchronousWorkflows(deps: SynchronousDeps): OrderAutomations {
  return {
    creating: (input) => createWithWorkflows(deps, input),
    validating: (input) => validateWithWorkflows(deps, input),
  };
}
