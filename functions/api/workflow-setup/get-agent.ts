import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { agentNotFound, readAgent } from '../../../lib/reactions/agents/index.ts';
import { agentExample, agentPath, agentReply, renderAgent } from './agent-schemas.ts';
import { defineSetupEndpoint } from './deps.ts';

export const getAgent = defineSetupEndpoint({
  name: 'getAgent',
  method: 'GET',
  path: '/v1/agents/{id}',
  area: 'Agents',
  summary: 'Get an agent',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: agentPath,
  reply: agentReply,
  replyExample: agentExample,
  refusals: [agentNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await readAgent(ctx.table, ctx.organizationId, path.id);
    return isRefusal(found) ? found : renderAgent(found);
  },
});
