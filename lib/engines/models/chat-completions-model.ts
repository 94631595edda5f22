import * as z from 'zod';
import { cutText } from '../../platform/core/cut-text.ts';
import {
  type ConversationRequest,
  enclosed,
  type Model,
  type ModelMessage,
  type ModelPhoto,
  type ModelReply,
  type ModelRequest,
  type ModelUsage,
} from './model.ts';

/** Maximum number of tokens of a reply. */
const MAX_TOKENS = 2_000;

/** Maximum number of characters of an error that a reply shows. */
const MAX_ERROR = 300;

/** Name of the tool with which a model returns a reply of a schema. */
const REPLY_TOOL = 'reply';

/** The part of a chat completion that is read. Created when it is needed, because most functions never ask a model. */
const completionSchema = () =>
  z.object({
    choices: z
      .array(
        z.object({
          message: z.object({
            content: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }),
              )
              .nullish(),
          }),
        }),
      )
      .min(1),
    usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullish(),
  });

type Message = z.infer<ReturnType<typeof completionSchema>>['choices'][number]['message'];

/** Where chat completions come from. */
export interface ChatEndpoint {
  /** Base URL without a slash at its end, such as `https://models.example/v1`. */
  readonly url: string;
  readonly defaultModel: string;
  /** Sent as `Authorization: Bearer`; undefined = no such header. */
  key(): Promise<string | undefined>;
  readonly fetch: typeof fetch;
}

/** A model of any endpoint that speaks the chat completions of OpenAI. */
export function chatCompletionsModel(endpoint: ChatEndpoint): Model {
  return Object.freeze<Model>({
    async ask(request: ModelRequest): Promise<ModelReply> {
      const { schema, instructions, material, photos = [] } = request;
      const answer = await complete(endpoint, request, {
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: photos.length === 0 ? enclosed(material) : withPhotos(material, photos) },
        ],
        ...(schema === null
          ? {}
          : {
              tools: [toolOf({ name: REPLY_TOOL, description: 'The reply.', inputSchema: schema })],
              tool_choice: { type: 'function', function: { name: REPLY_TOOL } },
            }),
      });
      if ('problem' in answer) return answer;
      const { message, usage } = answer;
      const call = message.tool_calls?.find((one) => one.function.name === REPLY_TOOL);
      if (!call) return { reply: message.content ?? '', usage };
      const reply = parsed(call.function.arguments);
      return reply === undefined ? { problem: "The model's reply is not JSON." } : { reply, usage };
    },
    async converse(request: ConversationRequest) {
      const { instructions, messages, tools } = request;
      const answer = await complete(endpoint, request, {
        messages: [{ role: 'system', content: instructions }, ...messages.flatMap(messagesOf)],
        ...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
      });
      if ('problem' in answer) return answer;
      const calls = [];
      for (const { id, function: wanted } of answer.message.tool_calls ?? []) {
        const input = parsed(wanted.arguments === '' ? '{}' : wanted.arguments);
        if (typeof input !== 'object' || input === null) {
          return { problem: `The model's arguments for "${wanted.name}" are not a JSON object.` };
        }
        calls.push({ id, name: wanted.name, input: input as Readonly<Record<string, unknown>> });
      }
      return { text: answer.message.content ?? '', calls, usage: answer.usage };
    },
  });
}

async function complete(
  { url, defaultModel, key, fetch }: ChatEndpoint,
  { model, timeoutMs }: { readonly model: string | null; readonly timeoutMs: number },
  body: object,
): Promise<{ readonly message: Message; readonly usage: ModelUsage } | { readonly problem: string }> {
  try {
    const secret = await key();
    const reply = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
      },
      body: JSON.stringify({
        model: model ?? defaultModel,
        max_tokens: MAX_TOKENS,
        temperature: 0,
        ...body,
      }),
    });
    const text = await reply.text();
    if (!reply.ok)
      return { problem: cutText(`The model's endpoint answered ${reply.status}: ${text}`, MAX_ERROR) };
    const read = completionSchema().safeParse(parsed(text));
    const message = read.data?.choices[0]?.message;
    if (!message) return { problem: "The answer of the model's endpoint is not a chat completion." };
    const { prompt_tokens: inputTokens = 0, completion_tokens: outputTokens = 0 } = read.data?.usage ?? {};
    return { message, usage: { inputTokens, outputTokens } };
  } catch (error) {
    return { problem: cutText(error instanceof Error ? error.message : String(error), MAX_ERROR) };
  }
}

function withPhotos(material: string, photos: readonly ModelPhoto[]): readonly object[] {
  return [
    { type: 'text', text: enclosed(material) },
    ...photos.map(({ jpeg }) => ({
      type: 'image_url',
      image_url: { url: `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}` },
    })),
  ];
}

function toolOf({ name, description, inputSchema }: ConversationRequest['tools'][number]): object {
  return { type: 'function', function: { name, description, parameters: inputSchema } };
}

function messagesOf(message: ModelMessage): readonly object[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }];
    case 'assistant':
      return [
        {
          role: 'assistant',
          content: message.text,
          ...(message.calls.length === 0
            ? {}
            : {
                tool_calls: message.calls.map(({ id, name, input }) => ({
                  id,
                  type: 'function',
                  function: { name, arguments: JSON.stringify(input) },
                })),
              }),
        },
      ];
    case 'results':
      return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
