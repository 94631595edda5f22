import * as z from 'zod';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';
import { limitParameter, RawReply, shortText } from '../../../lib/platform/http/index.ts';
import {
  agentNotFound,
  agentRunNotFound,
  agentRunNotPossible,
  isRunOver,
  readAgent,
  readAgentRun,
  startAgentRun,
  threadOf,
} from '../../../lib/reactions/agents/index.ts';
import {
  agentPath,
  renderRun,
  renderStep,
  rightsOf,
  runExample,
  runPath,
  runReply,
} from './agent-run-schemas.ts';
import { type AgentsDeps, defineAgentsEndpoint } from './deps.ts';
import { pageOfRuns } from './page-of-runs.ts';

const area = 'Agents';

/** Longest time that a stream waits for news before it ends and the client reconnects. */
const STREAM_MS = 20_000;

/** The same for the first stream, which has already sent the run. */
const FIRST_STREAM_MS = 3_000;

const POLL_MS = 300;

/** Milliseconds after which a client reconnects. */
const RETRY_MS = 500;

const STREAMING = `The reply is server-sent events: \`run\` with the run at once, a \`step\` for each step with its index as id, and \`reply\` with the finished run at the end. When a stream ends without \`reply\`, continue with \`GET /v1/agent-runs/{id}/events\` and send the last id as \`Last-Event-ID\`. An EventSource does so by itself.`;

const eventStream = 'text/event-stream';

/** One event of a stream, as clients of server-sent events read it. */
const streamedEvent = z
  .object({
    id: z.string().optional().meta({ description: 'Index of the step, for `Last-Event-ID`.' }),
    event: z.string().optional().meta({ description: '`run`, `step` or `reply`.' }),
    data: z.string().optional().meta({ description: 'The run or the step, as JSON.' }),
    retry: z.int().optional().meta({ description: 'Milliseconds after which to continue.' }),
  })
  .meta({ id: 'AgentRunEvent', description: 'One event of the stream.' });

export const sendAgentMessage = defineAgentsEndpoint({
  name: 'sendAgentMessage',
  method: 'POST',
  path: '/v1/agents/{id}/messages',
  area,
  summary: 'Talk to an agent',
  description: `One turn of the caller's own conversation with the agent, which knows the earlier turns. ${STREAMING}\n\nChanges that the agent proposes are the plan of the run. \`POST /v1/agent-runs/{id}/confirm\` carries them out.`,
  permission: 'READ_AGENT',
  forLimited: 'narrowed',
  params: agentPath,
  body: z.object({ text: shortText(10_000).meta({ description: 'Message to the agent.' }) }),
  contentType: eventStream,
  reply: streamedEvent,
  bodyExample: { text: runExample.question },
  replyExample: { event: 'run', data: '{"id":"agr_01JD8Z6Q4T9V2N5X7C3B1M0K8H"}' },
  refusals: [agentNotFound, agentRunNotPossible, contentionOver('agent')],
  async handle({ input: { path, body }, ctx }) {
    const { actor } = ctx.caller;
    const started = await startAgentRun(ctx, ctx.organizationId, {
      id: ctx.ids.next('agr'),
      agentId: path.id,
      startedBy: { type: 'chat', by: actor.id, name: actor.name },
      rights: rightsOf(ctx.caller),
      question: body.text,
    });
    if (isRefusal(started)) return started;
    return stream(ctx, started.id, -1, [eventText('run', undefined, renderRun(started))], FIRST_STREAM_MS);
  },
});

export const followAgentRun = defineAgentsEndpoint({
  name: 'followAgentRun',
  method: 'GET',
  path: '/v1/agent-runs/{id}/events',
  area,
  summary: 'Follow a run of an agent',
  description: STREAMING,
  permission: 'READ_AGENT',
  forLimited: 'narrowed',
  params: runPath,
  contentType: eventStream,
  reply: streamedEvent,
  replyExample: { id: '0', event: 'step', data: '{"index":0}' },
  refusals: [agentRunNotFound],
  handle({ input: { path }, ctx, request }) {
    const last = Number.parseInt(request.headers['last-event-id'] ?? '-1', 10);
    return stream(ctx, path.id, Number.isInteger(last) ? last : -1, []);
  },
});

export const listAgentMessages = defineAgentsEndpoint({
  name: 'listAgentMessages',
  method: 'GET',
  path: '/v1/agents/{id}/messages',
  area,
  summary: "List the caller's conversation with an agent",
  description: 'Newest first. A caller sees only its own conversation.',
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
  replyExample: {
    results: [{ ...runExample, startedBy: { ...runExample.startedBy, type: 'chat' as const } }],
    next: null,
  },
  refusals: [agentNotFound],
  async handle({ input: { path, query }, ctx }) {
    const agent = await readAgent(ctx.table, ctx.organizationId, path.id);
    if (isRefusal(agent)) return agent;
    const { limit, after } = query;
    return pageOfRuns(ctx, threadOf(path.id, 'chat', ctx.caller.actor.id), { limit, after });
  },
});

/**
 * The events of a run after the given one, as soon as there are any. HTTP APIs do not stream, so the client gets a
 * series of short replies.
 */
async function stream(
  ctx: Pick<AgentsDeps, 'table' | 'sleep'> & { readonly caller: Parameters<typeof readAgentRun>[1] },
  id: string,
  lastIndex: number,
  first: readonly string[],
  longestMs = STREAM_MS,
): Promise<RawReply | Refusal> {
  const texts = [`retry: ${RETRY_MS}\n\n`, ...first];
  let seen = lastIndex;
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const found = await readAgentRun(ctx.table, ctx.caller, id);
    if (isRefusal(found)) return found;
    const news = found.steps.filter(({ index }) => index > seen);
    texts.push(...news.map((step) => eventText('step', step.index, renderStep(step))));
    seen = news.at(-1)?.index ?? seen;
    const run = found.stored.value;
    const isOver = isRunOver(run);
    if (isOver) texts.push(eventText('reply', run.steps, renderRun(run)));
    if (isOver || news.length > 0 || waitedMs >= longestMs) {
      return new RawReply(
        200,
        { 'content-type': `${eventStream}; charset=utf-8`, 'cache-control': 'no-store' },
        texts.join(''),
      );
    }
    await ctx.sleep(POLL_MS);
  }
}

function eventText(name: string, id: number | undefined, data: unknown): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
