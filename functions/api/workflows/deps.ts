import { type Context, endpointFor } from '../../../lib/http/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/runtime/index.ts';

/** What the endpoints of workflows need. */
export type WorkflowDeps = CoreDeps;

export const defineWorkflowEndpoint = endpointFor<WorkflowDeps>();

/** The dependencies from the environment. */
export function workflowDeps(): WorkflowDeps {
  return coreDeps();
}

/** Whether a user who signed in is calling, not an API key (decision C70). */
export function isSignedIn({ caller }: Context): boolean {
  return caller.actor.type === 'user';
}
