import { endpointFor, requestLimiter, type TakeRequest } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps, requireVariable } from '../../../lib/platform/runtime/index.ts';
import { type CallService, TOOL_REQUEST_LIMIT } from '../../../lib/reactions/tools/index.ts';
import { callOverHttp } from '../../compose/call-service.ts';

/** What the tool server needs. */
export interface McpDeps extends CoreDeps {
  readonly takeRequest: TakeRequest;
  /** The service's API, called with these headers of the caller. */
  readonly serviceFor: (headers: Readonly<Record<string, string>>) => CallService;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export const defineMcpEndpoint = endpointFor<McpDeps>();

/** The dependencies from the environment. */
export function mcpDeps(): McpDeps {
  const core = coreDeps();
  return {
    ...core,
    takeRequest: requestLimiter(core, TOOL_REQUEST_LIMIT),
    serviceFor: (headers) => callOverHttp(requireVariable('PUBLIC_BASE_URL'), headers),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}
