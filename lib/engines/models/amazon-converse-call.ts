import type { ConverseCommandInput, ConverseCommandOutput } from '@aws-sdk/client-bedrock-runtime';
import {
  type ConversationReply,
  type ConversationRequest,
  enclosed,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
} from './model.ts';

/** Maximum number of tokens of a reply. */
const MAX_TOKENS = 2_000;

/** Name of the tool with which a model returns a reply of a schema. */
export const REPLY_TOOL = 'reply';

/** The part of an answer of the Converse API that is read. */
export type ConverseAnswer = Pick<ConverseCommandOutput, 'output' | 'usage'>;

/** A question as a call of the Converse API. A reply of a schema is requested as the input of a tool. */
export function questionCall(
  { model, instructions, material, schema, photos = [] }: ModelRequest,
  defaultModel: string,
): ConverseCommandInput {
  return {
    modelId: model ?? defaultModel,
    system: [{ text: instructions }],
    messages: [
      {
        role: 'user',
        content: [
          { text: enclosed(material) },
          ...photos.map(({ jpeg }) => ({ image: { format: 'jpeg' as const, source: { bytes: jpeg } } })),
        ],
      },
    ],
    inferenceConfig: { maxTokens: MAX_TOKENS, temperature: 0 },
    ...(schema === null
      ? {}
      : {
          toolConfig: {
            tools: [{ toolSpec: { name: REPLY_TOOL, inputSchema: { json: schema as never } } }],
            toolChoice: { tool: { name: REPLY_TOOL } },
          },
        }),
  };
}

/** The answer to a question. */
export function questionReply(answer: ConverseAnswer): ModelReply {
  const content = contentOf(answer);
  const tool = content.find(({ toolUse }) => toolUse?.name === REPLY_TOOL)?.toolUse;
  return { reply: tool?.input ?? textOf(content), usage: usageOf(answer) };
}

/** A conversation as a call of the Converse API. */
export function conversationCall(
  { model, instructions, messages, tools }: ConversationRequest,
  defaultModel: string,
): ConverseCommandInput {
  return {
    modelId: model ?? defaultModel,
    system: [{ text: instructions }],
    messages: messages.map(messageOf),
    inferenceConfig: { maxTokens: MAX_TOKENS, temperature: 0 },
    ...(tools.length === 0
      ? {}
      : {
          toolConfig: {
            tools: tools.map(({ name, description, inputSchema }) => ({
              toolSpec: { name, description, inputSchema: { json: inputSchema as never } },
            })),
          },
        }),
  };
}

/** The next message of a conversation. */
export function conversationReply(answer: ConverseAnswer): ConversationReply {
  const content = contentOf(answer);
  return {
    text: textOf(content),
    calls: content.flatMap(({ toolUse }) =>
      toolUse?.name === undefined
        ? []
        : [{ id: toolUse.toolUseId ?? '', name: toolUse.name, input: Object(toolUse.input ?? {}) }],
    ),
    usage: usageOf(answer),
  };
}

type Content = NonNullable<NonNullable<NonNullable<ConverseAnswer['output']>['message']>['content']>;

const contentOf = ({ output }: ConverseAnswer): Content => output?.message?.content ?? [];

const textOf = (content: Content) => content.map((part) => part.text ?? '').join('');

const usageOf = ({ usage }: ConverseAnswer) => ({
  inputTokens: usage?.inputTokens ?? 0,
  outputTokens: usage?.outputTokens ?? 0,
});

function messageOf(message: ModelMessage): NonNullable<ConverseCommandInput['messages']>[number] {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ text: message.text }] };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ text: message.text }]),
          ...message.calls.map(({ id, name, input }) => ({
            toolUse: { toolUseId: id, name, input: input as never },
          })),
        ],
      };
    case 'results':
      return {
        role: 'user',
        content: message.results.map(({ id, text, isError }) => ({
          toolResult: { toolUseId: id, content: [{ text }], status: isError ? 'error' : 'success' },
        })),
      };
  }
}
