import * as z from 'zod';
import { commit, contentionOver } from '../../../lib/platform/core/commit.ts';
import { forbidden } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { limitParameter, shortText } from '../../../lib/platform/http/index.ts';
import {
  abandonAgentRun,
  agentNotFound,
  agentRunNotFound,
  agentRunNotPossible,
  confirmPlan,
  isRunOver,
  readAgent,
  readAgentRun,
  startAgentRun,
} from '../../../lib/reactions/agents/index.ts';
import { toolCatalogue } from '../../compose/tool-catalogue.ts';
import {
  agentPath,
  renderRun,
  renderStep,
  rightsOf,
  runExample,
  runPath,
  runReply,
  wholeRunExample,
  wholeRunReply,
} from './agent-run-schemas.ts';
import { defineAgentsEndpoint } from './deps.ts';
import { pageOfRuns } from './page-of-runs.ts';

const area = 'Agents';

const queued = {
  ...runExample,
  status: 'queued' as const,
  report: null,
  fields: null,
  startedAt: null,
  completedAt: null,
};

export const startAgentRunEndpoint = defineAgentsEndpoint({
  name: 'startAgentRun',
  method: 'POST',
  path: '/v1/agents/{id}/runs',
  area,
  summary: 'Start a run of an agent',
  description:
    'The run sees what the caller may see and changes nothing. Changes that the agent proposes are its plan, which a person confirms.',
  permission: 'READ_AGENT',
  forLimited: 'narrowed',
  params: agentPath,
  body: z.object({
    question: shortText(10_000).meta({ description: 'Task of the agent.' }),
    data: z
      .unknown()
      .optional()
      .meta({ description: 'Material for the agent. It is treated as data, never as instructions.' }),
  }),
  reply: runReply,
  bodyExample: { question: runExample.question },
  replyExample: queued,
  refusals: [agentNotFound, agentRunNotPossible, contentionOver('agent')],
  async handle({ input: { path, body }, ctx }) {
    const { actor } = ctx.caller;
    const started = await startAgentRun(ctx, ctx.organizationId, {
      id: ctx.ids.next('agr'),
      agentId: path.id,
      startedBy: { type: 'manual', by: actor.id, name: actor.name },
      rights: rightsOf(ctx.caller),
      question: body.question,
      material: body.data,
    });
    return isRefusal(started) ? started : renderRun(started);
  },
});

export const receiveAgentWebhook = defineAgentsEndpoint({
  name: 'receiveAgentWebhook',
  method: 'POST',
  path: '/v1/agents/{id}/webhook',
  area,
  summary: 'Start a run of an agent by webhook',
  description:
    "Takes any JSON object, with the organization's API key and without a login. The body is data for the agent, never an instruction.",
  permission: 'READ_AGENT',
  forLimited: 'narrowed',
  params: agentPath,
  body: z.looseObject({}),
  reply: runReply,
  bodyExample: { event: 'stock.low', store: 'downtown' },
  replyExample: { ...queued, startedBy: { ...runExample.startedBy, type: 'webhook' as const } },
  refusals: [agentNotFound, agentRunNotPossible, contentionOver('agent')],
  async handle({ input: { path, body }, ctx }) {
    const { actor } = ctx.caller;
    const started = await startAgentRun(ctx, ctx.organizationId, {
      id: ctx.ids.next('agr'),
      agentId: path.id,
      startedBy: { type: 'webhook', by: actor.id, name: actor.name },
      rights: rightsOf(ctx.caller),
      question: 'Work on the message in the material.',
      material: body,
    });
    return isRefusal(started) ? started : renderRun(started);
  },
});

export const listAgentRunsEndpoint = defineAgentsEndpoint({
  name: 'listAgentRuns',
  method: 'GET',
  path: '/v1/agents/{id}/runs',
  area,
  summary: 'List the runs of an agent',
  description:
    'Newest first. A caller that is limited to stores or driver groups sees only the runs that it started. `GET /v1/agents/{id}/messages` lists the turns of chats.',
  permission: 'READ_AGENT',
  forLimited: 'narrowed',
  params: agentPath,
  query: z.object({
    limit: limitParameter({ fallback: 20, max: 100 }),
    after: z
      .string()
      .regex(/^[^|]{1,40}\|agr_[0-9A-Za-z]{1,60}$/, 'is not the `next` of an earlier page')
      .optional()
      .meta({ description: '`next` of the previous page.' }),
  }),
  reply: z.object({ results: z.array(runReply), next: z.string().nullable() }),
  replyExample: { results: [runExample], next: null },
  refusals: [agentNotFound],
  async handle({ input: { path, query }, ctx }) {
    const agent = await readAgent(ctx.table, ctx.organizationId, path.id);
    if (isRefusal(agent)) return agent;
    const { limit, after } = query;
    return pageOfRuns(ctx, path.id, { limit, after });
  },
});

