import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import {
  answerOfTask,
  type ModelMessage,
  scriptedConverse,
  scriptedModel,
} from '../../lib/engines/models/index.ts';

/** A server of a model's API, answered by the scripted model. */
export interface ModelServer {
  readonly url: string;
  /** Credentials of the requests so far. */
  readonly keys: readonly (string | undefined)[];
  /** Makes it answer every request with this error. */
  failWith(status: number): void;
  stop(): Promise<void>;
}

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly {
    readonly role: 'system' | 'user' | 'assistant' | 'tool';
    readonly content: string;
    readonly tool_call_id?: string;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
  }[];
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
  }[];
  readonly tool_choice?: { readonly function: { readonly name: string } };
}

/** Speaks chat completions at `/v1/chat/completions`, and enforces what their API requires. */
export async function chatServer(): Promise<ModelServer> {
  return serve(
    (listener) => createServer(listener as never),
    async (path, text) => {
      if (path !== '/v1/chat/completions') return undefined;
      return completionOf(JSON.parse(text) as ChatRequest);
    },
    '/v1',
  );
}

/** Speaks Bedrock's Converse API. */
export async function converseServer(): Promise<ModelServer> {
  return serve(
    (listener) => createHttp2Server(listener as never),
    async (path, text) => {
      const [, modelId] = /^\/model\/([^/]+)\/converse$/.exec(path) ?? [];
      if (modelId === undefined) return undefined;
      const call = { ...JSON.parse(text), modelId: decodeURIComponent(modelId) };
      return answerOfTask(await scriptedConverse(call));
    },
    '',
  );
}

async function completionOf({ model, messages, tools = [], tool_choice }: ChatRequest): Promise<object> {
  const [system, ...others] = messages;
  if (!model || system?.role !== 'system') throw new Error('A completion needs a model and instructions.');
  const calls = new Set(others.flatMap((one) => (one.tool_calls ?? []).map(({ id }) => id)));
  const unknown = others.find(({ role, tool_call_id = '' }) => role === 'tool' && !calls.has(tool_call_id));
  if (unknown) throw new Error(`No call has the id ${unknown.tool_call_id}.`);
  const shared = { model, instructions: system.content, timeoutMs: 1_000 };
  if (tool_choice) {
    const schema = tools[0]?.function.parameters ?? null;
    const material = /<material>\n([\s\S]*)\n<\/material>/.exec(others[0]?.content ?? '')?.[1] ?? '';
    const answer = await scriptedModel.ask({ ...shared, material, schema });
    if ('problem' in answer) throw new Error(answer.problem);
    const name = tool_choice.function.name;
    return completion('', [{ id: 'reply', name, input: answer.reply }], answer.usage);
  }
  if (tools.length === 0 && others.length === 1 && others[0]?.content.startsWith('<material>')) {
    const material = others[0].content.replace(/^<material>\n|\n<\/material>$/g, '');
    const answer = await scriptedModel.ask({ ...shared, material, schema: null });
    if ('problem' in answer) throw new Error(answer.problem);
    return completion(String(answer.reply), [], answer.usage);
  }
  const answer = await scriptedModel.converse({
    ...shared,
    messages: others.map(messageOf),
    tools: tools.map(({ function: { name, description, parameters } }) => ({
      name,
      description,
      inputSchema: parameters,
    })),
  });
  if ('problem' in answer) throw new Error(answer.problem);
  return completion(answer.text, answer.calls, answer.usage);
}

function messageOf(message: ChatRequest['messages'][number]): ModelMessage {
  const { role, content, tool_call_id = '', tool_calls = [] } = message;
  if (role === 'tool')
    return { role: 'results', results: [{ id: tool_call_id, text: content, isError: false }] };
  if (role !== 'assistant') return { role: 'user', text: content };
  const calls = tool_calls.map((call) => ({
    id: call.id,
    name: call.function.name,
    input: JSON.parse(call.function.arguments),
  }));
  return { role, text: content, calls };
}

function completion(
  content: string,
  calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[],
  usage: { readonly inputTokens: number; readonly outputTokens: number },
): object {
  const tool_calls = calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return {
    choices: [
      { index: 0, message: { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls }) } },
    ],
    usage: { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens },
  };
}

/** What both kinds of servers pass on, as far as it is used. */
interface Request extends AsyncIterable<Buffer> {
  readonly url: string;
  readonly headers: { readonly authorization?: string };
}

interface Reply {
  writeHead(status: number, headers: Readonly<Record<string, string>>): void;
  end(text: string): void;
}

async function serve(
  create: (listener: (request: Request, reply: Reply) => void) => Server,
  answer: (path: string, text: string) => Promise<object | undefined>,
  base: string,
): Promise<ModelServer> {
  const keys: (string | undefined)[] = [];
  let failure: number | undefined;
  const server = create(async (request, reply) => {
    keys.push(request.headers.authorization);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body =
      failure === undefined ? await answer(request.url, Buffer.concat(parts).toString()) : undefined;
    reply.writeHead(failure ?? (body ? 200 : 404), { 'content-type': 'application/json' });
    reply.end(JSON.stringify(body ?? { message: 'It does not work today.' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    keys,
    failWith(status) {
      failure = status;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
