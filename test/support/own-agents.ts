import { saveAgentFile } from '../../functions/api/agents/file-endpoints.ts';
import { cancelAgentRun, startAgentRunEndpoint } from '../../functions/api/agents/run-endpoints.ts';
import { createAgentEndpoint } from '../../functions/api/workflow-setup/create-agent.ts';
import type { MakeResource } from './own-resource.ts';

const agent: MakeResource = async ({ call, key }) => {
  const { json } = await call(createAgentEndpoint.routeKey, { key, body: createAgentEndpoint.bodyExample });
  return { params: { id: json.id } };
};

const file: MakeResource = async (maker) => {
  const { params } = await agent(maker);
  const place = { id: params.id ?? '', name: 'tariffs.md' };
  await maker.call(saveAgentFile.routeKey, {
    key: maker.key,
    params: place,
    body: saveAgentFile.bodyExample,
  });
  return { params: place };
};

/** A run that is over, so that nobody waits for its events. */
const run: MakeResource = async (maker) => {
  const { call, key } = maker;
  const { params } = await agent(maker);
  const { json } = await call(startAgentRunEndpoint.routeKey, {
    key,
    params,
    body: startAgentRunEndpoint.bodyExample,
  });
  await call(cancelAgentRun.routeKey, { key, params: { id: json.id } });
  return { params: { id: json.id } };
};

/** Resources of the endpoints of agents' files, runs and chats. */
export const agentResources: Readonly<Record<string, MakeResource>> = {
  listAgentFiles: agent,
  getAgentFile: file,
  saveAgentFile: file,
  deleteAgentFile: file,
  listAgentFileVersions: file,
  restoreAgentFile: file,
  startAgentRun: agent,
  receiveAgentWebhook: agent,
  listAgentRuns: agent,
  getAgentRun: run,
  cancelAgentRun: run,
  confirmAgentPlan: run,
  sendAgentMessage: agent,
  followAgentRun: run,
  listAgentMessages: agent,
};
