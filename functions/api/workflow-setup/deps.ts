import { endpointFor } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/platform/runtime/index.ts';

/** What the endpoints of custom events, agents and connections need. */
export type WorkflowSetupDeps = CoreDeps;

export const defineSetupEndpoint = endpointFor<WorkflowSetupDeps>();

/** The dependencies from the environment. */
export function workflowSetupDeps(): WorkflowSetupDeps {
  return coreDeps();
}
