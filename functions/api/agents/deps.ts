import { endpointFor } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps, requireVariable } from '../../../lib/platform/runtime/index.ts';
import type { CallService } from '../../../lib/reactions/tools/index.ts';
import { callOverHttp } from '../../compose/call-service.ts';

/** What the endpoints for agents' runs need. */
export interface AgentsDeps extends CoreDeps {
  /** The service's API, called with these headers of the caller. */
  readonly serviceFor: (headers: Readonly<Record<string, string>>) => CallService;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export const defineAgentsEndpoint = endpointFor<AgentsDeps>();

/** The dependencies from the environment. */
export function agentsDeps(): AgentsDeps {
  return {
    ...coreDeps(),
    serviceFor: (headers) => callOverHttp(requireVariable('PUBLIC_BASE_URL'), headers),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}
