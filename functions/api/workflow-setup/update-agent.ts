import * as z from 'zod';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { inUse } from '../../../lib/platform/uses/index.ts';
import { agentInvalid, agentNotFound, readAgent, updateAgent } from '../../../lib/reactions/agents/index.ts';
import { agentExample, agentFields, agentPath, agentReply, renderAgent } from './agent-schemas.ts';
import { defineSetupEndpoint } from './deps.ts';
import { refuseTools } from './refuse-tools.ts';

export const updateAgentEndpoint = defineSetupEndpoint({
  name: 'updateAgent',
  method: 'PATCH',
  path: '/v1/agents/{id}',
  area: 'Agents',
  summary: 'Change an agent',
  description:
    'Only the fields that are sent change; `null` removes a description or a model. An agent that a workflow invokes ' +
    'stays report-only; `details.usedBy` names the workflows.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  takesIfMatch: true,
  params: agentPath,
  body: z.object(agentFields).partial(),
  reply: agentReply,
  bodyExample: { name: 'Address checker, strict' },
  replyExample: { ...agentExample, name: 'Address checker, strict', version: 2 },
  refusals: [agentNotFound, contentionOver('agent'), agentInvalid, inUse],
  async handle({ input: { path, body }, ctx }) {
    const present = await readAgent(ctx.table, ctx.organizationId, path.id);
    if (isRefusal(present)) return present;
    const isReportOnly = body.isReportOnly ?? present.value.isReportOnly;
    const refused = refuseTools(body.tools === undefined ? present.value.tools : body.tools, isReportOnly);
    if (refused) return refused;
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const changed = await updateAgent(ctx, ctx.organizationId, path.id, sent, ctx.expectedVersion);
    return isRefusal(changed) ? changed : renderAgent(changed);
  },
});
