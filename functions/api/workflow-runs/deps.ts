import type { RunDeps } from '../../../lib/automations/index.ts';
import { endpointFor } from '../../../lib/http/index.ts';

/** What the endpoints of runs need. */
export type WorkflowRunDeps = RunDeps;

export const defineRunEndpoint = endpointFor<WorkflowRunDeps>();
