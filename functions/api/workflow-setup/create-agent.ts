import * as z from 'zod';
import { createAgent, tooManyAgents } from '../../../lib/agents/index.ts';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { agentExample, agentFields, agentReply, renderAgent } from './agent-schemas.ts';
import { defineSetupEndpoint } from './deps.ts';

export const createAgentEndpoint = defineSetupEndpoint({
  name: 'createAgent',
  method: 'POST',
  path: '/v1/agents',
  area: 'Agents',
  summary: 'Create an agent',
  description:
    'An agent reads what a workflow gives it and reports. Workflows invoke it with `invoke_agent`.',
  permission: 'WRITE_WORKFLOW',
  body: z.object(agentFields),
  reply: agentReply,
  bodyExample: {
    name: agentExample.name,
    instructions: agentExample.instructions,
    outputFormat: agentExample.outputFormat,
  },
  replyExample: agentExample,
  refusals: [tooManyAgents],
  async handle({ input: { body }, ctx }) {
    const { name, description = null, model = null, instructions, outputFormat = {} } = body;
    const fields = { name, description, model, instructions, outputFormat };
    const made = await createAgent(
      ctx.organizationId,
      { ...fields, isReportOnly: body.isReportOnly ?? true },
      ctx,
    );
    return isRefusal(made) ? made : renderAgent(made);
  },
});