export const getAgentRun = defineAgentsEndpoint({
  name: 'getAgentRun',
  method: 'GET',
  path: '/v1/agent-runs/{id}',
  area,
  summary: 'Read a run of an agent',
  description: 'Includes its steps: every tool call with its input and output.',
  permission: 'READ_AGENT',
  forLimited: 'narrowed',
  params: runPath,
  reply: wholeRunReply,
  replyExample: wholeRunExample,
  refusals: [agentRunNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await readAgentRun(ctx.table, ctx.caller, path.id);
    if (isRefusal(found)) return found;
    return { ...renderRun(found.stored.value), steps: found.steps.map(renderStep) };
  },
});

export const cancelAgentRun = defineAgentsEndpoint({
  name: 'cancelAgentRun',
  method: 'POST',
  path: '/v1/agent-runs/{id}/cancel',
  area,
  summary: 'Cancel a run of an agent',
  description:
    'A run that has ended stays as it is. Runs of others are cancelled by callers with the permission WRITE_AGENT.',
  permission: 'READ_AGENT',
  forLimited: 'narrowed',
  params: runPath,
  reply: runReply,
  replyExample: { ...runExample, status: 'cancelled' as const, report: null },
  refusals: [agentRunNotFound, contentionOver('agent run')],
  async handle({ input: { path }, ctx }) {
    return commit(ctx, { what: 'agent run', id: path.id }, async () => {
      const found = await readAgentRun(ctx.table, ctx.caller, path.id);
      if (isRefusal(found)) return found;
      const { startedBy } = found.stored.value;
      if (startedBy.by !== ctx.caller.actor.id && !ctx.caller.permissions.includes('WRITE_AGENT')) {
        return forbidden(
          `${startedBy.name} started the run ${path.id}. Cancelling the runs of others needs WRITE_AGENT.`,
          { permission: 'WRITE_AGENT' },
        );
      }
      if (isRunOver(found.stored.value)) return renderRun(found.stored.value);
      const due = { organizationId: ctx.organizationId, runId: path.id };
      await abandonAgentRun(ctx, due, 'cancelled', `${ctx.caller.actor.name} cancelled it.`);
      const after = await readAgentRun(ctx.table, ctx.caller, path.id);
      return !isRefusal(after) && isRunOver(after.stored.value) && renderRun(after.stored.value);
    });
  },
});

export const confirmAgentPlan = defineAgentsEndpoint({
  name: 'confirmAgentPlan',
  method: 'POST',
  path: '/v1/agent-runs/{id}/confirm',
  area,
  summary: 'Confirm the plan of a run',
  description:
    "Carries out the proposed changes one after the other, with the caller's own credential and rights, and stops at the first one that is refused. A plan that the caller may not carry out is refused and stays proposed. The audit log shows each as the caller's, through the agent. Send an interrupted confirmation again. A plan can be confirmed for one day.",
  permission: 'READ_AGENT',
  forLimited: 'narrowed',
  // An assistant must not confirm what an assistant proposed.
  isNoTool: true,
  params: runPath,
  reply: runReply,
  replyExample: {
    ...runExample,
    plan: {
      status: 'carried_out' as const,
      calls: [{ tool: 'moveStops', arguments: { id: 'rte_1' }, outcome: 'done' as const, problem: null }],
      confirmedBy: 'usr_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
      confirmedAt: '2026-03-05T01:12:30.000Z',
    },
  },
  refusals: [agentRunNotFound, agentRunNotPossible, contentionOver('agent run')],
  async handle({ input: { path }, ctx, request }) {
    const found = await readAgentRun(ctx.table, ctx.caller, path.id);
    if (isRefusal(found)) return found;
    if (ctx.caller.actor.type !== 'user') {
      return agentRunNotPossible('Only a signed-in person can confirm a plan. An API key cannot.', {
        id: path.id,
      });
    }
    const through = `${found.stored.value.agent.id}/${path.id}`;
    const service = ctx.serviceFor(request.headers);
    const confirmed = await confirmPlan(
      ctx,
      ctx.caller,
      path.id,
      (one) => service({ ...one, headers: { ...one.headers, 'x-through-agent': through } }),
      toolCatalogue(),
    );
    return isRefusal(confirmed) ? confirmed : renderRun(confirmed);
  },
});
