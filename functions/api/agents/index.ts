import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { followAgentRun, listAgentMessages, sendAgentMessage } from './chat-endpoints.ts';
import { type AgentsDeps, agentsDeps } from './deps.ts';
import {
  deleteAgentFile,
  getAgentFile,
  listAgentFiles,
  listAgentFileVersions,
  restoreAgentFile,
  saveAgentFile,
} from './file-endpoints.ts';
import {
  cancelAgentRun,
  confirmAgentPlan,
  getAgentRun,
  listAgentRunsEndpoint,
  receiveAgentWebhook,
  startAgentRunEndpoint,
} from './run-endpoints.ts';

/** Files, runs and chats of agents. */
export const agentsArea = defineArea<AgentsDeps>({
  name: 'agents',
  endpoints: [
    listAgentFiles,
    getAgentFile,
    saveAgentFile,
    deleteAgentFile,
    listAgentFileVersions,
    restoreAgentFile,
    startAgentRunEndpoint,
    receiveAgentWebhook,
    listAgentRunsEndpoint,
    getAgentRun,
    cancelAgentRun,
    confirmAgentPlan,
    sendAgentMessage,
    followAgentRun,
    listAgentMessages,
  ],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(agentsArea, agentsDeps);
