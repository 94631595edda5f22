import { endpointFor } from '../../../lib/platform/http/index.ts';
import type { CoreDeps } from '../../../lib/platform/runtime/index.ts';
import type { CarryInRequest } from '../../../lib/reactions/automations/index.ts';

/** What the endpoints of runs need. */
export interface WorkflowRunDeps extends CoreDeps {
  readonly carryInRequest: CarryInRequest;
}

export const defineRunEndpoint = endpointFor<WorkflowRunDeps>();
