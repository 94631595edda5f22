import * as z from 'zod';
import { runInSandbox } from '../../../lib/engines/sandbox/index.ts';
import { notAcceptable, RawReply, tooManyRequests } from '../../../lib/platform/http/index.ts';
import {
  type CallService,
  callTool,
  serveProtocol,
  TOOL_REQUEST_LIMIT,
  type ToolCatalogue,
  type ToolResult,
} from '../../../lib/reactions/tools/index.ts';
import { toolCatalogue } from '../../compose/tool-catalogue.ts';
import { defineMcpEndpoint } from './deps.ts';

/** POST /mcp */
export const talkMcp = defineMcpEndpoint({
  name: 'talkMcp',
  method: 'POST',
  path: '/mcp',
  area: 'Tool server',
  summary: 'Call the tool server',
  description: `The Model Context Protocol over Streamable HTTP, stateless: revision 2026-07-28 and those of 2025. Nearly every operation of this API is a tool and runs with the rights of the caller's credential. Without \`groups\`, the tools of daily work are listed; \`findTools\` finds every other one, which can then be called by name. Operations whose reply contains a secret are not tools.

A reply comes as a whole: as JSON, or as server-sent events with the progress before the result. An organization may send ${TOOL_REQUEST_LIMIT.perSecond} requests a second, ${TOOL_REQUEST_LIMIT.burst} at once; further requests are refused with \`Retry-After\`.`,
  permission: 'READ_ORGANIZATION',
  forLimited: 'shared',
  isNoTool: true,
  query: z.object({
    groups: z.string().max(500).optional().meta({
      description:
        'Groups of tools to list, separated by commas, such as `orders,routes`; `all` lists every tool.',
    }),
  }),
  body: z.looseObject({}).meta({ description: 'A message of JSON-RPC 2.0.' }),
  reply: z.looseObject({}).meta({ id: 'ToolServerReply', description: 'A message of JSON-RPC 2.0.' }),
  otherReplies: [
    { status: 200, summary: 'Success', contentType: 'text/event-stream', schema: { type: 'object' } },
    { status: 202, summary: 'A notification was taken: it has no reply.', contentType: 'text/plain' },
    {
      status: 400,
      summary: 'The body is not JSON, or no message of JSON-RPC 2.0: an error of JSON-RPC, or `BAD_REQUEST`.',
      contentType: 'application/json',
      schema: { type: 'object' },
    },
  ],
  bodyExample: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  replyExample: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
  refusals: [tooManyRequests, notAcceptable],
  async handle({ input: { query }, ctx, request }) {
    const { retryAfterSeconds } = await ctx.takeRequest(ctx.organizationId);
    if (retryAfterSeconds !== undefined) {
      return tooManyRequests(
        `The organization sends more than ${TOOL_REQUEST_LIMIT.perSecond} requests a second to the tool server. Wait ${retryAfterSeconds} s and send it again.`,
        { retryAfterSeconds },
      );
    }
    const catalogue = toolCatalogue();
    const service = ctx.serviceFor(request.headers);
    const reply = await serveProtocol(
      {
        catalogue,
        call: service,
        runCode: (code) => runBlock(code, catalogue, service),
        sleep: ctx.sleep,
        nowMs: () => ctx.clock.now(),
        onFault: (error) =>
          ctx.log.warn('mcp.request.odd', 'The protocol reported a problem with a request.', {
            requestId: ctx.requestId,
            problem: error.message.slice(0, 500),
          }),
      },
      {
        // Only its path matters, because the request never leaves this function.
        url: 'https://tools.invalid/mcp',
        headers: protocolHeaders(request.headers),
        body: request.body,
        groups: (query.groups ?? '')
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      },
    );
    if (reply.status === 406) {
      return notAcceptable(
        'The `Accept` header must allow `application/json` and `text/event-stream`. Send both.',
      );
    }
    return new RawReply(reply.status, reply.headers, reply.body);
  },
});

/** Headers that the protocol reads; the credential is not among them. */
function protocolHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const read = Object.entries(headers).filter(([name]) => name === 'accept' || name.startsWith('mcp-'));
  return { ...Object.fromEntries(read), 'content-type': 'application/json' };
}

/** Runs a block of code whose functions are the tools. */
async function runBlock(code: string, { tools }: ToolCatalogue, service: CallService): Promise<ToolResult> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const { value, problem, log, calls } = await runInSandbox(code, {
    names: [...byName.keys()],
    async call(name, given) {
      const tool = byName.get(name);
      if (!tool) return { error: { code: 'VALIDATION_ERRORS', message: 'There is no such tool.' } };
      const result = await callTool(tool, given, service);
      return result.ok ? { value: result.value } : { error: result.error };
    },
  });
  if (problem === undefined) return { ok: true, value: { result: value ?? null, log, calls } };
  return { ok: false, error: { code: 'CODE_FAILED', message: problem, details: { log, calls } } };
}
