import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { inUse } from '../../../lib/platform/uses/index.ts';
import { agentNotFound, deleteAgent } from '../../../lib/reactions/agents/index.ts';
import { agentExample, agentPath, agentReply, renderAgent } from './agent-schemas.ts';
import { defineSetupEndpoint } from './deps.ts';

export const deleteAgentEndpoint = defineSetupEndpoint({
  name: 'deleteAgent',
  method: 'DELETE',
  path: '/v1/agents/{id}',
  area: 'Agents',
  summary: 'Delete an agent',
  description:
    'The reply shows it as it was. An agent that a workflow uses cannot be deleted; `details.usedBy` names the workflows.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  takesIfMatch: true,
  params: agentPath,
  reply: agentReply,
  replyExample: agentExample,
  refusals: [agentNotFound, contentionOver('agent'), inUse],
  async handle({ input: { path }, ctx }) {
    const deleted = await deleteAgent(ctx, ctx.organizationId, path.id, ctx.expectedVersion);
    return isRefusal(deleted) ? deleted : renderAgent(deleted);
  },
});
