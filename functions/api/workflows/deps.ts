import { type Context, endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import type { HookDeps } from '../../../lib/reactions/automations/index.ts';
import { webhookSigningKeys } from '../../compose/webhook-signing-keys.ts';

/** What the endpoints of workflows need. */
export type WorkflowDeps = HookDeps;

export const defineWorkflowEndpoint = endpointFor<WorkflowDeps>();

/** The dependencies from the environment. */
export function workflowDeps(): WorkflowDeps {
  return { ...coreDeps(), signingKeys: webhookSigningKeys() };
}

/** Whether the caller is a signed-in user rather than an API key (decision C70). */
export function isSignedIn({ caller }: Context): boolean {
  return caller.actor.type === 'user';
}
