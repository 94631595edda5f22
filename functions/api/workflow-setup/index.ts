import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { archiveCustomEventEndpoint } from './archive-custom-event.ts';
import { createAgentEndpoint } from './create-agent.ts';
import { createCustomEventEndpoint } from './create-custom-event.ts';
import { deleteAgentEndpoint } from './delete-agent.ts';
import { type WorkflowSetupDeps, workflowSetupDeps } from './deps.ts';
import { getAgent } from './get-agent.ts';
import { getCustomEvent } from './get-custom-event.ts';
import { listAgentsEndpoint } from './list-agents.ts';
import { listCustomEventsEndpoint } from './list-custom-events.ts';
import { updateAgentEndpoint } from './update-agent.ts';

export const workflowSetupArea = defineArea<WorkflowSetupDeps>({
  name: 'workflow-setup',
  endpoints: [
    createCustomEventEndpoint,
    listCustomEventsEndpoint,
    getCustomEvent,
    archiveCustomEventEndpoint,
    createAgentEndpoint,
    listAgentsEndpoint,
    getAgent,
    updateAgentEndpoint,
    deleteAgentEndpoint,
  ],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(workflowSetupArea, workflowSetupDeps);
