import { type CallService, callTool, type ToolResult } from './call-tool.ts';
import { signatureOf } from './signature.ts';
import type { JsonSchema, Tool, ToolCatalogue } from './tool.ts';

/** Dependencies of the server's own tools. */
export interface HouseToolParts {
  readonly catalogue: ToolCatalogue;
  readonly call: CallService;
  readonly runCode: (code: string) => Promise<ToolResult>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly nowMs: () => number;
  readonly find: (words: string, group: string | undefined, limit: number) => readonly Tool[];
  readonly groups: Readonly<Record<string, number>>;
  /** Aborted when the client gave up the call. */
  readonly isStopped: () => boolean;
  /** Reports the progress to the client if it asked for it. */
  readonly tell: (fraction: number, message: string) => Promise<void>;
}

/** A tool that is not an operation of the API. */
export interface HouseTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isReadOnly: boolean;
  readonly inputSchema: JsonSchema;
  readonly run: (parts: HouseToolParts, given: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
}

/** Longest wait of a call for an activity: the gateway gives up after 30 seconds. */
const MAX_WAIT_SECONDS = 20;

const POLL_MS = 500;

/** Longest block of code. */
const MAX_CODE = 50_000;

/** Statuses of an active activity. */
const UNDER_WAY = /^(queued|scheduled|pending|running|in_progress)$/i;

/** The server's own tools. */
export const HOUSE_TOOLS: readonly HouseTool[] = Object.freeze<HouseTool[]>([
  {
    name: 'findTools',
    title: 'Find tools',
    description:
      'Finds tools by words or group and shows each with its signature. Every tool can be called by name, listed or not, and inside runCode.',
    isReadOnly: true,
    inputSchema: {
      type: 'object',
      properties: {
        words: { type: 'string', description: 'Purpose of the tool, such as "move stops".' },
        group: { type: 'string', description: 'Group of tools, such as `routes`.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 50,
          description: 'Maximum number of tools; default 10.',
        },
      },
      additionalProperties: false,
    },
    async run({ find, groups, catalogue }, { words = '', group, limit = 10 }) {
      if (group !== undefined && !Object.hasOwn(groups, String(group))) {
        return refuse(`There is no group "${group}". Use one of ${Object.keys(groups).join(', ')}.`);
      }
      const most = Math.min(50, Math.max(1, Math.trunc(Number(limit)) || 10));
      const found = find(String(words), group === undefined ? undefined : String(group), most);
      const tools = found.map((tool) => ({
        name: tool.name,
        group: tool.group,
        description: tool.description,
        isReadOnly: tool.isReadOnly,
        signature: signatureOf(tool, catalogue.definitions),
      }));
      return { ok: true, value: { tools, groups } };
    },
  },
  {
    name: 'waitForActivity',
    title: 'Wait for an activity',
    description:
      'Follows an activity, such as an optimization or a bulk change, until it ends or the time expires, and returns it. Reports progress. Call it again while the activity continues; cancelActivity cancels it.',
    isReadOnly: true,
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the activity, `act_...`.' },
        seconds: {
          type: 'integer',
          minimum: 0,
          maximum: MAX_WAIT_SECONDS,
          description: `Longest wait; default ${MAX_WAIT_SECONDS}.`,
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    async run(parts, { id, seconds = MAX_WAIT_SECONDS }) {
      const tool = parts.catalogue.tools.find(({ name }) => name === 'getActivity');
      if (!tool) return refuse('This installation has no activities.');
      const wait = Math.min(MAX_WAIT_SECONDS, Math.max(0, Number(seconds) || 0)) * 1000;
      const until = parts.nowMs() + wait;
      for (;;) {
        const found = await callTool(tool, { id }, parts.call);
        if (!found.ok) return found;
        const { status, progress } = found.value as { status?: string; progress?: { fraction?: number } };
        const isOver = !UNDER_WAY.test(String(status));
        await parts.tell(isOver ? 1 : Math.min(0.99, progress?.fraction ?? 0), `The activity is ${status}.`);
        if (isOver || parts.isStopped() || parts.nowMs() >= until) return found;
        await parts.sleep(POLL_MS);
      }
    },
  },
  {
    name: 'runCode',
    title: 'Run code against the API',
    description:
      'Runs a block of JavaScript in a sandbox without network or files. Every tool is a function of `api` that takes its arguments as one object and returns the reply, such as `api.getOrder({ id })`; a refusal throws an Error with `code` and `details`. Calls return promises: use `await`. The result is what the block returns; `console.log` is shown. A block has at most 300 calls with 200,000 characters of arguments each, 20 seconds, 32 MB, and 100,000 characters and 2,000 lines of output. findTools shows signatures.',
    isReadOnly: false,
    inputSchema: {
      type: 'object',
      properties: { code: { type: 'string', maxLength: MAX_CODE, description: 'The JavaScript.' } },
      required: ['code'],
      additionalProperties: false,
    },
    async run({ runCode }, { code }) {
      if (typeof code !== 'string' || code.length === 0)
        return refuse('runCode needs the argument "code" as text.');
      if (code.length > MAX_CODE) {
        return refuse(`The code has ${code.length} characters; the limit is ${MAX_CODE}. Split it.`);
      }
      return runCode(code);
    },
  },
]);

function refuse(message: string): ToolResult {
  return { ok: false, error: { code: 'VALIDATION_ERRORS', message } };
}
