import * as z from 'zod';
import { listAgents } from '../../../lib/reactions/agents/index.ts';
import { agentExample, agentReply, renderAgent } from './agent-schemas.ts';
import { defineSetupEndpoint } from './deps.ts';

export const listAgentsEndpoint = defineSetupEndpoint({
  name: 'listAgents',
  method: 'GET',
  path: '/v1/agents',
  area: 'Agents',
  summary: 'List agents',
  description: 'Oldest first.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  reply: z.object({ agents: z.array(agentReply) }),
  replyExample: { agents: [agentExample] },
  refusals: [],
  async handle({ ctx }) {
    return { agents: (await listAgents(ctx.table, ctx.organizationId)).map(renderAgent) };
  },
});
