import type { CarryInRequest } from '../../../lib/automations/index.ts';
import { endpointFor } from '../../../lib/http/index.ts';
import type { CoreDeps } from '../../../lib/runtime/index.ts';

/** What the endpoints of runs need. */
export interface WorkflowRunDeps extends CoreDeps {
  readonly carryInRequest: CarryInRequest;
}

export const defineRunEndpoint = endpointFor<WorkflowRunDeps>();
