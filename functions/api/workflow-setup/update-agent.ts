import * as z from 'zod';
import { agentContention, agentNotFound, updateAgent } from '../../../lib/agents/index.ts';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { agentExample, agentFields, agentPath, agentReply, renderAgent } from './agent-schemas.ts';
import { defineSetupEndpoint } from './deps.ts';

export const updateAgentEndpoint = defineSetupEndpoint({
  name: 'updateAgent',
  method: 'PATCH',
  path: '/v1/agents/{id}',
  area: 'Agents',
  summary: 'Change an agent',
  description: 'Only the fields that are sent change; `null` takes a description or a model away.',
  permission: 'WRITE_WORKFLOW',
  params: agentPath,
  body: z.object(agentFields).partial(),
  reply: agentReply,
  bodyExample: { name: 'Address checker, strict' },
  replyExample: { ...agentExample, name: 'Address checker, strict', version: 2 },
  refusals: [agentNotFound, agentContention],
  async handle({ input: { path, body }, ctx }) {
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const changed = await updateAgent(ctx.organizationId, path.id, sent, ctx);
    return isRefusal(changed) ? changed : renderAgent(changed);
  },
});
