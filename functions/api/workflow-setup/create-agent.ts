import * as z from 'zod';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { agentInvalid, createAgent, tooManyAgents } from '../../../lib/reactions/agents/index.ts';
import { agentExample, agentFields, agentReply, renderAgent } from './agent-schemas.ts';
import { defineSetupEndpoint } from './deps.ts';
import { refuseTools } from './refuse-tools.ts';

export const createAgentEndpoint = defineSetupEndpoint({
  name: 'createAgent',
  method: 'POST',
  path: '/v1/agents',
  area: 'Agents',
  summary: 'Create an agent',
  description:
    'An agent reads with its tools and reports. Workflows invoke it with `invoke_agent`, callers with `POST /v1/agents/{id}/runs`, and people talk to it with `POST /v1/agents/{id}/messages`.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  body: z.object(agentFields),
  reply: agentReply,
  bodyExample: {
    name: agentExample.name,
    instructions: agentExample.instructions,
    outputFormat: agentExample.outputFormat,
  },
  replyExample: agentExample,
  refusals: [tooManyAgents, agentInvalid],
  async handle({ input: { body }, ctx }) {
    const refused = refuseTools(body.tools, body.isReportOnly ?? true);
    if (refused) return refused;
    const { tools = null } = body;
    const { name, description = null, model = null, instructions, outputFormat = {} } = body;
    const fields = { name, description, model, instructions, outputFormat, tools };
    const made = await createAgent(ctx, ctx.organizationId, {
      ...fields,
      isReportOnly: body.isReportOnly ?? true,
    });
    return isRefusal(made) ? made : renderAgent(made);
  },
});
